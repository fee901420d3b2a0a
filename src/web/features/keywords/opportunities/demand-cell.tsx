import {
  demandShares,
  mondayOf,
  type PublishBy,
  SEASONAL_FROM,
  weekOfYear,
  YEAR_WEEKS,
} from '#shared/features/keywords/opportunities/rules.ts'
import { daysBetween, dayWords } from '#shared/format/day.ts'
import { useToday } from '#web/ui/hooks/use-day.ts'

/** The size of a strip's cell in the chart's units. */
const CELL = 4
const GAP = 1
const STEP = CELL + GAP
const WIDTH = YEAR_WEEKS * STEP - GAP
const ABOVE = 7
const HEIGHT = 12
/** The space below for the publish-by date. */
const BELOW = 8
const DIAMOND = 3
const FAINTEST = 0.08

/** The weeks of a strip, starting with this one. */
const weeksFrom = (week: number) =>
  Array.from({ length: YEAR_WEEKS }, (_, at) => ((week - 1 + at) % YEAR_WEEKS) + 1)

/** The current ISO week in the organisation's time zone. */
const useThisWeek = () => {
  const today = new Date(`${useToday()}T12:00:00Z`)
  return { week: weekOfYear(today), year: today.getUTCFullYear() }
}

/** The Monday of the next peak, as `yyyy-MM-dd`. */
export function nextPeak(peakWeek: number, { week, year }: { week: number; year: number }): string {
  return mondayOf(peakWeek < week ? year + 1 : year, peakWeek)
}

const MONTHS = ['Jan', 'Mar', 'May', 'Jul', 'Sep', 'Nov']
const WEEKS_PER_MONTH = 4.345
/** A label must not start where it would overflow. */
const ROOM = 4

/** The months above the strips of a table, at the start of every second one. */
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

/** The cell of a day in a strip that starts with the current week; later days are in the last cell. */
const cellOf = (day: string, today: string) =>
  Math.min(YEAR_WEEKS - 1, Math.max(0, Math.floor((daysBetween(today, day) + weekday(today)) / 7)))

/** Days since Monday. */
const weekday = (day: string) => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7

const middleOf = (cell: number) => cell * STEP + CELL / 2

/** The publish-by date, with a line to the peak. */
function PublishMark({ by: { date, peak }, today }: { by: PublishBy; today: string }) {
  const x = middleOf(cellOf(date, today))
  const y = ABOVE + HEIGHT + BELOW / 2
  return (
    <>
      <path className="publish-way" d={`M${x} ${y}H${middleOf(cellOf(peak, today))}`} />
      <path
        className="publish-mark"
        d={`M${x - DIAMOND} ${y}l${DIAMOND} ${-DIAMOND}l${DIAMOND} ${DIAMOND}l${-DIAMOND} ${DIAMOND}z`}
      />
    </>
  )
}

/** The legend of the strips. */
export const DemandLegend = () => (
  <p className="cluster gap-8 row-gap-4 meta">
    <span>Next 52 weeks:</span>
    <span className="demand-scale" aria-hidden="true" /> demand
    <span className="demand-mark" aria-hidden="true" /> peak
    <span className="publish-sign" aria-hidden="true" /> publish by
  </p>
)

interface DemandCellProps {
  digits: string | null
  peakWeek: number | null
  by: PublishBy | null
}

/** The next 52 weeks, darker for more searches, with the peak and the publish-by date. */
export function DemandCell({ digits, peakWeek, by }: DemandCellProps) {
  const now = useThisWeek()
  const today = useToday()
  if (digits === null) return <span className="quiet">-</span>
  const shares = demandShares(digits)
  const weeks = weeksFrom(now.week)
  const peakAt = peakWeek === null ? -1 : weeks.indexOf(peakWeek)
  const said =
    peakWeek === null
      ? 'Demand of the next 52 weeks'
      : `Demand peaks on ${dayWords(nextPeak(peakWeek, now), today)}${by === null ? '' : `, publish by ${dayWords(by.date, today)}`}`
  return (
    <svg
      className="demand-strip"
      viewBox={`0 0 ${WIDTH} ${ABOVE + HEIGHT + BELOW}`}
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
      {by !== null && <PublishMark by={by} today={today} />}
    </svg>
  )
}

/** Five dots, and the date of the next peak. */
export function SeasonCell({
  classification,
  peakWeek,
}: {
  classification: number | null
  peakWeek: number | null
}) {
  const now = useThisWeek()
  const today = useToday()
  if (classification === null) return <span className="quiet">-</span>
  return (
    <span className="two-lines">
      <span
        className="season-dots inline-row gap-2"
        role="img"
        aria-label={`Seasonality ${classification} of 5`}
      >
        {[1, 2, 3, 4, 5].map((dot) => (
          <i key={dot} className={dot <= classification ? 'on' : ''} />
        ))}
      </span>
      {peakWeek !== null && classification >= SEASONAL_FROM && (
        <span className="meta nowrap">peak {dayWords(nextPeak(peakWeek, now), today)}</span>
      )}
    </span>
  )
}
