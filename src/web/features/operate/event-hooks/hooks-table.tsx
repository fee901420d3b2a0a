import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Webhook } from 'lucide-react'
import type { ReactNode } from 'react'
import { SCREENS } from '#shared/access/screens.ts'
import type { EventHook } from '#shared/features/operate/event-hooks/contract.ts'
import { FAILING_DAYS, FORMAT_LABELS } from '#shared/features/operate/event-hooks/rules.ts'
import { NearMoment, RelativeTime } from '#web/ui/cells/moment.tsx'
import { StatusBadge } from '#web/ui/cells/status-badge.tsx'
import { DataTable } from '#web/ui/data-table.tsx'
import { Button } from '#web/ui/input/button.tsx'
import type { TableColumn } from '#web/ui/list/column.ts'
import { HookHoursChart } from './hook-hours-chart.tsx'
import { answeredWords, eventsWords, MESSAGES, reachWords, STATE_LOOKS } from './messages.ts'

const ROW_HEIGHT = 56
const USUAL = 4

function Name({ id, name, host }: EventHook) {
  return (
    <span className="two-lines">
      <Link
        to={SCREENS.eventHook.path}
        params={{ id: String(id) }}
        className="medium break-words"
        activeOptions={{ exact: true }}
      >
        {name}
      </Link>
      <span className="meta break-words">{host}</span>
    </span>
  )
}

/** What became of the last request, or why there are no more. */
function Outcome({ state, last, paused_by: pauser }: EventHook) {
  if (state === 'paused')
    return <>{pauser ? `paused by ${pauser.name}` : `paused after ${FAILING_DAYS} days without success`}</>
  if (state === 'gone') return <>410: doesn’t want events any more</>
  if (last === null) return null
  if (last.arrived) return <>{answeredWords(last.status, last.ms)}</>
  return (
    <span title={last.error ?? undefined}>
      {last.status ?? 'no answer'}
      {last.next_try_at !== null && (
        <>
          , next try at <NearMoment moment={last.next_try_at} />
        </>
      )}
    </span>
  )
}

function LastSend(hook: EventHook) {
  const moment = hook.last?.at ?? null
  return (
    <span className="two-lines hook-last">
      {moment === null ? (
        <span className="quiet">{MESSAGES.nothingSent}</span>
      ) : (
        <RelativeTime moment={moment} />
      )}
      <span className="meta">
        <Outcome {...hook} />
      </span>
    </span>
  )
}

const COLUMNS: readonly TableColumn<EventHook>[] = [
  { key: 'name', title: 'Name', place: 'name', required: true, render: Name },
  {
    key: 'format',
    title: 'Format',
    place: 'note',
    required: true,
    labelled: true,
    render: ({ format }) => FORMAT_LABELS[format],
  },
  {
    key: 'events',
    title: 'Events',
    required: true,
    labelled: true,
    render: (hook) => (
      <span className="two-lines">
        <span>{eventsWords(hook.types)}</span>
        <span className="meta">{reachWords(hook)}</span>
      </span>
    ),
  },
  {
    key: 'hours',
    title: 'Last 24 hours',
    place: 'state',
    required: true,
    render: ({ hours }) => <HookHoursChart hours={hours} />,
  },
  { key: 'last', title: 'Last event', required: true, labelled: true, render: LastSend },
  {
    key: 'state',
    title: 'State',
    place: 'figure',
    required: true,
    render: ({ state }) => <StatusBadge {...STATE_LOOKS[state]} />,
  },
]

/** Without hooks there is only a sentence, no column heads. */
const drawNothing = () => null
const keyOf = ({ id }: EventHook) => id

interface HooksTableProps {
  rows: readonly EventHook[] | undefined
  query: Pick<UseQueryResult, 'isPending' | 'error' | 'refetch' | 'dataUpdatedAt'>
  /** Creates the first one. */
  newLink: ReactNode
  /** There are hooks, but none matches the search. */
  isFiltered: boolean
  onShowAll: () => void
  onOpen: (id: number) => void
}

/** The hooks, with whether their events arrive. */
export function HooksTable({ rows, query, newLink, isFiltered, onShowAll, onOpen }: HooksTableProps) {
  return (
    <div className="hooks-list">
      <DataTable
        name="event-hooks"
        label={SCREENS.eventHooks.title}
        columns={COLUMNS}
        rows={rows}
        rowKey={keyOf}
        {...(rows?.length === 0 ? { draw: drawNothing } : {})}
        rowHeight={ROW_HEIGHT}
        expected={USUAL}
        // The screen reads the hooks every five seconds, and says so itself if it cannot.
        query={{ ...query, isFetching: query.isPending, error: rows ? null : query.error }}
        failTitle={MESSAGES.notListed}
        empty={
          isFiltered
            ? { text: MESSAGES.noMatch, action: <Button onClick={onShowAll}>{MESSAGES.showAll}</Button> }
            : {
                icon: <Webhook size={28} aria-hidden="true" className="hook-mark" />,
                title: MESSAGES.none,
                text: MESSAGES.noneWhy,
                action: newLink,
              }
        }
        onOpen={({ id }) => onOpen(id)}
      />
    </div>
  )
}
