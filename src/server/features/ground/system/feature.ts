import { systemHandlers } from './routes.ts'
import { createSystemService, type SystemDeps } from './service.ts'

export { changeFact, findFact } from './store.ts'

export function createSystem(deps: SystemDeps) {
  const service = createSystemService(deps)
  return { service, handlers: systemHandlers(service) }
}
