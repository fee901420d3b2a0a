import { PlotLine } from './plot-line.tsx'
import { extentOf, isKnown, scaleOf, type Values } from './scale.ts'

const WIDTH = 96
const HEIGHT = 22
const MARGIN = 3

interface SparklineProps {
  values: Values
  /** Grey by default. */
  color?: string | undefined
  /** The text alternative, unless the number is shown beside it. */
  label?: string
}

/** The trend of a number, small enough for a row. A single value is a dot. */
export function Sparkline({ values, color = 'var(--quiet)', label }: SparklineProps) {
  const extent = extentOf([values])
  if (!extent) return label === undefined ? null : <span className="quiet">-</span>
  const x = scaleOf({ low: 0, high: values.length - 1 }, { from: MARGIN, to: WIDTH - MARGIN })
  const y = scaleOf(extent, { from: HEIGHT - MARGIN, to: MARGIN })
  const last = values.findLastIndex(isKnown)
  const picture = (
    <svg width={WIDTH} height={HEIGHT} aria-hidden="true" className="block no-shrink">
      <PlotLine values={values} look={{ color, dash: 'solid', width: 1.5 }} x={x} y={y} />
      <circle cx={x(last)} cy={y(values[last] ?? extent.low)} r="2" fill={color} />
    </svg>
  )
  if (label === undefined) return picture
  return (
    <span role="img" aria-label={label}>
      {picture}
    </span>
  )
}
