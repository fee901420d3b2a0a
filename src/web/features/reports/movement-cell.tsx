import { significant } from '#shared/format/percent.ts'

interface MovementProps {
  now: number | null
  /** The share of as many days before. */
  before: number | null
  range: number
}

const rounded = (points: number) => Math.round(10 * points) / 10
/** Figures in one column line up. */
const shown = (points: number) => Math.abs(points).toFixed(1)

/** How a share moved against the period before, in points: an arrow and a number, and words for whoever sees neither. */
export function MovementCell({ now, before, range }: MovementProps) {
  const than = `the previous ${range} days`
  if (now === null || before === null) {
    const words = before === null ? `no data in ${than}` : 'no data'
    return (
      <span className="quiet" title={words}>
        <span aria-hidden="true">-</span>
        <span className="visually-hidden">{words}</span>
      </span>
    )
  }
  const points = rounded(now - before)
  const words =
    points === 0 ? `same as in ${than}` : `${points > 0 ? 'up' : 'down'} ${shown(points)} points vs. ${than}`
  const title = `${significant(before)} % in ${than}`
  if (points === 0) {
    return (
      <span className="quiet" title={title}>
        <span aria-hidden="true">{shown(points)}</span>
        <span className="visually-hidden">{words}</span>
      </span>
    )
  }
  return (
    <span className={points > 0 ? 'movement up' : 'movement down'} title={title}>
      <span aria-hidden="true">
        {points > 0 ? '▲' : '▼'} {shown(points)}
      </span>
      <span className="visually-hidden">{words}</span>
    </span>
  )
}
