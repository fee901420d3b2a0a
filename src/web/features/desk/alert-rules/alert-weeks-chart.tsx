import { useState } from 'react'
import type { AlertWeek } from '#shared/features/desk/alert-rules/contract.ts'
import { counted } from '#shared/format/count.ts'
import { roundTop } from '#web/ui/bar-chart.tsx'

interface AlertWeeksProps {
  weeks: readonly AlertWeek[]
  /** The text alternative of the chart. */
  description: string
  /** Called with a clicked week that has alerts. */
  onOpen: (week: string) => void
}

const WIDTH = 0.76
const MONTH = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' })
const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
const at = (day: string) => new Date(`${day}T00:00:00Z`)
/** Up to this number of weeks, every month's name fits. */
const FEW = 27
const MONTHS_APART = 3

/** Weeks that start a month, every third one if there are many. */
function ticksOf(weeks: readonly AlertWeek[]) {
  const firsts = weeks.flatMap(({ week }, index) =>
    index > 0 && week.slice(0, 7) !== weeks[index - 1]?.week.slice(0, 7) ? [{ week, index }] : [],
  )
  return weeks.length <= FEW ? firsts : firsts.filter((_tick, index) => index % MONTHS_APART === 0)
}

/**
 * Leaves out uncounted weeks at the beginning, so that the known ones get all the width. The text above says
 * how much of the year is covered.
 */
const sinceKnown = (weeks: readonly AlertWeek[]) =>
  weeks.slice(
    Math.max(
      0,
      weeks.findIndex(({ alerts }) => alerts !== null),
    ),
  )

function Told({ week, share }: { week: AlertWeek; share: number }) {
  const place = share > 0.5 ? { right: `${(1 - share) * 100}%` } : { left: `${share * 100}%` }
  return (
    <div className="bars-tip" style={place}>
      <b>Week of {DAY.format(at(week.week))}</b>
      {week.alerts === null ? (
        <span>No data</span>
      ) : (
        <span>
          This rule<span className="tabular">{counted(week.alerts)}</span>
        </span>
      )}
      {week.looser !== null && (
        <span>
          Next lower threshold<span className="tabular">{counted(week.looser)}</span>
        </span>
      )}
    </div>
  )
}

/** A bar for each week: the alerts that the rule would have sent, over those of the next looser threshold. */
export function AlertWeeksChart({ weeks: all, description, onOpen }: AlertWeeksProps) {
  const weeks = sinceKnown(all)
  const [pointed, setPointed] = useState<number | null>(null)
  const top = roundTop(Math.max(0, ...weeks.map(({ alerts, looser }) => Math.max(alerts ?? 0, looser ?? 0))))
  const shown = pointed === null ? undefined : weeks[pointed]
  const bar = (index: number, count: number | null, name: string) =>
    count !== null &&
    count > 0 && (
      <rect className={name} x={index + (1 - WIDTH) / 2} y={top - count} width={WIDTH} height={count} />
    )
  return (
    <div className="bars alert-bars" role="img" aria-label={description}>
      <div className="bars-scale" aria-hidden="true">
        {[top, top / 2, 0].map((value) => (
          <span key={value}>{counted(value)}</span>
        ))}
      </div>
      <div className="bars-plot" aria-hidden="true" onPointerLeave={() => setPointed(null)}>
        <svg viewBox={`0 0 ${weeks.length} ${top}`} preserveAspectRatio="none" aria-hidden="true">
          {weeks.map(({ week, alerts, looser }, index) => (
            // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut; the list that it opens chooses weeks by key
            <g
              key={week}
              className={alerts ? 'alert-week' : undefined}
              onPointerEnter={() => setPointed(index)}
              onPointerDown={() => setPointed(index)}
              onClick={() => alerts && onOpen(week)}
            >
              <rect
                x={index}
                y={0}
                width={1}
                height={top}
                className={alerts === null ? 'alert-unknown' : 'alert-place'}
              />
              {bar(index, looser, 'alert-looser')}
              {bar(index, alerts, 'alert-bar')}
            </g>
          ))}
        </svg>
        {shown && pointed !== null && <Told week={shown} share={(pointed + 0.5) / weeks.length} />}
      </div>
      <div className="alert-months meta" aria-hidden="true">
        {ticksOf(weeks).map(({ week, index }) => (
          <span key={week} style={{ left: `${(index / weeks.length) * 100}%` }}>
            {MONTH.format(at(week))}
          </span>
        ))}
      </div>
    </div>
  )
}
