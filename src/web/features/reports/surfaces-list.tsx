import { Count } from '#web/ui/cells/count.tsx'
import type { LineLook } from '#web/ui/line-look.ts'
import { LineSwatch } from '#web/ui/line-swatch.tsx'
import { OVER_ALL } from './messages.ts'

export interface SurfaceLine {
  name: string
  isOurs: boolean
  values: readonly (number | null)[]
  look: LineLook
  isNamed: boolean
}

/** The last number that is known. */
export const latest = (values: readonly (number | null)[]) => values.findLast((value) => value !== null) ?? 0

interface SurfacesListProps {
  lines: readonly SurfaceLine[]
  overall: readonly (number | null)[]
  /** The publisher whose line is singled out. */
  picked: string | null
  onHighlight: (name: string | null) => void
  onPick: (name: string) => void
}

/** The lines by name, each with its latest number: the legend of the chart, and the chart in words. */
export function SurfacesList({ lines, overall, picked, onHighlight, onPick }: SurfacesListProps) {
  return (
    <table className="surfaces-list" aria-label="Keywords held, latest day">
      <thead>
        <tr>
          <th scope="col">Publisher</th>
          <th scope="col" className="numeric">
            Latest
          </th>
        </tr>
      </thead>
      <tbody onMouseLeave={() => onHighlight(null)}>
        <tr className="surfaces-sum" onMouseEnter={() => onHighlight(null)}>
          <th scope="row">{OVER_ALL}</th>
          <td className="numeric">
            <Count value={latest(overall)} />
          </td>
        </tr>
        {lines.map(({ name, isOurs, values, look }) => (
          <tr
            key={name}
            className={name === picked ? 'picked' : ''}
            onMouseEnter={() => onHighlight(picked === null ? name : null)}
          >
            <th scope="row">
              <button type="button" aria-pressed={name === picked} onClick={() => onPick(name)}>
                <LineSwatch {...look} />
                <span className="ellipsis">{name}</span>
                {isOurs && <span className="tag">ours</span>}
              </button>
            </th>
            <td className="numeric">
              <Count value={latest(values)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
