import type { LineStyle } from './line-style.ts'

export const DASH_LENGTHS = { solid: '', dashed: '6 4', dotted: '2 3' }
export const SWATCH_WIDTH = 20

/** A sample of a line, as drawn in the chart. */
export function LineSwatch({ color, dash, width }: LineStyle) {
  return (
    <svg width={SWATCH_WIDTH} height="4" aria-hidden="true" className="block no-shrink">
      <line
        x1="0"
        y1="2"
        x2={SWATCH_WIDTH}
        y2="2"
        stroke={color}
        strokeWidth={width + 0.5}
        strokeDasharray={DASH_LENGTHS[dash]}
      />
    </svg>
  )
}
