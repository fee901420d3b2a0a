import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { Download, FileX, Printer, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { SCREENS } from '#shared/access/screens.ts'
import type { OffboardingRun } from '#shared/features/people/offboarding/contract.ts'
import { Id } from '#shared/http/fields.ts'
import { DeadEnd } from '#web/features/ground/system/dead-end-card.tsx'
import { Failed } from '#web/ui/feedback/failed.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Button } from '#web/ui/input/button.tsx'
import { onDemand } from '#web/ui/overlay/on-demand.tsx'
import { Page } from '#web/ui/page.tsx'
import { MESSAGES, repeatWords } from './messages.ts'
import { repeatable, runQuery, startReportFile, useRepeatRun } from './queries.ts'
import { RunReportPanel } from './run-report-panel.tsx'

const ExportDialog = onDemand(() =>
  import('../../ground/exports/export-dialog.tsx').then(({ ExportDialog }) => ExportDialog),
)

function Actions({ run, onExport }: { run: OffboardingRun; onExport: () => void }) {
  const repeat = useRepeatRun()
  const left = repeatable(run)
  return (
    <>
      <Link to={SCREENS.userAccess.path} activeOptions={{ exact: true }} className="btn">
        User Access
      </Link>
      {left > 0 && (
        <Button
          danger
          icon={<RotateCcw size={16} aria-hidden="true" />}
          loading={repeat.isPending}
          onClick={() => repeat.mutate(run.run_id)}
        >
          {repeatWords(left)}
        </Button>
      )}
      <Button icon={<Download size={16} aria-hidden="true" />} onClick={onExport}>
        Export CSV
      </Button>
      <Button type="primary" icon={<Printer size={16} aria-hidden="true" />} onClick={() => window.print()}>
        Print
      </Button>
    </>
  )
}

/** An offboarding run: its progress, and later its permanent report. */
export function OffboardingRunScreen() {
  const { id: asked } = useParams({ strict: false })
  // An invalid id is treated like an unknown one.
  const id = Id.safeParse(asked).data ?? 0
  const { data: run, error, refetch } = useQuery(runQuery(id))
  const [isExporting, setExporting] = useState(false)
  return (
    <Page
      title={SCREENS.offboardingRun.title}
      about={
        run && (
          <span>
            {run.run_id}, {run.name ?? run.email}
          </span>
        )
      }
      actions={run && <Actions run={run} onExport={() => setExporting(true)} />}
    >
      {run === undefined && error && (
        <Failed title={MESSAGES.runFailed} message={error.message} onRetry={() => void refetch()} />
      )}
      {run === undefined && !error && <Skeleton lines={8} />}
      {run === null && (
        <DeadEnd
          icon={<FileX size={20} aria-hidden="true" />}
          title={MESSAGES.noSuchRun}
          ways={['userAccess', 'tools']}
        />
      )}
      {run && <RunReportPanel run={run} />}
      {isExporting && (
        <ExportDialog
          title={`Export run ${id} as CSV`}
          about={MESSAGES.exportAbout}
          request={id}
          start={() => startReportFile(id)}
          onClose={() => setExporting(false)}
        />
      )}
    </Page>
  )
}
