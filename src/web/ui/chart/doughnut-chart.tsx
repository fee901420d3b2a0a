import { type PointerEvent, useState } from 'react'
import { counted } from '#shared/format/count.ts'
import { ChartTooltip } from './chart-tooltip.tsx'
import { ColorSwatch } from './color-swatch.tsx'

export interface DoughnutSlice {
  label: string
  count: number
  color: string
}

interface DoughnutChartProps {
  slices: readonly DoughnutSlice[]
  /** The text alternative of the chart. */
  description: string
  /** The name of the highlighted slice. */
  highlighted?: string | undefined
}

const SIZE = 200
const CENTRE = SIZE / 2
const INNER = 64
const OUTER = 94
/** How far the hovered slice is moved out. */
const OUT = 4
/** An arc of a full turn would start where it ends and be invisible. */
const NEARLY_WHOLE = 0.9999

interface Arc extends DoughnutSlice {
  /** Shares of the ring, clockwise from the top. */
  from: number
  to: number
}

function arcsOf(slices: readonly DoughnutSlice[]): Arc[] {
  const total = slices.reduce((sum, { count }) => sum + count, 0)
  let before = 0
  return slices.flatMap((slice) => {
    if (slice.count === 0) return []
    const from = before / total
    before += slice.count
    return [{ ...slice, from, to: before / total }]
  })
}

function arcPath({ from, to }: Arc, outer: number): string {
  const share = Math.min(to - from, NEARLY_WHOLE)
  const place = (radius: number, at: number) => {
    const angle = 2 * Math.PI * at
    return `${(CENTRE + radius * Math.sin(angle)).toFixed(3)} ${(CENTRE - radius * Math.cos(angle)).toFixed(3)}`
  }
  const end = from + share
  const isLarge = share > 0.5 ? 1 : 0
  return [
    `M${place(outer, from)}`,
    `A${outer} ${outer} 0 ${isLarge} 1 ${place(outer, end)}`,
    `L${place(INNER, end)}`,
    `A${INNER} ${INNER} 0 ${isLarge} 0 ${place(INNER, from)}Z`,
  ].join('')
}

interface Pointed {
  label: string
  x: number
}

const tipOf = ({ label, count, color }: DoughnutSlice) => ({
  rows: [{ name: label, values: [counted(count)], swatch: <ColorSwatch color={color} /> }],
})

/** A ring of shares, with the numbers as text beside it. */
export function DoughnutChart({ slices, description, highlighted }: DoughnutChartProps) {
  const [pointed, setPointed] = useState<Pointed | null>(null)
  const standing = pointed?.label ?? highlighted
  const shown = slices.find(({ label }) => label === pointed?.label)
  const point = (label: string) => (event: PointerEvent<SVGPathElement>) => {
    const box = event.currentTarget.ownerSVGElement?.getBoundingClientRect()
    if (box) setPointed({ label, x: event.clientX - box.left })
  }
  return (
    <div
      role="img"
      aria-label={description}
      className="doughnut"
      // After a touch, the tip stays until another place is touched.
      tabIndex={-1}
      onBlur={() => setPointed(null)}
    >
      <svg viewBox={`0 0 ${SIZE} ${SIZE}`} aria-hidden="true">
        {arcsOf(slices).map((arc) => (
          <path
            key={arc.label}
            className={arc.label === standing ? 'standing' : undefined}
            d={arcPath(arc, arc.label === standing ? OUTER + OUT : OUTER)}
            fill={arc.color}
            onPointerMove={point(arc.label)}
            onPointerDown={point(arc.label)}
            onPointerLeave={({ pointerType }) => pointerType !== 'touch' && setPointed(null)}
          />
        ))}
      </svg>
      {pointed && shown && <ChartTooltip tip={tipOf(shown)} x={pointed.x} width={SIZE} />}
    </div>
  )
}
