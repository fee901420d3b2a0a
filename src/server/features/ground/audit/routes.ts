import type { auditEndpoints } from '#shared/features/ground/audit/contract.ts'
import { READING_ACTS } from '#shared/features/ground/audit/rules.ts'
import type { Handlers } from '../../../calls/handlers.ts'
import { presentEntry } from './present.ts'
import type { AuditService } from './service.ts'

export function auditHandlers(service: AuditService): Handlers<typeof auditEndpoints> {
  return {
    async list({ actor, query }) {
      const { rows, totalCount } = await service.searchEntries(actor, query)
      return { nodes: rows.map(presentEntry), totalCount, page: query.page }
    },
    async listOwn({ actor, query }) {
      const own = { ...query, actorId: actor.id, without: READING_ACTS }
      const { rows, totalCount } = await service.searchEntries(actor, own)
      return { nodes: rows.map(presentEntry), totalCount, page: query.page }
    },
    export: async ({ actor, query }) => service.exportEntries(actor, query),
  }
}
