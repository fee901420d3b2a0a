interface SparklineProps {
  values: readonly number[]
  /** What it says, for those who do not see it. */
  label: string
}

const WIDTH = 72
const HEIGHT = 20
const EDGE = 3

/** A line without axes whose last point is marked; nothing where there are fewer than two points. */
export function Sparkline({ values, label }: SparklineProps) {
  const [first] = values
  if (first === undefined || values.length < 2) return <span className="quiet">-</span>
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const x = (at: number) => EDGE + (at / (values.length - 1)) * (WIDTH - 2 * EDGE)
  const y = (value: number) => HEIGHT - EDGE - ((value - least) / (most - least || 1)) * (HEIGHT - 2 * EDGE)
  const path = values.map((value, at) => `${at === 0 ? 'M' : 'L'}${x(at).toFixed(1)} ${y(value).toFixed(1)}`)
  return (
    <svg className="sparkline" width={WIDTH} height={HEIGHT} role="img" aria-label={label}>
      <path d={path.join('')} />
      <circle cx={x(values.length - 1)} cy={y(values.at(-1) ?? first)} r={2} />
    </svg>
  )
}
