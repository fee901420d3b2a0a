import type { userAccessEndpoints } from '#shared/features/user-access/contract.ts'
import type { Handlers } from '../../calls/handlers.ts'
import { soughtOf } from './parts.ts'
import { presentItem, presentRevoked, presentStep } from './present.ts'
import type { UserAccessService } from './service.ts'

export function userAccessHandlers(service: UserAccessService): Handlers<typeof userAccessEndpoints> {
  return {
    check: async ({ actor, query }) => (await service.checkAccount(actor, soughtOf(query))).map(presentItem),
    async revoke({ actor, body }) {
      const { source, data } = body
      const revoked = await service.revokeAccess(actor, { source, sought: soughtOf(data) })
      return presentRevoked(revoked, data.id)
    },
    async steps({ query }) {
      const { rows, total } = await service.listSteps(query.email)
      return { nodes: rows.map(presentStep), totalCount: total }
    },
  }
}
