import type { Surfaces } from '#shared/features/share-of-voice/contract.ts'
import { lineLook } from '#web/ui/line-look.ts'
import { useActiveTheme } from '#web/ui/theme/theme-choice.ts'
import { OVER_ALL } from './messages.ts'

const DASH_LENGTHS = { solid: '', dashed: '6 4', dotted: '2 3' }

function Swatch({ index }: { index: number }) {
  const { color, dash } = lineLook(index, useActiveTheme())
  return (
    <svg width="20" height="4" aria-hidden="true">
      <line
        x1="0"
        y1="2"
        x2="20"
        y2="2"
        stroke={color}
        strokeWidth="2"
        strokeDasharray={DASH_LENGTHS[dash]}
      />
    </svg>
  )
}

/** The last number that is known. */
export const latest = (values: readonly (number | null)[]) => values.findLast((value) => value !== null) ?? 0

interface SurfacesListProps {
  surfaces: Surfaces
  onHighlight: (name: string | null) => void
}

/** The lines by name, each with its latest number: the legend of the chart, and the chart in words. */
export function SurfacesList({ surfaces: { series, overall }, onHighlight }: SurfacesListProps) {
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
          <td className="numeric">{latest(overall).toLocaleString('en-US')}</td>
        </tr>
        {series.map(({ publisher, is_ours: isOurs, values }, index) => (
          <tr key={publisher} onMouseEnter={() => onHighlight(publisher)}>
            <th scope="row">
              <Swatch index={index} />
              <span className="ellipsis">{publisher}</span>
              {isOurs && <span className="tag">ours</span>}
            </th>
            <td className="numeric">{latest(values).toLocaleString('en-US')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
