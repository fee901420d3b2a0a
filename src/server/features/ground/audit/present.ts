import type { AuditEntry } from '#shared/features/ground/audit/contract.ts'
import type { listEntries } from './queries.ts'

type Row = Awaited<ReturnType<typeof listEntries>>[number]

export function presentEntry(row: Row): AuditEntry {
  const { id, act, noun, label, address, before, after } = row
  return {
    ...{ id, act, noun, label, address, before, after },
    created_at: row.createdAt.toISOString(),
    actor: {
      ...{ kind: row.actorKind, id: row.actorId, name: row.actorName, role_id: row.roleId },
      credential: row.credentialId === null ? null : { id: row.credentialId, name: row.credentialName ?? '' },
    },
    request_id: row.requestId,
    noun_id: row.nounId,
  }
}
