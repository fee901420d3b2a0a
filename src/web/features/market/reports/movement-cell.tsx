import { significant } from '#shared/format/percent.ts'

interface MovementProps {
  now: number | null
  /** The share in the previous period of equal length. */
  before: number | null
  range: number
}

const rounded = (points: number) => Math.round(10 * points) / 10
/** A fixed number of decimals aligns the column. */
const shown = (points: number) => Math.abs(points).toFixed(1)

/**
 * The change of a share from the previous period, in percentage points: an arrow and a number, with text for
 * screen readers.
 */
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
