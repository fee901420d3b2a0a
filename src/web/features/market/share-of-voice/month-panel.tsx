import { useQuery } from '@tanstack/react-query'
import type { Calendar, Stat } from '#shared/features/market/share-of-voice/contract.ts'
import { lastDayOf, weeksOf, winningPercentage } from '#shared/features/market/share-of-voice/rules.ts'
import { significant } from '#shared/format/percent.ts'
import { Failed } from '#web/ui/feedback/failed.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { AnnotationsList } from './annotations-list.tsx'
import { DayCell } from './day-cell.tsx'
import { EmptyMonthPanel } from './empty-month-panel.tsx'
import { FAILURES, WIN_RULE } from './messages.ts'
import { calendarQuery, statsQuery } from './queries.ts'
import { countUnknown, ResultsList } from './results-list.tsx'

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const MOST_RIVALS = 3

interface SummaryProps extends Pick<Calendar, 'days' | 'annotations'> {
  stats: readonly Stat[]
  unknown: ReturnType<typeof countUnknown>
  monthName: string
}

function Summary({ days, annotations, stats, unknown, monthName }: SummaryProps) {
  const won = days.filter((day) => day.won > 0).length
  const share = winningPercentage(days)
  const rivals = new Map<string, number>()
  for (const { publisher, is_winning: isWinning } of stats)
    if (!isWinning) rivals.set(publisher, (rivals.get(publisher) ?? 0) + 1)
  const worst = [...rivals].sort(([, one], [, other]) => other - one).slice(0, MOST_RIVALS)
  return (
    <aside className="month-summary" aria-label={`${monthName} in numbers`}>
      <p className="quiet">Win %, {monthName}</p>
      <p className="month-share tabular">{share === null ? '-' : significant(share)}</p>
      <ResultsList won={won} lost={days.length - won} {...unknown} />
      {worst.length > 0 && (
        <>
          <p className="quiet">Top competitors</p>
          <dl>
            {worst.map(([publisher, count]) => (
              <div key={publisher} className="month-rival">
                <dt className="ink">{publisher}</dt>
                <dd>{count}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
      <AnnotationsList annotations={annotations} />
      <p className="meta">{WIN_RULE}</p>
    </aside>
  )
}

interface MonthPanelProps {
  keywordId: number
  /** As `2026-11`. */
  month: string
  monthName: string
  today: string
  onCompare: ((stat: Stat) => void) | undefined
}

/** A keyword's month: the holder on each day, and the month's figures. */
export function MonthPanel({ keywordId, month, monthName, today, onCompare }: MonthPanelProps) {
  const range = { from: `${month}-01`, to: lastDayOf(month) }
  const stats = useQuery(statsQuery(keywordId, range))
  const calendar = useQuery(calendarQuery(keywordId, range))
  const failed = stats.error ?? calendar.error
  const retry = () => {
    for (const query of [stats, calendar]) if (query.error) void query.refetch()
  }
  if (failed && !(stats.data && calendar.data)) {
    return <Failed title={FAILURES.calendar} message={failed.message} onRetry={retry} />
  }
  if (!stats.data || !calendar.data) return <EmptyMonthPanel month={month} />
  // Until this month is loaded, the data is that of the previous one.
  const isComing = stats.isPlaceholderData || calendar.isPlaceholderData
  const { days, annotations, tracked_since: since } = calendar.data
  const collected = new Set(days.map(({ day }) => day))
  const empty = weeksOf(month)
    .flat()
    .filter((day) => day.startsWith(month) && day < today && !collected.has(day))
  return (
    <div className="month">
      <table
        className="month-grid"
        aria-label={monthName}
        aria-busy={stats.isFetching || calendar.isFetching}
      >
        <thead>
          <tr>
            {WEEKDAYS.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <DayCell
                  key={day}
                  {...{ day, month, today, since, isComing, onCompare }}
                  stats={stats.data.filter(({ created_at: at }) => at === day)}
                  annotations={annotations.filter((each) => each.day === day)}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {isComing ? (
        <div className="month-summary">
          <Skeleton lines={8} />
        </div>
      ) : (
        <Summary
          days={days}
          annotations={annotations.filter(({ day }) => day.startsWith(month))}
          stats={stats.data}
          unknown={countUnknown(empty, since)}
          monthName={monthName}
        />
      )}
    </div>
  )
}
