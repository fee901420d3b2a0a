import { shelfHandlers } from './routes.ts'
import { createShelvesService, type ShelvesDeps } from './service.ts'

export function createShelves(deps: ShelvesDeps) {
  const service = createShelvesService(deps)
  return { service, handlers: shelfHandlers(service) }
}
