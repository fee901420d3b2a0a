import { useQuery } from '@tanstack/react-query'
import { winningPercentage } from '#shared/features/share-of-voice/rules.ts'
import { PercentBar } from '#web/ui/cells/percent-bar.tsx'
import { Failed } from '#web/ui/failed.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { daysWord, FAILURES, RESULT_LABELS } from './messages.ts'
import { calendarQuery } from './queries.ts'

const NAME = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' })

interface YearPanelProps {
  keywordId: number
  /** As `2026`. */
  year: string
  today: string
  onMonth: (month: string) => void
}

/** A year of a keyword: for each month, how many of its days were won and lost. */
export function YearPanel({ keywordId, year, today, onMonth }: YearPanelProps) {
  const range = { from: `${year}-01-01`, to: `${year}-12-31` }
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery(calendarQuery(keywordId, range))
  if (error && !data) {
    return <Failed title={FAILURES.calendar} message={error.message} onRetry={() => void refetch()} />
  }
  if (!data) return <Skeleton lines={6} />
  const months = Array.from({ length: 12 }, (_, index) => `${year}-${String(index + 1).padStart(2, '0')}`)
  const thisMonth = today.slice(0, 'yyyy-mm'.length)
  return (
    <ul className="year-grid" aria-label={year} aria-busy={isFetching}>
      {months.map((month) => {
        const days = data.days.filter(({ day }) => day.startsWith(month))
        // Until this year is there, the days are those of another.
        const isUnknown = days.length === 0 && month <= thisMonth && !isPlaceholderData
        const won = days.filter((day) => day.won > 0).length
        return (
          <li key={month}>
            <button
              type="button"
              className={isUnknown ? 'year-month no-data' : 'year-month'}
              disabled={month > thisMonth}
              onClick={() => onMonth(month)}
            >
              <strong>{NAME.format(new Date(`${month}-01T00:00:00Z`))}</strong>
              {days.length > 0 ? (
                <>
                  <span className="year-counts tabular">
                    <span className="won">
                      {RESULT_LABELS.won} {daysWord(won)}
                    </span>
                    <span className="lost">
                      {RESULT_LABELS.lost} {daysWord(days.length - won)}
                    </span>
                  </span>
                  <PercentBar value={winningPercentage(days)} />
                </>
              ) : (
                isUnknown && <span className="day-words">no data</span>
              )}
            </button>
          </li>
        )
      })}
    </ul>
  )
}
