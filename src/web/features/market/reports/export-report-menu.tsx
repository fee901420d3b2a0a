import { ChevronDown, Download } from 'lucide-react'
import { useState } from 'react'
import { keysOf } from '#shared/format/keys.ts'
import { handleError } from '#web/api/handle-error.ts'
import { Button } from '#web/ui/input/button.tsx'
import { ClickMenu } from '#web/ui/overlay/click-menu.tsx'
import { onDemand } from '#web/ui/overlay/on-demand.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { FAILURES, type ReportName } from './messages.ts'
import { downloadSurfaces, startRawExport, startWinnersExport } from './queries.ts'
import { type ReportsSearch, winnersFilterOf } from './search.ts'

const ExportDialog = onDemand(() =>
  import('../../ground/exports/export-dialog.tsx').then(({ ExportDialog }) => ExportDialog),
)

const EXPORTS = {
  raw: {
    title: 'Raw Export',
    about: 'One row per result behind this report.',
    start: startRawExport,
  },
  report: {
    title: 'Keyword Winners Export',
    about: 'Workbook with a row per keyword and a column per day.',
    start: startWinnersExport,
  },
} as const
type Kind = keyof typeof EXPORTS

const LABEL = 'Export Report'

const ICON = <Download size={16} aria-hidden="true" />

interface DownloadReportProps {
  /** The name of the file. */
  name: string
  load: () => Promise<Blob>
  /** A panel is open, whose button is the primary one. */
  isBesidePanel?: boolean
}

/** Downloads a report as a workbook. */
export function DownloadReportButton({ name, load, isBesidePanel = false }: DownloadReportProps) {
  const [isBusy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    await load()
      .then((file) => saveFile(file, name))
      .catch(handleError(FAILURES.download))
    setBusy(false)
  }
  return (
    <Button
      type={isBesidePanel ? 'default' : 'primary'}
      icon={ICON}
      loading={isBusy}
      onClick={() => void save()}
    >
      {LABEL}
    </Button>
  )
}

/** Exports the report: winners with a choice of two formats, surfaces directly as a workbook. */
export function ExportReportMenu({ report, search }: { report: ReportName; search: ReportsSearch }) {
  const [open, setOpen] = useState<Kind | null>(null)
  if (report === 'surfaces')
    return <DownloadReportButton name="content-surfaces.xlsx" load={() => downloadSurfaces(search)} />
  const chosen = open === null ? null : EXPORTS[open]
  return (
    <>
      <ClickMenu
        items={keysOf(EXPORTS).map((kind) => ({
          key: kind,
          label: EXPORTS[kind].title,
          onClick: () => setOpen(kind),
        }))}
      >
        <Button type="primary" icon={ICON}>
          {LABEL} <ChevronDown size={14} aria-hidden="true" />
        </Button>
      </ClickMenu>
      {chosen && (
        <ExportDialog
          title={chosen.title}
          about={chosen.about}
          request={winnersFilterOf(search)}
          start={() => chosen.start(search)}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  )
}
