import { Check, Clock, X } from 'lucide-react'
import type { EventSendDetails } from '#shared/features/operate/event-hooks/contract.ts'
import { MOST_TRIES } from '#shared/features/operate/event-hooks/rules.ts'
import { NearMoment } from '#web/ui/cells/moment.tsx'

/** Every try of an event with its answer, and the next one. */
export function TriesList({ send }: { send: EventSendDetails }) {
  const { attempts, next_try_at: next } = send
  return (
    <ol className="hook-tries cluster row-gap-6" aria-label="Tries">
      {attempts.map(({ at, status, error, arrived }) => (
        <li key={at} className="inline-row gap-4 nowrap" title={error ?? undefined}>
          {arrived ? (
            <Check size={14} className="tone-good" aria-label="Arrived" />
          ) : (
            <X size={14} className="tone-bad" aria-label="Failed" />
          )}
          <span>
            <NearMoment moment={at} hasSeconds />, {status ?? 'no answer'}
          </span>
        </li>
      ))}
      {next !== null && (
        <li className="inline-row gap-4 nowrap">
          <Clock size={14} className="quiet" aria-hidden="true" />
          <span>
            <NearMoment moment={next} hasSeconds />, {attempts.length === 0 ? 'first' : 'next'} try of{' '}
            {MOST_TRIES}
          </span>
        </li>
      )}
    </ol>
  )
}
