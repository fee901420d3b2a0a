import { useQuery } from '@tanstack/react-query'
import { Pagination } from 'antd'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { type Stat, WINNERS_PAGE_SIZE, type WinnerRow } from '#shared/features/share-of-voice/contract.ts'
import { handleError } from '#web/api/handle-error.ts'
import { Empty } from '#web/ui/empty.tsx'
import { Failed } from '#web/ui/failed.tsx'
import { PercentBar } from '#web/ui/percent-bar.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { EMPTY_WINNERS, FAILURES } from './messages.ts'
import { downloadDay, hasReportQuery, winnersQuery } from './queries.ts'
import { ResultCell } from './result-cell.tsx'
import type { ReportsSearch } from './search.ts'

const WEEKDAY = new Intl.DateTimeFormat('en-US', { weekday: 'narrow', timeZone: 'UTC' })
const MONTH = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' })
const at = (day: string) => new Date(`${day}T00:00:00Z`)
const isWeekend = (day: string) => [0, 6].includes(at(day).getUTCDay())

/** The months of the days, each with how many of its days there are. */
function monthsOf(days: readonly string[]) {
  const counts = new Map<string, number>()
  for (const day of days) counts.set(day.slice(0, 7), (counts.get(day.slice(0, 7)) ?? 0) + 1)
  return [...counts].map(([month, count]) => ({ month, count }))
}

/** Where not all days fit, the latest ones are seen first. */
function useLatestFirst(count: number) {
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    if (count > 0) box.current?.scrollTo({ left: box.current.scrollWidth })
  }, [count])
  return box
}

interface SortHeaderProps {
  label: string
  by: ReportsSearch['sort']
  search: ReportsSearch
  onChange: (patch: Partial<ReportsSearch>) => void
  isNumeric?: boolean
}

function SortHeader({ label, by, search, onChange, isNumeric = false }: SortHeaderProps) {
  const isSorted = search.sort === by
  const isUp = search.sortOrder === 'asc'
  const Arrow = isUp ? ArrowUp : ArrowDown
  const next = isSorted ? (isUp ? 'desc' : 'asc') : by === 'keyword' ? 'asc' : 'desc'
  return (
    <th
      scope="col"
      rowSpan={2}
      className={isNumeric ? 'sortable numeric last-column' : 'sortable first-column'}
      aria-sort={isSorted ? (isUp ? 'ascending' : 'descending') : 'none'}
    >
      <button type="button" onClick={() => onChange({ sort: by, sortOrder: next, page: 1 })}>
        {label} {isSorted && <Arrow size={12} aria-hidden="true" />}
      </button>
    </th>
  )
}

function DayHeader({ day, hasFile }: { day: string; hasFile: boolean }) {
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
      >
        {Number(day.slice(8))}
      </button>
    </th>
  )
}

interface RowProps {
  row: WinnerRow
  days: readonly string[]
  onCompare: (stat: Stat) => void
}

function MatrixRow({ row, days, onCompare }: RowProps) {
  return (
    <tr>
      <th scope="row" className="first-column">
        <span className="ellipsis" title={row.keyword}>
          {row.keyword}
        </span>
      </th>
      <td className="sites-column">
        {row.sites.map(({ site_id, display_name, logo_url }) => (
          <img key={site_id} src={logo_url} alt={display_name} title={display_name} width={20} height={20} />
        ))}
      </td>
      {days.map((day) => (
        <td key={day} className={isWeekend(day) ? 'day-column weekend' : 'day-column'}>
          <ResultCell
            keyword={row.keyword}
            day={day}
            stats={row.stats.filter(({ created_at: of }) => of === day)}
            onCompare={onCompare}
          />
        </td>
      ))}
      <td className="numeric last-column">
        <PercentBar value={row.winning_percentage} />
      </td>
    </tr>
  )
}

interface WinnersTableProps {
  search: ReportsSearch
  onChange: (patch: Partial<ReportsSearch>) => void
  onCompare: (stat: Stat) => void
}

/** The matrix of tracked keywords: a row each, a column per day, and how often ours won. */
export function WinnersTable({ search, onChange, onCompare }: WinnersTableProps) {
  const winners = useQuery(winnersQuery(search))
  const { data, isFetching } = winners
  const report = useQuery(hasReportQuery(search.range))
  const { data: files } = report
  const days = Object.keys(files ?? {}).sort()
  const box = useLatestFirst(data === undefined ? 0 : days.length)
  const failed = winners.error ?? report.error
  const retry = () => {
    for (const query of [winners, report]) if (query.error) void query.refetch()
  }
  if (failed && !(data && files)) {
    return <Failed title={FAILURES.winners} message={failed.message} onRetry={retry} />
  }
  if (!data || !files) return <Skeleton lines={10} />
  if (data.data.length === 0) return <Empty text={EMPTY_WINNERS} />
  return (
    <section className="table" aria-label="Keyword Winners">
      <div className="table-box" aria-busy={isFetching}>
        {isFetching && <div className="progress-line" role="progressbar" aria-label="Refreshing" />}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled with the keyboard */}
        <section className="matrix-scroll" ref={box} tabIndex={0} aria-label="Results by day">
          <table className="matrix">
            <thead>
              <tr>
                <SortHeader label="Keyword" by="keyword" search={search} onChange={onChange} />
                <th scope="col" rowSpan={2} className="sites-column">
                  Sites
                </th>
                {monthsOf(days).map(({ month, count }) => (
                  <th key={month} scope="colgroup" colSpan={count} className="month-column">
                    <span>{MONTH.format(at(`${month}-01`))}</span>
                  </th>
                ))}
                <SortHeader
                  label="Win %"
                  by="winning_percentage"
                  search={search}
                  onChange={onChange}
                  isNumeric
                />
              </tr>
              <tr>
                {days.map((day) => (
                  <DayHeader key={day} day={day} hasFile={files[day] === true} />
                ))}
              </tr>
            </thead>
            <tbody>
              {data.data.map((row) => (
                <MatrixRow key={row.keyword_id} row={row} days={days} onCompare={onCompare} />
              ))}
            </tbody>
          </table>
        </section>
        <Pagination
          size="small"
          align="end"
          current={search.page}
          pageSize={WINNERS_PAGE_SIZE}
          total={data.meta.total}
          showSizeChanger={false}
          hideOnSinglePage
          showTotal={(total, [first, last]) => `${first}–${last} of ${total.toLocaleString('en-US')}`}
          onChange={(page) => onChange({ page })}
        />
      </div>
    </section>
  )
}
