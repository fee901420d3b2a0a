import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { FlagEvent } from '#shared/features/ground/feature-flags/contract.ts'
import { fullName } from '#shared/format/full-name.ts'
import { isConflict } from '#web/api/api-error.ts'
import { RelativeTime } from '#web/ui/cells/moment.tsx'
import { Avatar } from '#web/ui/cells/person.tsx'
import { Failed } from '#web/ui/feedback/failed.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { useRowHold } from '#web/ui/hold/use-row-hold.ts'
import { Button } from '#web/ui/input/button.tsx'
import { ACT_WORDS, FAILURES, NO_CHANGES, notUndone } from './messages.ts'
import { flagHistoryQuery, useUndoFlag } from './queries.ts'

const NOBODY = { first_name: 'The', last_name: 'server' }
/** Older changes are in the audit trail. */
const SHOWN = 8

/** A change in one line, with the old value struck through. */
function Deed({ act, before, after }: FlagEvent) {
  const isValue = act === 'changed' && before !== null && before.value !== after.value
  if (!isValue)
    return (
      <>
        <b>{after.feature_flag}</b> {ACT_WORDS[act]}
        {act === 'created' && <> as {String(after.value)}</>}
      </>
    )
  return (
    <>
      <b>{after.feature_flag}</b> from <s className="quiet">{String(before.value)}</s> to{' '}
      {String(after.value)}
    </>
  )
}

function EventItem({ event }: { event: FlagEvent }) {
  const undo = useUndoFlag()
  const who = event.user ?? NOBODY
  return (
    <li data-row-key={event.id}>
      <Avatar person={who} />
      <span className="flag-event stack break-words shrinkable">
        <span>
          <Deed {...event} />
        </span>
        <span className="meta">
          {fullName(who)}, <RelativeTime moment={event.changed_at} />
          {event.version !== null && (
            <>
              {' · '}
              <Button
                type="link"
                size="small"
                aria-label={`Undo: ${event.after.feature_flag} ${ACT_WORDS[event.act]}`}
                disabled={undo.isPending}
                onClick={() => undo.mutate(event)}
              >
                Undo
              </Button>
            </>
          )}
        </span>
        {undo.isError && <span role="alert">{notUndone(isConflict(undo.error))}</span>}
      </span>
    </li>
  )
}

/** The latest changes of flags with their users, and an undo. */
export function FlagHistoryPanel() {
  const { data, error, refetch } = useQuery(flagHistoryQuery)
  const list = useRef<HTMLUListElement>(null)
  const held = useRowHold(list, data)
  return (
    <section className="sheet side-panel" aria-labelledby="flag-history-title">
      <header>
        <h2 id="flag-history-title">Recent changes</h2>
      </header>
      {data === undefined && error && (
        <Failed title={FAILURES.history} message={error.message} onRetry={() => void refetch()} />
      )}
      {data === undefined && !error && <Skeleton lines={3} />}
      {data?.length === 0 && <p className="meta">{NO_CHANGES}</p>}
      {data !== undefined && data.length > 0 && (
        <ul className="flag-events stack gap-12" ref={list} {...held}>
          {data.slice(0, SHOWN).map((event) => (
            <EventItem key={event.id} event={event} />
          ))}
        </ul>
      )}
    </section>
  )
}
