import { counted } from '#shared/format/count.ts'
import type { DaysLine } from './days-panel.tsx'
import { LineSwatch } from './line-swatch.tsx'
import { isKnown } from './scale.ts'

interface DaysTooltipProps {
  day: string
  /** The index of the day. */
  at: number
  /** In the order of the panels; within a panel the highest value comes first. */
  groups: readonly (readonly DaysLine[])[]
  standing: string | null
  /** In px, relative to the chart. */
  place: { left?: number; right?: number }
}

/** A day with the value of each line. */
export function DaysTooltip({ day, at, groups, standing, place }: DaysTooltipProps) {
  const rows = groups.flatMap((lines) =>
    lines
      .flatMap(({ values, ...line }) => {
        const value = values[at]
        return isKnown(value) ? [{ ...line, value }] : []
      })
      .sort((one, other) => other.value - one.value),
  )
  return (
    <div className="line-tooltip" style={place}>
      <strong>{day}</strong>
      {rows.length === 0 && <span className="quiet">no data</span>}
      {rows.map(({ name, value, look }) => (
        <div key={name} className={name === standing ? 'line-tooltip-row picked' : 'line-tooltip-row'}>
          <LineSwatch {...look} />
          <span className="ellipsis">{name}</span>
          <span>{counted(value)}</span>
        </div>
      ))}
    </div>
  )
}
