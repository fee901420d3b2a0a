import type { userAccessEndpoints } from '#shared/features/people/user-access/contract.ts'
import type { Handlers } from '../../../calls/handlers.ts'
import { soughtOf } from './deps.ts'
import { presentItem, presentRevoked, presentStep } from './present.ts'
import type { UserAccessService } from './service.ts'

export function userAccessHandlers(service: UserAccessService): Handlers<typeof userAccessEndpoints> {
  return {
    async check({ actor, query }) {
      const sought = soughtOf(query)
      const leftAt = await service.findLeaving(sought.email)
      return (await service.checkAccount(actor, sought)).map((each) => presentItem(each, leftAt))
    },
    async revoke({ actor, body }) {
      const { source, data } = body
      const sought = soughtOf(data)
      return presentRevoked(await service.revokeAccess(actor, { source, sought, accountId: data.id }))
    },
    async steps({ query }) {
      const { rows, total } = await service.listSteps(query.email)
      return { nodes: rows.map(presentStep), totalCount: total }
    },
  }
}
