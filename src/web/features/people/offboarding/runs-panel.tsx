import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { SCREENS } from '#shared/access/screens.ts'
import { Moment } from '#web/ui/cells/moment.tsx'
import { Failed } from '#web/ui/feedback/failed.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { closedOf, MESSAGES } from './messages.ts'
import { runsQuery } from './queries.ts'
import { RunStateBadge } from './run-state-badge.tsx'

/** Past and current runs, newest first, with links to their reports. */
export function RunsPanel({ except }: { except?: number | undefined }) {
  const { data, error, refetch } = useQuery(runsQuery)
  const runs = data?.filter(({ run_id: id }) => id !== except)
  if (runs?.length === 0 && except !== undefined) return null
  return (
    <section className="sheet offboarding-panel" aria-label="Earlier runs">
      <h2>{except === undefined ? 'Offboarding runs' : 'Earlier runs'}</h2>
      {error && !runs && (
        <Failed title={MESSAGES.runsFailed} message={error.message} onRetry={() => void refetch()} />
      )}
      {!error && !runs && <Skeleton lines={3} />}
      {runs?.length === 0 && <p className="meta">{MESSAGES.noRuns}</p>}
      <ul className="offboarding-runs">
        {runs?.map((run) => {
          const { closed, all } = closedOf(run.states)
          return (
            <li key={run.run_id}>
              <span>
                <Link to={SCREENS.offboardingRun.path} params={{ id: String(run.run_id) }}>
                  Run {run.run_id}, {run.name ?? run.email}
                </Link>
                <span className="meta">
                  {closed} of {all} closed · <Moment moment={run.began_at} />
                </span>
              </span>
              <RunStateBadge run={run} />
            </li>
          )
        })}
      </ul>
    </section>
  )
}
