import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { handleError } from '#web/api/handle-error.ts'
import { FiltersPanel } from '#web/features/ground/filters/filters-panel.tsx'
import { Button } from '#web/ui/input/button.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { AuditTable } from './audit-table.tsx'
import { MESSAGES } from './messages.ts'
import { auditQuery, downloadAudit } from './queries.ts'
import { AUDIT_FILTERS, AuditSearch, askedOf } from './search.ts'

interface AuditPanelProps {
  search: AuditSearch
  onChange: (patch: Partial<AuditSearch>) => void
}

/** The whole audit log, with filters and export. */
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
