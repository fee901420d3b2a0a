import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { FileText, RotateCcw } from 'lucide-react'
import { SCREENS } from '#shared/access/screens.ts'
import { Moment } from '#web/ui/cells/moment.tsx'
import { Failed } from '#web/ui/feedback/failed.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Button } from '#web/ui/input/button.tsx'
import { handedWords, MESSAGES, repeatWords } from './messages.ts'
import { repeatable, runQuery, useRepeatRun } from './queries.ts'
import { RunProgressNote } from './run-progress-note.tsx'
import { RunStateBadge } from './run-state-badge.tsx'

/** The progress of a person's run, beside the lookup; failed steps can be retried here. */
export function RunPanel({ id }: { id: number }) {
  const { data: run, error, refetch } = useQuery(runQuery(id))
  const repeat = useRepeatRun()
  if (!run)
    return error ? (
      <Failed title={MESSAGES.runFailed} message={error.message} onRetry={() => void refetch()} />
    ) : (
      <Skeleton lines={3} />
    )
  const left = repeatable(run)
  const handed = run.handed_over ? [...handedWords(run.handed_over), ...run.handed_over.faults] : []
  return (
    <section className="sheet offboarding-panel" aria-label={`Offboarding run ${id}`}>
      <header>
        <h2>Offboarding run {id}</h2>
        <RunStateBadge run={run} />
      </header>
      <RunProgressNote run={run} />
      {handed.length > 0 && (
        <ul className="offboarding-lines">
          {handed.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      <div className="cluster gap-8 mt-12">
        <Link to={SCREENS.offboardingRun.path} params={{ id: String(id) }} className="btn">
          <FileText size={16} aria-hidden="true" /> Report
        </Link>
        {left > 0 && (
          <Button
            danger
            icon={<RotateCcw size={16} aria-hidden="true" />}
            loading={repeat.isPending}
            onClick={() => repeat.mutate(id)}
          >
            {repeatWords(left)}
          </Button>
        )}
        {run.second_look_at !== null && run.second_looked_at === null && (
          <span className="meta">
            second look <Moment moment={run.second_look_at} />
          </span>
        )}
      </div>
    </section>
  )
}
