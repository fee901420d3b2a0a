import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { SCREENS } from '#shared/access/screens.ts'
import { RUN_GROUPS, type RunGroup } from '#shared/features/operate/runs/rules.ts'
import { counted } from '#shared/format/count.ts'
import { NearMoment } from '#web/ui/cells/moment.tsx'
import { StatusBadge } from '#web/ui/cells/status-badge.tsx'
import { DataTable } from '#web/ui/data-table.tsx'
import { useContentWidth } from '#web/ui/hooks/use-content-width.ts'
import { useToday } from '#web/ui/hooks/use-day.ts'
import { Button } from '#web/ui/input/button.tsx'
import type { RowKey, TableColumn } from '#web/ui/list/column.ts'
import { TableBody } from '#web/ui/list/table-body.tsx'
import { TableHead } from '#web/ui/list/table-head.tsx'
import { useSideways } from '#web/ui/list/use-sideways.ts'
import { EvidenceList } from './evidence-list.tsx'
import { ENDED, FAILURES, lengthWords, NO_MATCH, NO_NEXT, RUN_STATE_LABELS, VIEW_LABELS } from './messages.ts'
import { RunActionsCell } from './run-actions-cell.tsx'
import { RunHistoryChart } from './run-history-chart.tsx'
import { RunNameCell } from './run-name-cell.tsx'
import { RunProgressCell } from './run-progress-cell.tsx'
import type { PlacedRun } from './use-placed-runs.ts'

const ROW_HEIGHT = 56
const USUAL = 24
const ROW_KEYS = { s: '.run-stop, .run-resume', t: '.run-retry' } as const

const keyOf = ({ id }: PlacedRun) => id

function LastEnd({ last, reason }: PlacedRun) {
  return (
    <span className="run-lines">
      {last === null ? (
        <span className="quiet">none this week</span>
      ) : (
        <span>
          <NearMoment moment={last.ended_at} />, {lengthWords(last.seconds)}
        </span>
      )}
      {reason === null ? (
        last?.is_ok === false && <span className="meta tone-bad">failed</span>
      ) : (
        <span className="meta run-reason" title={reason}>
          {reason}
        </span>
      )}
    </span>
  )
}

const COLUMNS: readonly TableColumn<PlacedRun>[] = [
  { key: 'what', title: 'What', required: true, place: 'name', render: (run) => <RunNameCell {...run} /> },
  {
    key: 'state',
    title: 'State',
    required: true,
    place: 'figure',
    render: ({ state, hasEnded }) => <StatusBadge {...(hasEnded ? ENDED : RUN_STATE_LABELS[state])} />,
  },
  {
    key: 'since',
    title: 'Since and progress',
    required: true,
    place: 'foot',
    render: (run) => <RunProgressCell {...run} />,
  },
  { key: 'last', title: 'Last end', required: true, render: (run) => <LastEnd {...run} /> },
  {
    key: 'next',
    title: 'Next',
    required: true,
    render: ({ next_at: next, state, hasEnded }) =>
      next === null ? (
        <span className="quiet">{(hasEnded ? undefined : NO_NEXT[state]) ?? '–'}</span>
      ) : (
        <NearMoment moment={next} />
      ),
  },
  {
    key: 'recent',
    title: 'Last 14',
    required: true,
    render: ({ recent }) => <RunHistoryChart recent={recent} />,
  },
  {
    key: 'actions',
    title: 'Actions',
    required: true,
    place: 'actions',
    fixed: 'right',
    numeric: true,
    render: (run) => <RunActionsCell {...run} />,
  },
]

/** On a phone a card has room for the state, the progress and the actions. */
const ON_PHONE = ['what', 'state', 'since', 'actions']

/** A card shows the next time of work that waits for it. */
const onPhone = (column: TableColumn<PlacedRun>): TableColumn<PlacedRun> =>
  column.key !== 'since'
    ? column
    : {
        ...column,
        render: (run) =>
          run.since === null && run.next_at !== null ? (
            <span className="meta">
              next <NearMoment moment={run.next_at} />
            </span>
          ) : (
            <RunProgressCell {...run} />
          ),
      }

function useColumns(): readonly TableColumn<PlacedRun>[] {
  const room = useContentWidth()
  const today = useToday()
  // Other words for the same times tomorrow: new columns redraw all rows.
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  return useMemo(
    () =>
      room === 'phone'
        ? COLUMNS.filter(({ key }) => ON_PHONE.includes(key)).map(onPhone)
        : COLUMNS.filter(({ key }) => room === 'wide' || key !== 'recent'),
    [room, today],
  )
}

function GroupHeading({ group, rows, span }: { group: RunGroup; rows: readonly PlacedRun[]; span: number }) {
  const isOnTime = rows.every(({ state }) => state === 'on_time')
  return (
    <tr className="run-group">
      <th scope="rowgroup" colSpan={span}>
        {VIEW_LABELS[group]}
        <span className="meta">
          {counted(rows.length)}
          {isOnTime && ', all on time'}
        </span>
      </th>
    </tr>
  )
}

/** The rows under the headings of their groups. */
function Groups({
  rows,
  columns,
}: {
  rows: readonly PlacedRun[]
  columns: readonly TableColumn<PlacedRun>[]
}) {
  const scroller = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState<readonly RowKey[]>([])
  useSideways(scroller)
  return (
    <div className="table-scroll" ref={scroller}>
      <table className="data-rows run-rows">
        <TableHead columns={columns} sort={undefined} onSort={undefined} tick={undefined} opens />
        {RUN_GROUPS.map((group) => ({ group, own: rows.filter((row) => row.group === group) }))
          .filter(({ own }) => own.length > 0)
          .map(({ group, own }) => (
            <TableBody
              key={group}
              heading={<GroupHeading group={group} rows={own} span={columns.length + 1} />}
              columns={columns}
              rows={own}
              rowKey={keyOf}
              expand={{ render: (run) => <EvidenceList run={run} />, keys: open, onChange: setOpen }}
            />
          ))}
      </table>
    </div>
  )
}

interface RunsTableProps {
  rows: readonly PlacedRun[] | undefined
  query: Pick<UseQueryResult, 'isPending' | 'error' | 'refetch' | 'dataUpdatedAt'>
  toolbar: ReactNode
  onShowAll: () => void
}

/** Runs by group: what needs attention, what is running, what is scheduled. */
export function RunsTable({ rows, query, toolbar, onShowAll }: RunsTableProps) {
  const columns = useColumns()
  return (
    <DataTable
      name="runs"
      label={SCREENS.runs.title}
      columns={columns}
      draw={(shown) => <Groups rows={shown} columns={columns} />}
      rows={rows}
      rowKey={keyOf}
      rowKeys={ROW_KEYS}
      rowHeight={ROW_HEIGHT}
      expected={USUAL}
      // The page reads the runs every five seconds, and says so itself if it cannot.
      query={{ ...query, isFetching: query.isPending, error: rows ? null : query.error }}
      failTitle={FAILURES.list}
      empty={{ text: NO_MATCH, action: <Button onClick={onShowAll}>Show all</Button> }}
      toolbar={toolbar}
    />
  )
}
