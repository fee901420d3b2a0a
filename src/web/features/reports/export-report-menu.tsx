import { Button, Dropdown } from 'antd'
import { ChevronDown, Download } from 'lucide-react'
import { useState } from 'react'
import { keysOf } from '#shared/format/keys.ts'
import { handleError } from '#web/api/handle-error.ts'
import { onDemand } from '#web/ui/on-demand.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { FAILURES, type ReportName } from './messages.ts'
import { downloadSurfaces, startRawExport, startWinnersExport } from './queries.ts'
import type { ReportsSearch } from './search.ts'

const ExportDialog = onDemand(() =>
  import('../exports/export-dialog.tsx').then(({ ExportDialog }) => ExportDialog),
)

const EXPORTS = {
  raw: {
    title: 'Raw Export',
    about: 'Every result behind this report, a line each, as CSV.',
    start: startRawExport,
  },
  report: {
    title: 'Keyword Winners Export',
    about: 'This report as a workbook: a row per keyword, a column per day.',
    start: startWinnersExport,
  },
} as const
type Kind = keyof typeof EXPORTS

const LABEL = 'Export Report'

/** The report as a file: on winners a choice of two, on surfaces a workbook at once. */
export function ExportReportMenu({ report, search }: { report: ReportName; search: ReportsSearch }) {
  const [open, setOpen] = useState<Kind | null>(null)
  const [isBusy, setBusy] = useState(false)
  const icon = <Download size={16} aria-hidden="true" />
  if (report === 'oos') return null
  if (report === 'surfaces') {
    const save = async () => {
      setBusy(true)
      await downloadSurfaces(search)
        .then((file) => saveFile(file, 'content-surfaces.xlsx'))
        .catch(handleError(FAILURES.download))
      setBusy(false)
    }
    return (
      <Button type="primary" icon={icon} loading={isBusy} onClick={() => void save()}>
        {LABEL}
      </Button>
    )
  }
  const chosen = open === null ? null : EXPORTS[open]
  return (
    <>
      <Dropdown
        autoFocus
        trigger={['click']}
        menu={{
          items: keysOf(EXPORTS).map((kind) => ({
            key: kind,
            label: EXPORTS[kind].title,
            onClick: () => setOpen(kind),
          })),
        }}
      >
        <Button type="primary" icon={icon}>
          {LABEL} <ChevronDown size={14} aria-hidden="true" />
        </Button>
      </Dropdown>
      {chosen && (
        <ExportDialog
          title={chosen.title}
          about={chosen.about}
          start={() => chosen.start(search)}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  )
}
