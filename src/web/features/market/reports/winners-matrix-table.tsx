import { ArrowDown, ArrowUp } from 'lucide-react'
import { memo, type ReactNode, useEffect, useRef, useState } from 'react'
import type { Stat, WinnerRow } from '#shared/features/market/share-of-voice/contract.ts'
import { handleError } from '#web/api/handle-error.ts'
import { PercentBar } from '#web/ui/cells/percent-bar.tsx'
import type { TableOrder } from '#web/ui/data-table.tsx'
import { NARROW, useMedia } from '#web/ui/hooks/use-media.ts'
import { gridCell, useGridKeys } from '#web/ui/input/use-grid-keys.ts'
import { onDemand } from '#web/ui/overlay/on-demand.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { SiteLogosBadge } from '../../ground/sites/site-badge.tsx'
import { FAILURES } from './messages.ts'
import { MovementCell } from './movement-cell.tsx'
import { downloadDay } from './queries.ts'
import { type ChosenDay, type DayStat, ResultCell } from './result-cell.tsx'
import type { ReportsSearch } from './search.ts'

declare module 'react' {
  interface CSSProperties {
    /** The number of day columns; the keyword column takes the remaining width. */
    '--days'?: number
  }
}

const ResultStoriesCard = onDemand(() =>
  import('./result-stories-card.tsx').then(({ ResultStoriesCard }) => ResultStoriesCard),
)

const WEEKDAY = new Intl.DateTimeFormat('en-US', { weekday: 'narrow', timeZone: 'UTC' })
const MONTH = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' })
const at = (day: string) => new Date(`${day}T00:00:00Z`)
const isWeekend = (day: string) => [0, 6].includes(at(day).getUTCDay())

/** The row index of the header in keyboard navigation. */
const HEAD = 0

/** The months of the days, each with the number of its days. */
function monthsOf(days: readonly string[]) {
  const counts = new Map<string, number>()
  for (const day of days) counts.set(day.slice(0, 7), (counts.get(day.slice(0, 7)) ?? 0) + 1)
  return [...counts].map(([month, count]) => ({ month, count }))
}

/** If not all days fit, scrolls to the latest. */
function useLatestFirst(count: number) {
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    if (count > 0) box.current?.scrollTo({ left: box.current.scrollWidth })
  }, [count])
  return box
}

interface SortProps {
  label: string
  by: ReportsSearch['sort']
  order: TableOrder
  /** Its column index in keyboard navigation. */
  column: number
}

/** A header button that sorts by a column, with the current direction. */
function SortButton({ label, by, order: { sort, onSort }, column }: SortProps) {
  const isSorted = sort?.key === by
  const isUp = sort?.order === 'asc'
  const Arrow = isUp ? ArrowUp : ArrowDown
  const next = isSorted ? (isUp ? 'desc' : 'asc') : by === 'keyword' ? 'asc' : 'desc'
  return (
    <button type="button" onClick={() => onSort?.({ key: by, order: next })} {...gridCell(HEAD, column)}>
      {label} {isSorted && <Arrow size={12} aria-hidden="true" />}
    </button>
  )
}

interface SortHeaderProps extends SortProps {
  className: string
  children?: ReactNode
}

function SortHeader({ className, children, ...sort }: SortHeaderProps) {
  const { by, order } = sort
  const isSorted = order.sort?.key === by
  const way = order.sort?.order === 'asc' ? 'ascending' : 'descending'
  return (
    <th scope="col" rowSpan={2} className={`sortable ${className}`} aria-sort={isSorted ? way : 'none'}>
      <SortButton {...sort} />
      {children}
    </th>
  )
}

function DayHeader({ day, hasFile, column }: { day: string; hasFile: boolean; column: number }) {
  const save = () =>
    void downloadDay(day)
      .then((file) => saveFile(file, `share-of-voice-${day}.csv`))
      .catch(handleError(FAILURES.download))
  return (
    <th scope="col" className={isWeekend(day) ? 'day-column weekend' : 'day-column'}>
      <span aria-hidden="true">{WEEKDAY.format(at(day))}</span>
      <button
        type="button"
        disabled={!hasFile}
        title={`CSV of ${day}`}
        aria-label={`CSV of ${day}`}
        onClick={save}
        {...gridCell(HEAD, column)}
      >
        {Number(day.slice(8))}
      </button>
    </th>
  )
}

const MOST_LOGOS = 3

const NO_STATS: readonly DayStat[] = []

