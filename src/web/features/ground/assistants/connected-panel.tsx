import './assistants.css'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ConnectedAssistant } from '#shared/features/ground/assistants/contract.ts'
import { ENDING_DAYS_NOTED, UNUSED_DAYS_NOTED } from '#shared/features/ground/assistants/rules.ts'
import { countedIn } from '#shared/format/count.ts'
import { daysBetween } from '#shared/format/day.ts'
import { MomentDay, RelativeTime } from '#web/ui/cells/moment.tsx'
import { StatusBadge } from '#web/ui/cells/status-badge.tsx'
import { Failed } from '#web/ui/feedback/failed.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { useDayOf, useToday } from '#web/ui/hooks/use-day.ts'
import { Button } from '#web/ui/input/button.tsx'
import { useConfirm } from '#web/ui/overlay/confirm.ts'
import { disconnectQuestion, MESSAGES } from './messages.ts'
import { assistantsQuery, useDisconnectAssistant } from './queries.ts'
import { TileBadge } from './tile-badge.tsx'

function Row({ assistant }: { assistant: ConnectedAssistant }) {
  const { id, name, host, may_write: mayWrite, connected_at: connected, last_used_at: used } = assistant
  const today = useToday()
  const { mutate: disconnect, isPending } = useDisconnectAssistant()
  const confirm = useConfirm()
  const unused = daysBetween(useDayOf(used ?? connected), today)
  const isIdle = unused >= UNUSED_DAYS_NOTED
  const daysLeft = daysBetween(today, useDayOf(assistant.ends_at))
  const ask = async () => {
    if (await confirm(disconnectQuestion(assistant))) disconnect(id)
  }
  return (
    <li>
      <TileBadge name={name} />
      <div>
        <span className="inline-cluster gap-8 row-gap-2">
          <h3 className="break-words">{name}</h3>
          <StatusBadge label={mayWrite ? 'Read and prepare' : 'Read'} tone={mayWrite ? 'note' : 'quiet'} />
          {isIdle && <StatusBadge label={`Not used for ${countedIn(unused, 'day')}`} tone="warn" />}
        </span>
        <p className="meta break-words">
          {host} · connected <MomentDay moment={connected} />
          {used === null ? (
            ' · never used'
          ) : (
            <>
              {' · used '}
              <RelativeTime moment={used} />
            </>
          )}
        </p>
        {isIdle && (
          <p className="meta">
            Disconnects on <MomentDay moment={assistant.ends_at} /> unless you use it before
          </p>
        )}
        {!isIdle && daysLeft <= ENDING_DAYS_NOTED && (
          <p className="meta">
            Disconnects on <MomentDay moment={assistant.ends_at} />, a year after you connected it
          </p>
        )}
      </div>
      <Button
        size="small"
        danger
        aria-label={`Disconnect ${name}`}
        loading={isPending}
        onClick={() => void ask()}
      >
        Disconnect
      </Button>
    </li>
  )
}

/** The user's connected assistants; `children` is the way to one more. */
export function ConnectedPanel({ children }: { children: ReactNode }) {
  const { data, error, refetch } = useQuery(assistantsQuery)
  const isOff = data?.allowed === 'off'
  return (
    <section className="sheet side-panel" aria-labelledby="assistants-title">
      <div className="row gap-8">
        <h2 id="assistants-title">{MESSAGES.title}</h2>
        {data && !isOff && children}
      </div>
      {isOff && <p className="quiet">{MESSAGES.off}</p>}
      {data && !isOff && data.assistants.length === 0 && <p className="quiet">{MESSAGES.none}</p>}
      {data && data.assistants.length > 0 && (
        <ul className="assistant-rows">
          {data.assistants.map((assistant) => (
            <Row key={assistant.id} assistant={assistant} />
          ))}
        </ul>
      )}
      {!data && error && (
        <Failed title={MESSAGES.notLoaded} message={error.message} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton lines={3} />}
    </section>
  )
}
