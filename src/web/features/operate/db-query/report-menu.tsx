import { ChevronDown, Download } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#web/ui/input/button.tsx'
import { ClickMenu } from '#web/ui/overlay/click-menu.tsx'
import { onDemand } from '#web/ui/overlay/on-demand.tsx'
import { useRefetchHistory, useStartReport } from './queries.ts'

const ExportDialog = onDemand(() =>
  import('../../ground/exports/export-dialog.tsx').then(({ ExportDialog }) => ExportDialog),
)

const FORMATS = { csv: 'CSV', xlsx: 'XLSX' } as const
type Format = keyof typeof FORMATS

/** Exports the result of the query, which is executed again for the file. Disabled without a query. */
export function ReportMenu({ statement }: { statement: string }) {
  const [format, setFormat] = useState<Format | null>(null)
  const startReport = useStartReport()
  const refetchHistory = useRefetchHistory()
  return (
    <>
      <ClickMenu
        items={(['csv', 'xlsx'] as const).map((key) => ({
          key,
          label: FORMATS[key],
          onClick: () => setFormat(key),
        }))}
      >
        <Button disabled={statement === ''} icon={<Download size={16} aria-hidden="true" />}>
          Export Report <ChevronDown size={14} aria-hidden="true" />
        </Button>
      </ClickMenu>
      {format && (
        <ExportDialog
          title={`Export Report as ${FORMATS[format]}`}
          about="The query runs again for the export, with the same limits."
          request={statement}
          start={() => startReport(statement, format)}
          onClose={() => {
            setFormat(null)
            void refetchHistory()
          }}
        />
      )}
    </>
  )
}
