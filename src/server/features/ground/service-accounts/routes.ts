import { serviceAccountEndpoints } from '#shared/features/ground/service-accounts/contract.ts'
import type { Handlers } from '../../../calls/handlers.ts'
import { presentOldVersion } from '../../../errors.ts'
import { presentServiceAccount } from './present.ts'
import type { ServiceAccountRow } from './queries.ts'
import type { ServiceAccountsService } from './service.ts'

export function serviceAccountHandlers(
  service: ServiceAccountsService,
): Handlers<typeof serviceAccountEndpoints> {
  return {
    async list({ query }) {
      const { rows, totalCount } = await service.search(query)
      return { nodes: rows.map(presentServiceAccount), totalCount, page: query.page }
    },
    read: async ({ params }) => presentServiceAccount(await service.read(params.id)),
    create: async ({ actor, body, once }) => presentServiceAccount(await service.create(actor, body, once)),
    update: async ({ actor, params, body }) =>
      presentServiceAccount(
        await service.update(actor, params.id, body).catch(
          presentOldVersion(serviceAccountEndpoints.update, (row: ServiceAccountRow) => ({
            current: presentServiceAccount(row),
          })),
        ),
      ),
  }
}