interface RowProps {
  row: WinnerRow
  /** Its row index in keyboard navigation. */
  index: number
  days: readonly string[]
  range: number
  /** The details are shown below the keyword. */
  isNarrow: boolean
  /** The day whose stories are shown. */
  openDay: string | null
  onOpen: (chosen: ChosenDay) => void
}

const MatrixRow = memo(function MatrixRow({ row, index, days, range, isNarrow, openDay, onOpen }: RowProps) {
  const byDay = Map.groupBy(row.stats, ({ created_at: day }) => day)
  const { winning_percentage: share, previous_percentage: before } = row
  const movement = <MovementCell now={share} before={before} range={range} />
  return (
    <tr>
      <th scope="row" className="first-column">
        <span className="ellipsis" title={row.keyword}>
          {row.keyword}
        </span>
        {isNarrow && (
          <span className="row align-stretch gap-10 small regular tabular">
            <PercentBar value={share} />
            {movement}
          </span>
        )}
      </th>
      {!isNarrow && (
        <td className="sites-column">
          <SiteLogosBadge sites={row.sites} most={MOST_LOGOS} />
        </td>
      )}
      {days.map((day, at) => (
        <td key={day} className={isWeekend(day) ? 'day-column weekend' : 'day-column'}>
          <ResultCell
            row={row}
            day={day}
            stats={byDay.get(day) ?? NO_STATS}
            at={{ row: index, column: at + 1 }}
            isOpen={day === openDay}
            onOpen={onOpen}
          />
        </td>
      ))}
      {!isNarrow && (
        <>
          <td className="numeric share-column">
            <PercentBar value={share} />
          </td>
          <td className="numeric last-column">{movement}</td>
        </>
      )}
    </tr>
  )
})

interface WinnersMatrixProps extends TableOrder {
  rows: readonly WinnerRow[]
  /** Whether a file exists, for each day of the range. */
  files: Readonly<Record<string, boolean>>
  days: readonly string[]
  /** The number of days. */
  range: number
  onCompare: (stat: Stat) => void
}

/**
 * A row for each keyword and a column for each day. The grid is a single tab stop; arrow keys move between
 * cells.
 */
export function WinnersMatrixTable({ rows, files, days, range, onCompare, ...order }: WinnersMatrixProps) {
  const box = useLatestFirst(days.length)
  const grid = useGridKeys<HTMLTableElement>({ row: HEAD + 1, column: days.length })
  const isNarrow = useMedia(NARROW)
  const share = { label: 'Win %', by: 'winning_percentage', column: days.length + 1, order } as const
  const [chosen, setChosen] = useState<ChosenDay | null>(null)
  // Rows loaded in the meantime have new cells.
  const shown = chosen?.anchor.isConnected ? chosen : null
  const toggle = useRef((next: ChosenDay) =>
    setChosen((before) => (before?.anchor === next.anchor ? null : next)),
  )
  return (
    <section
      className="matrix-scroll"
      ref={box}
      aria-label="Results by day"
      style={{ '--days': days.length }}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its cells are gone through with arrow keys */}
      <table className="matrix" role="grid" aria-label="Keyword Winners" aria-readonly {...grid}>
        <thead>
          <tr>
            <SortHeader label="Keyword" by="keyword" column={0} order={order} className="first-column">
              {isNarrow && <SortButton {...share} />}
            </SortHeader>
            {!isNarrow && (
              <th scope="col" rowSpan={2} className="sites-column">
                Sites
              </th>
            )}
            {monthsOf(days).map(({ month, count }) => (
              <th key={month} scope="colgroup" colSpan={count} className="month-column">
                <span>{MONTH.format(at(`${month}-01`))}</span>
              </th>
            ))}
            {!isNarrow && (
              <>
                <SortHeader {...share} className="numeric share-column" />
                <th
                  scope="col"
                  rowSpan={2}
                  className="numeric last-column"
                  title={`Change in Win %, in points, vs. the previous ${range} days`}
                >
                  Change
                </th>
              </>
            )}
          </tr>
          <tr>
            {days.map((day, index) => (
              <DayHeader key={day} day={day} hasFile={files[day] === true} column={index + 1} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <MatrixRow
              key={row.keyword_id}
              row={row}
              index={HEAD + 1 + index}
              days={days}
              range={range}
              isNarrow={isNarrow}
              openDay={shown?.keywordId === row.keyword_id ? shown.day : null}
              onOpen={toggle.current}
            />
          ))}
        </tbody>
      </table>
      {shown && <ResultStoriesCard chosen={shown} onClose={() => setChosen(null)} onCompare={onCompare} />}
    </section>
  )
}
