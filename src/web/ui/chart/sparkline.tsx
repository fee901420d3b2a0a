import { extentOf, isKnown, pathOf, type Values } from './scale.ts'

const WIDTH = 96
const HEIGHT = 22
const MARGIN = 3

interface SparklineProps {
  values: Values
  /** Grey where none is given. */
  color?: string | undefined
}

/** How a number went, small enough for a row: the number itself stands beside it. */
export function Sparkline({ values, color = 'var(--quiet)' }: SparklineProps) {
  const extent = extentOf([values])
  if (!extent) return null
  const { low, high } = extent
  const step = (WIDTH - 2 * MARGIN) / Math.max(1, values.length - 1)
  const x = (at: number) => MARGIN + at * step
  const y = (value: number) =>
    high === low ? HEIGHT / 2 : HEIGHT - MARGIN - ((value - low) / (high - low)) * (HEIGHT - 2 * MARGIN)
  const last = values.findLastIndex(isKnown)
  return (
    <svg width={WIDTH} height={HEIGHT} aria-hidden="true" className="sparkline">
      <path d={pathOf(values, x, y)} fill="none" stroke={color} strokeWidth="1.5" />
      <circle cx={x(last)} cy={y(values[last] ?? low)} r="2" fill={color} />
    </svg>
  )
}
