interface HistogramChartProps {
  counts: readonly number[]
  /** The ends of the chosen part, as shares of the width. */
  from: number
  to: number
}

const WIDTH = 240
const HEIGHT = 24
const GAP = 1

/**
 * The distribution of keywords over a range, with the chosen part highlighted. It is only a visual aid and is
 * hidden from screen readers.
 */
export function HistogramChart({ counts, from, to }: HistogramChartProps) {
  const most = Math.max(1, ...counts)
  const step = WIDTH / Math.max(1, counts.length)
  return (
    <svg
      className="histogram"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {counts.map((count, at) => {
        const height = count === 0 ? 0 : Math.max(1, (count / most) * HEIGHT)
        const middle = (at + 0.5) / counts.length
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
            key={at}
            className={middle >= from && middle <= to ? 'chosen' : ''}
            x={at * step}
            y={HEIGHT - height}
            width={step - GAP}
            height={height}
          />
        )
      })}
    </svg>
  )
}
