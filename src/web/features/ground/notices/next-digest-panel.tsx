import { Send } from 'lucide-react'
import { useContext } from 'react'
import type { NotificationSettings } from '#shared/features/ground/notices/contract.ts'
import { weekdayWords } from '#shared/features/ground/notices/form.ts'
import { GROUP_LABELS } from '#shared/features/ground/notices/rules.ts'
import { timestamp } from '#shared/format/timestamp.ts'
import { Button } from '#web/ui/input/button.tsx'
import { TimeZone } from '#web/ui/time-zone.ts'
import { NOTIFICATIONS } from './messages.ts'
import { useSendDigest } from './queries.ts'

type NextDigest = NonNullable<NotificationSettings['next_digest']>

function At({ moment }: { moment: string }) {
  const [day = '', time] = timestamp(moment, useContext(TimeZone)).split(' ')
  return (
    <time dateTime={moment} title={`${day} ${time}`} className="meta">
      {weekdayWords(day)}, {time}
    </time>
  )
}

function Preview({ title, lines, more }: NextDigest) {
  if (title === null) return <p className="quiet">{NOTIFICATIONS.nothingNew}</p>
  return (
    <div className="digest-preview">
      <h3>{title}</h3>
      <ul className="ruled">
        {lines.map(({ group, text }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines may be equal, and never move
          <li key={index} className="small break-words">
            <b className="medium">{GROUP_LABELS[group]}</b> · {text}
          </li>
        ))}
        {more > 0 && <li className="small quiet">and {more} more</li>}
      </ul>
    </div>
  )
}

/** What the next digest would say by now. */
export function NextDigestPanel({ next }: { next: NextDigest | null }) {
  const { send, isPending } = useSendDigest()
  return (
    <section className="sheet side-panel" aria-labelledby="next-digest-title">
      <header>
        <h2 id="next-digest-title">Next digest</h2>
        {next && <At moment={next.at} />}
        {next && (
          <Button
            size="small"
            className="push"
            icon={<Send size={14} aria-hidden="true" />}
            loading={isPending}
            disabled={next.title === null}
            onClick={send}
          >
            {NOTIFICATIONS.sendNow}
          </Button>
        )}
      </header>
      {next ? (
        <>
          <Preview {...next} />
          <p className="meta">{NOTIFICATIONS.leftOut}</p>
        </>
      ) : (
        <p className="quiet">{NOTIFICATIONS.noDigest}</p>
      )}
    </section>
  )
}
