import type { AuditEntry, auditEndpoints } from '#shared/features/audit/contract.ts'
import type { Handlers } from '../../calls/handlers.ts'
import type { listEntries } from './queries.ts'
import type { AuditService } from './service.ts'

type Row = Awaited<ReturnType<typeof listEntries>>[number]

function presentEntry(row: Row): AuditEntry {
  const { id, act, noun, label, address, before, after } = row
  return {
    ...{ id, act, noun, label, address, before, after },
    created_at: row.createdAt.toISOString(),
    actor: { kind: row.actorKind, id: row.actorId, name: row.actorName, role_id: row.roleId },
    request_id: row.requestId,
    noun_id: row.nounId,
  }
}

export function auditHandlers(service: AuditService): Handlers<typeof auditEndpoints> {
  return {
    async list({ query }) {
      const { rows, totalCount } = await service.searchEntries(query)
      return { nodes: rows.map(presentEntry), totalCount, page: query.page }
    },
    export: ({ actor, query }) => service.exportEntries(actor, query),
  }
}
