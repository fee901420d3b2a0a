import { shelfHandlers } from './routes.ts'
import { createShelvesService, type ShelvesParts } from './service.ts'

export function createShelves(parts: ShelvesParts) {
  const service = createShelvesService(parts)
  return { service, handlers: shelfHandlers(service) }
}
