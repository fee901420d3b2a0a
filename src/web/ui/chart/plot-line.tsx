import type { LineStyle } from './line-style.ts'
import { DASH_LENGTHS } from './line-swatch.tsx'
import { isolatedIndices, pathOf, type Values } from './scale.ts'

interface PlotLineProps {
  values: Values
  look: LineStyle
  x: (at: number) => number
  y: (value: number) => number
  name?: string
}

/** A line with gaps where values are unknown. A value between two gaps is a dot. */
export function PlotLine({ values, look: { color, dash, width }, x, y, name }: PlotLineProps) {
  return (
    <>
      <path
        className="plot-line"
        data-name={name}
        d={pathOf(values, x, y)}
        fill="none"
        stroke={color}
        strokeWidth={width}
        strokeDasharray={DASH_LENGTHS[dash]}
      />
      {isolatedIndices(values).map((at) => (
        <circle key={at} cx={x(at)} cy={y(values[at] ?? 0)} r="2.5" fill={color} />
      ))}
    </>
  )
}
