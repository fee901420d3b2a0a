import { Count } from '#web/ui/cells/count.tsx'
import { LineSwatch } from '#web/ui/chart/line-swatch.tsx'
import { Sparkline } from '#web/ui/chart/sparkline.tsx'
import type { SurfaceLine } from './use-surfaces.ts'

/** The change of a count, with text for screen readers instead of the arrow. */
export function GainBadge({ by, than }: { by: number; than: string }) {
  if (by === 0) {
    return (
      <span className="quiet">
        0<span className="visually-hidden"> more or less than {than}</span>
      </span>
    )
  }
  return (
    <span className={by > 0 ? 'movement up' : 'movement down'}>
      <span aria-hidden="true">{by > 0 ? '▲' : '▼'} </span>
      {Math.abs(by)}
      <span className="visually-hidden">
        {by > 0 ? ' more' : ' fewer'} than {than}
      </span>
    </span>
  )
}

/** All lines together. */
interface Total {
  name: string
  latest: number
  change: number
}

interface SurfacesListProps {
  label: string
  lines: readonly SurfaceLine[]
  total: Total
  range: number
  /** The number of all publishers, including those not listed. */
  places: number
  /** The list mixes our publishers with others, so ours are marked. */
  isMixed?: boolean
  picked: string | null
  onHighlight: (name: string | null) => void
  onPick: (name: string) => void
}

/** The lines with their values: the legend of the chart, and its text alternative. */
export function SurfacesList(props: SurfacesListProps) {
  const { label, lines, total, range, places, isMixed = false, picked, onHighlight, onPick } = props
  const than = `${range} days earlier`
  return (
    <table className="surfaces-list" aria-label={label}>
      <thead>
        <tr>
          <th scope="col">Publisher</th>
          <th scope="col" className="surfaces-spark">
            {range} days
          </th>
          <th scope="col" className="numeric">
            Change
          </th>
          <th scope="col" className="numeric">
            Latest
          </th>
          <th scope="col" className="numeric surfaces-place quiet">
            Place of {places}
          </th>
        </tr>
      </thead>
      <tbody onMouseLeave={() => onHighlight(null)}>
        <tr className="surfaces-sum" onMouseEnter={() => onHighlight(null)}>
          <th scope="row">{total.name}</th>
          <td className="surfaces-spark" />
          <td className="numeric">
            <GainBadge by={total.change} than={than} />
          </td>
          <td className="numeric">
            <Count value={total.latest} />
          </td>
          <td className="surfaces-place quiet" />
        </tr>
        {lines.map(({ publisher, isOurs, values, latest, change, place, look }) => (
          <tr
            key={publisher}
            className={publisher === picked ? 'picked' : ''}
            onMouseEnter={() => onHighlight(picked === null ? publisher : null)}
          >
            <th scope="row">
              <button type="button" aria-pressed={publisher === picked} onClick={() => onPick(publisher)}>
                <LineSwatch {...look} />
                <span className="ellipsis">{publisher}</span>
                {isMixed && isOurs && <span className="tag">ours</span>}
              </button>
            </th>
            <td className="surfaces-spark">
              <Sparkline values={values} color={isOurs ? look.color : undefined} />
            </td>
            <td className="numeric">
              <GainBadge by={change} than={than} />
            </td>
            <td className="numeric surfaces-latest">
              <Count value={latest} />
            </td>
            <td className="numeric surfaces-place quiet">{place}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
