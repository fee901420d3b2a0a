import { EVENT_LABELS, type EventBody, type HookFormat } from '#shared/features/operate/event-hooks/rules.ts'
import { Mark } from '#web/ui/logo.tsx'
import { messageLine, messageTitle } from './messages.ts'

interface ChatMessageCardProps {
  format: Exclude<HookFormat, 'standard'>
  events: readonly EventBody[]
}

/** A message about events, about as Slack or Teams shows it. */
export function ChatMessageCard({ format, events }: ChatMessageCardProps) {
  const isSlack = format === 'slack'
  const [first] = events
  return (
    <section className="message-card" aria-label="Example">
      <p className="row gap-8">
        <Mark size={isSlack ? 32 : 24} />
        <b>Copydesk</b>
        {isSlack && <span className="tag">APP</span>}
      </p>
      <h3>{messageTitle(events)}</h3>
      {events.map((event) => (
        <p key={event.type}>
          {isSlack && event.data.url !== null ? (
            <span className="tone-accent">{EVENT_LABELS[event.type]}</span>
          ) : (
            EVENT_LABELS[event.type]
          )}
          : {messageLine(event)}
        </p>
      ))}
      {!isSlack && events.length === 1 && first?.data.url != null && (
        <p>
          <span className="message-action">Open in Copydesk</span>
        </p>
      )}
    </section>
  )
}
