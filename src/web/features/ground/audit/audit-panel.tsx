import { useQuery } from '@tanstack/react-query'
import { Download, X } from 'lucide-react'
import { useState } from 'react'
import type { AuditEntry } from '#shared/features/ground/audit/contract.ts'
import { handleError } from '#web/api/handle-error.ts'
import { FiltersPanel } from '#web/features/ground/filters/filters-panel.tsx'
import { Button } from '#web/ui/input/button.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { AuditTable } from './audit-table.tsx'
import { MESSAGES } from './messages.ts'
import { auditQuery, downloadAudit } from './queries.ts'
import { AUDIT_FILTERS, AuditSearch, askedOf } from './search.ts'

interface TokenFilterProps {
  id: number
  entries: readonly AuditEntry[]
  onRemove: () => void
}

/** Only entries with one API token are shown; its name is known from them. */
function TokenFilter({ id, entries, onRemove }: TokenFilterProps) {
  const name = entries.find(({ actor }) => actor.credential?.id === id)?.actor.credential?.name ?? String(id)
  return (
    <span className="filter-chip inline-row">
      <span className="filter-chip-value inline-row gap-6">
        <span className="quiet regular nowrap">Token</span> <span className="ellipsis">{name}</span>
      </span>
      <button
        type="button"
        className="filter-chip-remove inline-row gap-6"
        aria-label="Remove filter Token"
        onClick={onRemove}
      >
        <X size={14} aria-hidden="true" />
      </button>
    </span>
  )
}

interface AuditPanelProps {
  search: AuditSearch
  onChange: (patch: Partial<AuditSearch>) => void
}

/** The whole audit trail, with filters and export. */
export function AuditPanel({ search, onChange }: AuditPanelProps) {
  const [isBusy, setBusy] = useState(false)
  const question = askedOf(search)
  const entries = useQuery(auditQuery(question, search.page))
  const save = () => {
    setBusy(true)
    void downloadAudit(question)
      .then((file) => saveFile(file, 'audit.ndjson'), handleError(MESSAGES.exportFailed))
      .finally(() => setBusy(false))
  }
  return (
    <div className="audit-trail">
      <AuditTable
        search={search}
        onChange={onChange}
        query={entries}
        toolbar={
          <>
            {search.token !== undefined && (
              <TokenFilter
                id={search.token}
                entries={entries.data?.rows ?? []}
                onRemove={() => onChange({ token: undefined, page: 1 })}
              />
            )}
            <FiltersPanel address={AuditSearch} filters={AUDIT_FILTERS} search={search} onChange={onChange} />
            <Button icon={<Download aria-hidden="true" />} loading={isBusy} onClick={save}>
              Export
            </Button>
          </>
        }
      />
    </div>
  )
}
