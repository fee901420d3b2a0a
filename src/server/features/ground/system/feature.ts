import { systemHandlers } from './routes.ts'
import { createSystemService, type SystemParts } from './service.ts'

export { changeFact, findFact } from './store.ts'

export function createSystem(parts: SystemParts) {
  const service = createSystemService(parts)
  return { service, handlers: systemHandlers(service) }
}
