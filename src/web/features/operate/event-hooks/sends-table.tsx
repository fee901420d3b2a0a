import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import type { EventHookDetails, EventSend } from '#shared/features/operate/event-hooks/contract.ts'
import { keysOf } from '#shared/format/keys.ts'
import { PAGE_SIZE } from '#shared/http/fields.ts'
import { FilterChips } from '#web/features/ground/filters/filter-chips-panel.tsx'
import { Count } from '#web/ui/cells/count.tsx'
import { NearMoment } from '#web/ui/cells/moment.tsx'
import { StatusBadge } from '#web/ui/cells/status-badge.tsx'
import type { TableColumn } from '#web/ui/list/column.ts'
import { List, type ListOf } from '#web/ui/list/list.tsx'
import { MESSAGES, sendLook } from './messages.ts'
import { sendsQuery } from './queries.ts'
import { askedOf, HookSearch, SEND_LOG_FILTERS } from './search.ts'
import { SendPanel } from './send-panel.tsx'

const ROW_HEIGHT = 44
const USUAL = 8

function Event({ type, label, site }: EventSend) {
  return (
    <span className="two-lines">
      <span className="medium">{type}</span>
      <span className="meta break-words">{[label, site].filter(Boolean).join(' · ')}</span>
    </span>
  )
}

const COLUMNS: readonly TableColumn<EventSend>[] = [
  { key: 'event', title: 'Event', place: 'name', required: true, render: Event },
  {
    key: 'tries',
    title: 'Tries',
    place: 'figure',
    required: true,
    numeric: true,
    labelled: true,
    render: ({ tries }) => <Count value={tries} />,
  },
  {
    key: 'status',
    title: 'Status',
    place: 'note',
    required: true,
    render: (send) => (
      <span title={send.error ?? undefined}>
        <StatusBadge {...sendLook(send)} />
      </span>
    ),
  },
  {
    key: 'ms',
    title: 'ms',
    place: 'foot',
    required: true,
    numeric: true,
    labelled: true,
    render: ({ ms }) => (ms === null ? '–' : <Count value={ms} />),
  },
  {
    key: 'when',
    title: 'When',
    place: 'state',
    required: true,
    numeric: true,
    render: ({ created_at: at }) => <NearMoment moment={at} hasSeconds />,
  },
]

const LOG: ListOf<EventSend, HookSearch> = {
  name: 'event-sends',
  label: 'Events',
  address: HookSearch,
  filters: keysOf(SEND_LOG_FILTERS),
  size: PAGE_SIZE,
  usual: USUAL,
  rowHeight: ROW_HEIGHT,
  rowKey: ({ id }) => id,
  failTitle: MESSAGES.sendsFailed,
  empty: MESSAGES.noSends,
  unmatched: { text: MESSAGES.noSendsMatch, clear: MESSAGES.clearFilters },
}

interface SendsTableProps {
  hook: EventHookDetails
  search: HookSearch
  /** Buttons beside the filters. */
  actions?: ReactNode
  onChange: (patch: Partial<HookSearch>) => void
}

/** The log of a hook, newest first; the address opens one of its events. */
export function SendsTable({ hook, search, actions, onChange }: SendsTableProps) {
  const { send: opened } = search
  const query = useQuery(sendsQuery(hook.id, askedOf(search), search.page))
  const isListed = query.data?.rows.some(({ id }) => id === opened)
  const keys = useMemo(() => (opened === undefined ? [] : [opened]), [opened])
  return (
    <div className="hook-sends">
      {opened !== undefined && isListed === false && (
        <section className="sheet side-panel mb-16" aria-label="One event">
          <SendPanel hook={hook} sendId={opened} />
        </section>
      )}
      <List
        of={LOG}
        search={search}
        onChange={onChange}
        // The log is read every five seconds, which needs no line above it.
        query={{ ...query, isFetching: query.isPending || query.isPlaceholderData }}
        columns={COLUMNS}
        onOpen={({ id }) => onChange({ send: id === opened ? undefined : id })}
        expand={{
          keys,
          render: ({ id }) => <SendPanel hook={hook} sendId={id} />,
          onChange: (next) => onChange({ send: next.map(String).find((id) => id !== opened) }),
        }}
        toolbar={
          <>
            <FilterChips
              filters={SEND_LOG_FILTERS}
              search={search}
              clear={MESSAGES.clearFilters}
              onChange={onChange}
            />
            <span className="meta push hook-live">{MESSAGES.live}</span>
            {actions}
          </>
        }
      />
    </div>
  )
}
