import type { RunRow } from '#shared/features/operate/runs/contract.ts'
import { countedIn } from '#shared/format/count.ts'
import { NearMoment } from '#web/ui/cells/moment.tsx'
import { progressWords } from './messages.ts'

/** How far the run has come; without a progress, since when it runs or fails. */
export function RunProgressCell(run: RunRow) {
  const { label, progress, since, attempts } = run
  const tries = attempts > 0 && countedIn(attempts, 'attempt')
  if (progress !== null && progress.total > 0) {
    const { done, total } = progress
    return (
      <span className="run-lines">
        <span className="run-progress row gap-12 tabular">
          <progress aria-label={`Progress of ${label}`} value={done} max={total} />
          {Math.floor((100 * Math.min(done, total)) / total)} %
        </span>
        <span className="meta">
          {progressWords(run, Date.now())}
          {tries && `, ${tries}`}
        </span>
      </span>
    )
  }
  if (since === null && !tries) return <span className="quiet">–</span>
  return (
    <span className="run-lines">
      {since !== null && (
        <span>
          since <NearMoment moment={since} />
        </span>
      )}
      {tries && <span className="meta">{tries}</span>}
    </span>
  )
}
