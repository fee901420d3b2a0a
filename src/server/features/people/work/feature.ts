import { type WorkDeps, workHandlers } from './routes.ts'

export function createWork(deps: WorkDeps) {
  return { handlers: workHandlers(deps) }
}
