import type { auditEndpoints } from '#shared/features/ground/audit/contract.ts'
import { READING_ACTS } from '#shared/features/ground/audit/rules.ts'
import type { Received } from '#shared/http/endpoint.ts'
import type { Handlers } from '../../../calls/handlers.ts'
import { presentEntry } from './present.ts'
import type { AuditService } from './service.ts'

type Asked = Received<typeof auditEndpoints.export>['query']

const filterOf = ({
  actor_id,
  concerns_id,
  credential_id,
  noun_id,
  start_date,
  end_date,
  ...rest
}: Asked) => ({
  ...rest,
  actorId: actor_id,
  concernsId: concerns_id,
  credentialId: credential_id,
  nounId: noun_id,
  startDate: start_date,
  endDate: end_date,
})

export function auditHandlers(service: AuditService): Handlers<typeof auditEndpoints> {
  return {
    async list({ actor, query: { page, ...asked } }) {
      const { rows, totalCount } = await service.searchEntries(actor, { ...filterOf(asked), page })
      return { nodes: rows.map(presentEntry), totalCount, page }
    },
    async listOwn({ actor, query }) {
      const own = { ...query, actorId: actor.id, without: READING_ACTS }
      const { rows, totalCount } = await service.searchEntries(actor, own)
      return { nodes: rows.map(presentEntry), totalCount, page: query.page }
    },
    export: async ({ actor, query }) => service.exportEntries(actor, filterOf(query)),
  }
}
