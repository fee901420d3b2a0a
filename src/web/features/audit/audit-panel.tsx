import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { handleError } from '#web/api/handle-error.ts'
import { saveFile } from '#web/ui/save-file.ts'
import { AuditFilters } from './audit-filters.tsx'
import { AuditTable } from './audit-table.tsx'
import { MESSAGES } from './messages.ts'
import { auditQuery, downloadAudit } from './queries.ts'
import { type AuditSearch, auditFilterOf } from './search.ts'

interface AuditPanelProps {
  search: AuditSearch
  onChange: (patch: Partial<AuditSearch>) => void
}

/** The whole trail, with its filters and as a file. */
export function AuditPanel({ search, onChange }: AuditPanelProps) {
  const [isBusy, setBusy] = useState(false)
  const filter = auditFilterOf(search)
  const entries = useQuery(auditQuery(filter, search.page))
  const save = () => {
    setBusy(true)
    void downloadAudit(filter)
      .then((file) => saveFile(file, 'audit.ndjson'), handleError(MESSAGES.exportFailed))
      .finally(() => setBusy(false))
  }
  return (
    <>
      <AuditFilters search={search} onChange={onChange} />
      <AuditTable
        search={search}
        onChange={onChange}
        query={entries}
        toolbar={
          <Button icon={<Download aria-hidden="true" />} loading={isBusy} onClick={save}>
            Export
          </Button>
        }
      />
    </>
  )
}
