import { useQuery } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import type { RunEvidence, RunRow } from '#shared/features/operate/runs/contract.ts'
import { NearMoment } from '#web/ui/cells/moment.tsx'
import { Failed } from '#web/ui/feedback/failed.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { CopyButton } from '#web/ui/input/copy-button.tsx'
import { referenceOf } from '#web/ui/text/reference.ts'
import { FailedJobList } from './failed-job-list.tsx'
import { detailsText, FAILURES } from './messages.ts'
import { evidenceQuery } from './queries.ts'

function Log({ log }: Pick<RunEvidence, 'log'>) {
  if (log.length === 0) return <p className="quiet">Nothing this week.</p>
  return (
    <ol className="run-log">
      {log.map(({ at, text, is_error: isError }) => (
        <li key={`${at} ${text}`} className={isError ? 'tone-bad' : ''}>
          <NearMoment moment={at} />
          <span>{text}</span>
        </li>
      ))}
    </ol>
  )
}

/** What happened in a run, and its failed jobs. */
export function EvidenceList({ run }: { run: RunRow }) {
  const { data, error, refetch } = useQuery(evidenceQuery(run.id))
  if (!data && error)
    return (
      <Failed
        title={FAILURES.read}
        message={error.message}
        reference={referenceOf(error)}
        onRetry={() => void refetch()}
      />
    )
  if (!data) return <Skeleton lines={3} />
  return (
    <div className="run-evidence">
      <section>
        <h3>What happened</h3>
        <Log log={data.log} />
        <CopyButton
          label={`Copy details of ${run.label}`}
          text={() => detailsText(run, data)}
          done="Copied the details."
          icon={<Copy size={14} aria-hidden="true" />}
        >
          Copy details
        </CopyButton>
      </section>
      {data.jobs.length > 0 && (
        <section>
          <h3>Failed jobs</h3>
          <FailedJobList jobs={data.jobs} />
        </section>
      )}
    </div>
  )
}
