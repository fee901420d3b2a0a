import { extentOf, isKnown, pathOf, type Values } from './scale.ts'

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

/** The trend of a number, small enough for a row. Drawn only from two values on. */
export function Sparkline({ values, color = 'var(--quiet)', label }: SparklineProps) {
  const extent = extentOf([values])
  if (!extent || values.length < 2) return label === undefined ? null : <span className="quiet">-</span>
  const { low, high } = extent
  const step = (WIDTH - 2 * MARGIN) / Math.max(1, values.length - 1)
  const x = (at: number) => MARGIN + at * step
  const y = (value: number) =>
    high === low ? HEIGHT / 2 : HEIGHT - MARGIN - ((value - low) / (high - low)) * (HEIGHT - 2 * MARGIN)
  const last = values.findLastIndex(isKnown)
  const picture = (
    <svg width={WIDTH} height={HEIGHT} aria-hidden="true" className="sparkline">
      <path d={pathOf(values, x, y)} fill="none" stroke={color} strokeWidth="1.5" />
      <circle cx={x(last)} cy={y(values[last] ?? low)} r="2" fill={color} />
    </svg>
  )
  if (label === undefined) return picture
  return (
    <span role="img" aria-label={label}>
      {picture}
    </span>
  )
}
