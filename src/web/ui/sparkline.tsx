type Tone = 'quiet' | 'good' | 'bad'

interface SparklineProps {
  values: readonly number[]
  tone?: Tone
  width?: number
  height?: number
}

const INSET = 3
const POINT = 2.25

/** How values went, without axes; its last point is marked. The numbers stand beside it. */
export function Sparkline({ values, tone = 'quiet', width = 72, height = 24 }: SparklineProps) {
  if (values.length < 2) return null
  const most = Math.max(...values)
  const least = Math.min(...values)
  const range = most - least || 1
  const x = (index: number) => INSET + (index * (width - 2 * INSET)) / (values.length - 1)
  const y = (value: number) => height - INSET - ((value - least) * (height - 2 * INSET)) / range
  const points = values.map((value, index) => `${x(index).toFixed(1)} ${y(value).toFixed(1)}`)
  const last = values.at(-1) ?? 0
  return (
    <svg
      className={`sparkline ${tone}`}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
    >
      <path d={`M${points.join('L')}`} fill="none" strokeWidth="1.5" strokeLinejoin="round" />
      <circle cx={x(values.length - 1)} cy={y(last)} r={POINT} />
    </svg>
  )
}
