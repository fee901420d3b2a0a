import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { counted } from '#shared/format/count.ts'
import { Failed } from '#web/ui/feedback/failed.tsx'
import { Button } from '#web/ui/input/button.tsx'
import { FAILURES, foldedLooks, NO_STEPS } from './messages.ts'
import { stepsQuery } from './queries.ts'
import { StepsCard } from './steps-card.tsx'

/** The latest entries show the current state. */
const MOST_SHOWN = 8

/** Lookups and changes of a person's access, with their user and time. */
export function EvidencePanel({ email }: { email: string }) {
  const { data, error, refetch } = useQuery(stepsQuery(email))
  const [isWhole, setWhole] = useState(false)
  const more = foldedLooks(data ?? []).length - MOST_SHOWN
  return (
    <section className="sheet access-evidence" aria-label="Evidence">
      <h2>Evidence</h2>
      {error && !data && (
        <Failed title={FAILURES.steps} message={error.message} onRetry={() => void refetch()} />
      )}
      {data?.length === 0 && <p className="meta">{NO_STEPS}</p>}
      {data && data.length > 0 && <StepsCard steps={data} most={isWhole ? undefined : MOST_SHOWN} />}
      {more > 0 && !isWhole && (
        <Button type="link" onClick={() => setWhole(true)}>
          Show {counted(more)} more
        </Button>
      )}
    </section>
  )
}
