import { useQuery } from '@tanstack/react-query'
import type { Calendar } from '#shared/features/market/share-of-voice/contract.ts'
import { lastDayOf, winningPercentage } from '#shared/features/market/share-of-voice/rules.ts'
import { daysUpTo } from '#shared/format/day.ts'
import { significant } from '#shared/format/percent.ts'
import { PercentBar } from '#web/ui/cells/percent-bar.tsx'
import { Failed } from '#web/ui/feedback/failed.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { daysWord, FAILURES, notTracked, RESULT_LABELS, WIN_RULE } from './messages.ts'
import { calendarQuery } from './queries.ts'
import { countUnknown, ResultsList } from './results-list.tsx'

const NAME = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' })

interface MonthTileProps {
  month: string
  days: Calendar['days']
  /** How a month without data is shown; null while it is unknown. */
  unknown: 'no-data' | 'not-tracked' | null
  since: string | null
  isToCome: boolean
  onMonth: (month: string) => void
}

function MonthTile({ month, days, unknown, since, isToCome, onMonth }: MonthTileProps) {
  const won = days.filter((day) => day.won > 0).length
  return (
    <button
      type="button"
      className={unknown ? `year-month stack gap-6 ${unknown}` : 'year-month stack gap-6'}
      disabled={isToCome}
      onClick={() => onMonth(month)}
    >
      <strong>{NAME.format(new Date(`${month}-01T00:00:00Z`))}</strong>
      {days.length > 0 && (
        <>
          <span className="row align-stretch gap-12 small tabular">
            <span className="won good-text">
              {RESULT_LABELS.won} {daysWord(won)}
            </span>
            <span className="lost bad-text">
              {RESULT_LABELS.lost} {daysWord(days.length - won)}
            </span>
          </span>
          <PercentBar value={winningPercentage(days)} />
        </>
      )}
      {unknown && (
        <span className="day-words self-start wide-only">
          {unknown === 'no-data' ? 'no data' : notTracked(since)}
        </span>
      )}
    </button>
  )
}

interface YearPanelProps {
  keywordId: number
  /** As `2026`. */
  year: string
  today: string
  onMonth: (month: string) => void
}

/** The past days of a year without data. */
function emptyDays({ days }: Calendar, { year, today }: Pick<YearPanelProps, 'year' | 'today'>) {
  const known = new Set(days.map(({ day }) => day))
  return daysUpTo(`${year}-12-31`, 366).filter(
    (day) => day.startsWith(year) && day < today && !known.has(day),
  )
}

function YearSummary({ data, year, today }: { data: Calendar } & Pick<YearPanelProps, 'year' | 'today'>) {
  const won = data.days.filter((day) => day.won > 0).length
  const share = winningPercentage(data.days)
  const unknown = countUnknown(emptyDays(data, { year, today }), data.tracked_since)
  return (
    <aside className="month-summary" aria-label={`${year} in numbers`}>
      <p className="quiet">Win %, {year}</p>
      <p className="month-share tabular">{share === null ? '-' : significant(share)}</p>
      <ResultsList won={won} lost={data.days.length - won} {...unknown} />
      <p className="meta">{WIN_RULE}</p>
    </aside>
  )
}

/** A keyword's year: the numbers of days won and lost per month. */
export function YearPanel({ keywordId, year, today, onMonth }: YearPanelProps) {
  const range = { from: `${year}-01-01`, to: `${year}-12-31` }
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery(calendarQuery(keywordId, range))
  if (error && !data) {
    return <Failed title={FAILURES.calendar} message={error.message} onRetry={() => void refetch()} />
  }
  if (!data) return <Skeleton lines={6} />
  const since = data.tracked_since
  const months = Array.from({ length: 12 }, (_, index) => `${year}-${String(index + 1).padStart(2, '0')}`)
  const thisMonth = today.slice(0, 'yyyy-mm'.length)
  /** Until this year is loaded, the data is that of another year. */
  const unknownOf = (month: string) => {
    if (isPlaceholderData || month > thisMonth || data.days.some(({ day }) => day.startsWith(month)))
      return null
    return since !== null && lastDayOf(month) >= since ? 'no-data' : 'not-tracked'
  }
  return (
    <div className="month">
      <ul className="year-grid" aria-label={year} aria-busy={isFetching}>
        {months.map((month) => (
          <li key={month}>
            <MonthTile
              month={month}
              days={data.days.filter(({ day }) => day.startsWith(month))}
              unknown={unknownOf(month)}
              since={since}
              isToCome={month > thisMonth}
              onMonth={onMonth}
            />
          </li>
        ))}
      </ul>
      {isPlaceholderData ? (
        <div className="month-summary">
          <Skeleton lines={8} />
        </div>
      ) : (
        <YearSummary data={data} year={year} today={today} />
      )}
    </div>
  )
}
