import { useQuery } from '@tanstack/react-query'
import { Failed } from '#web/ui/failed.tsx'
import { FAILURES, NO_STEPS } from './messages.ts'
import { stepsQuery } from './queries.ts'
import { StepsList } from './steps-list.tsx'

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
      {data && data.length > 0 && <StepsList steps={data} />}
    </section>
  )
}
