import type { shelfEndpoints } from '#shared/features/products/shelves/contract.ts'
import type { Handlers } from '../../../calls/handlers.ts'
import { presentShelf } from './present.ts'
import type { ShelvesService } from './service.ts'

export function shelfHandlers(service: ShelvesService): Handlers<typeof shelfEndpoints> {
  return {
    async list({ query }) {
      const { rows, total } = await service.searchShelves(query)
      return { nodes: rows.map(presentShelf), totalCount: total }
    },
    create: async ({ actor, body }) => presentShelf(await service.createShelf(actor, body.name)),
  }
}
