import type { ArticleEvent } from '#shared/features/articles/contract.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { EVENT_LABELS, NONE } from './messages.ts'

/** Nobody did it: a connected system did. */
const nameOf = ({ user }: ArticleEvent) => (user ? `${user.first_name} ${user.last_name}` : 'Copydesk')

function verbOf({ action, self }: ArticleEvent): string {
  if (self && action === 'approved') return 'self-approved'
  return (Object.hasOwn(EVENT_LABELS, action) ? EVENT_LABELS[action] : undefined) ?? action
}

/** Who did what to an article and when, the latest first. */
export function EventsList({ events }: { events: readonly ArticleEvent[] }) {
  if (events.length === 0) return <p className="quiet">{NONE}</p>
  return (
    <ol className="events">
      {events.toReversed().map((event, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: events have no number and are only ever added to
        <li key={index}>
          <b>{nameOf(event)}</b> {verbOf(event)}{' '}
          <span className="quiet">
            <RelativeTime moment={event.created_at} />
          </span>
          {event.comment && <p className="words quiet">{event.comment}</p>}
        </li>
      ))}
    </ol>
  )
}
