import { type WorkParts, workHandlers } from './routes.ts'

export function createWork(parts: WorkParts) {
  return { handlers: workHandlers(parts) }
}
