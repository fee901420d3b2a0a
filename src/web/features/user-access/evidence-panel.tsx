import { useQuery } from '@tanstack/react-query'
import { Moment } from '#web/ui/cells/moment.tsx'
import { Failed } from '#web/ui/failed.tsx'
import { FAILURES, NO_STEPS, STEP_LABELS } from './messages.ts'
import { stepsQuery } from './queries.ts'

/** What was asked and done about somebody, by whom and when. */
export function EvidencePanel({ email }: { email: string }) {
  const { data, error, refetch } = useQuery(stepsQuery(email))
  return (
    <section className="sheet access-evidence" aria-label="Evidence">
      <h2>Evidence</h2>
      {error && !data && (
        <Failed title={FAILURES.steps} message={error.message} onRetry={() => void refetch()} />
      )}
      {data?.length === 0 && <p className="meta">{NO_STEPS}</p>}
      <ol>
        {data?.map(({ access_step_id: id, operationName, step, detail, by, at }) => (
          <li key={id}>
            <span>
              <b>{operationName}</b> {STEP_LABELS[step]}
              {detail && <span className="quiet"> · {detail}</span>}
            </span>
            <span className="meta">
              <Moment moment={at} />, {by}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
