import { useQuery } from '@tanstack/react-query'
import { AuditTable } from './audit-table.tsx'
import { personAuditQuery } from './queries.ts'

interface PersonAuditPanelProps {
  userId: number
  page: number
  onPage: (page: number) => void
  /** Of a service account: the column that says with which token. */
  hasWith?: boolean
}

/** Acts by a person and acts on their account. */
export function PersonAuditPanel({ userId, page, onPage, hasWith = false }: PersonAuditPanelProps) {
  const entries = useQuery(personAuditQuery(userId, page))
  return (
    <div className="audit-person mt-16">
      <AuditTable
        search={{ page }}
        onChange={(patch) => onPage(patch.page ?? 1)}
        query={entries}
        hasWith={hasWith}
        toolbar={<h2>Audit trail</h2>}
      />
    </div>
  )
}
