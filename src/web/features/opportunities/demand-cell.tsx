import { demandShares, mondayOf, weekOfYear, YEAR_WEEKS } from '#shared/features/opportunities/rules.ts'
import { useToday } from '../share-of-voice/use-calendar-place.ts'
import { dayAndMonth } from './messages.ts'

/** Cells of the strip, in units of its picture. */
const CELL = 4
const GAP = 1
const STEP = CELL + GAP
const WIDTH = YEAR_WEEKS * STEP - GAP
const ABOVE = 7
const HEIGHT = 12
const FAINTEST = 0.08

/** The weeks of a strip in their order: from this one on. */
const weeksFrom = (week: number) =>
  Array.from({ length: YEAR_WEEKS }, (_, at) => ((week - 1 + at) % YEAR_WEEKS) + 1)

/** The ISO week of today, by the organisation's clocks. */
const useThisWeek = () => {
  const today = new Date(`${useToday()}T12:00:00Z`)
  return { week: weekOfYear(today), year: today.getUTCFullYear() }
}

/** The Monday of a peak that is ahead, `yyyy-MM-dd`. */
export function nextPeak(peakWeek: number, { week, year }: { week: number; year: number }): string {
  return mondayOf(peakWeek < week ? year + 1 : year, peakWeek)
}

const MONTHS = ['Jan', 'Mar', 'May', 'Jul', 'Sep', 'Nov']
const WEEKS_PER_MONTH = 4.345
/** A name does not begin where it would stick out. */
const ROOM = 4

/** The months above the strips of a table: where each second one begins. */
export function DemandHead() {
  const { week } = useThisWeek()
  const weeks = weeksFrom(week)
  return (
    <span className="demand-head">
      <span className="visually-hidden">Demand, the next 52 weeks</span>
      {MONTHS.map((name, at) => {
        const place = weeks.indexOf(Math.round(at * 2 * WEEKS_PER_MONTH) + 1)
        return (
          place <= YEAR_WEEKS - ROOM && (
            <span key={name} aria-hidden="true" style={{ left: `${(place / YEAR_WEEKS) * 100}%` }}>
              {name}
            </span>
          )
        )
      })}
    </span>
  )
}

/** The next 52 weeks, the darker the more is searched for, with the peak. */
export function DemandCell({ digits, peakWeek }: { digits: string | null; peakWeek: number | null }) {
  const now = useThisWeek()
  if (digits === null) return <span className="quiet">-</span>
  const shares = demandShares(digits)
  const weeks = weeksFrom(now.week)
  const peakAt = peakWeek === null ? -1 : weeks.indexOf(peakWeek)
  const said =
    peakWeek === null
      ? 'Demand of the next 52 weeks'
      : `Demand peaks on ${dayAndMonth(nextPeak(peakWeek, now))}`
  return (
    <svg
      className="demand-strip"
      viewBox={`0 0 ${WIDTH} ${ABOVE + HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={said}
    >
      {weeks.map((week, at) => (
        <rect
          key={week}
          x={at * STEP}
          y={ABOVE}
          width={CELL}
          height={HEIGHT}
          fillOpacity={Math.max(FAINTEST, (shares[week - 1] ?? 0) ** 1.6)}
        />
      ))}
      {peakAt >= 0 && (
        <path className="demand-peak" d={`M${peakAt * STEP - 1} 0h${CELL + 2}l${-(CELL + 2) / 2} 5z`} />
      )}
    </svg>
  )
}

/** Five dots, and when the peak comes next. */
export function SeasonCell({
  classification,
  peakWeek,
}: {
  classification: number | null
  peakWeek: number | null
}) {
  const now = useThisWeek()
  if (classification === null) return <span className="quiet">-</span>
  return (
    <span className="two-lines">
      <span className="season-dots" role="img" aria-label={`Seasonality ${classification} of 5`}>
        {[1, 2, 3, 4, 5].map((dot) => (
          <i key={dot} className={dot <= classification ? 'on' : ''} />
        ))}
      </span>
      {peakWeek !== null && <span className="meta nowrap">peak {dayAndMonth(nextPeak(peakWeek, now))}</span>}
    </span>
  )
}
