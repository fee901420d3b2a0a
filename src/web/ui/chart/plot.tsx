import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react'
import { ChartTooltip, type Tip, tipWords } from './chart-tooltip.tsx'
import { useWidth } from './use-width.ts'

interface Pointed {
  at: number
  /** The vertical position of the pointer in px; null if the point was chosen by key. */
  y: number | null
}

export interface PlotFrame {
  /** In px. */
  width: number
  pointed: Pointed | null
}

interface PlotProps {
  /** The text alternative of the chart. */
  description: string
  className?: string
  /** In px. */
  height: number
  /** The number of points that can be pointed at. */
  count: number
  /** The horizontal position of a point, given the width of the chart. */
  placeOf: (width: number) => (at: number) => number
  /** The values of a point. */
  tipOf?: (pointed: Pointed) => Tip | null
  /** The text that is shown about a point in place of a tip. */
  describedBy?: string
  /** The pointed point if another part of the page can choose it, too. */
  at?: number | null
  onPoint?: (at: number | null) => void
  /** Called when a point is clicked, or Enter is pressed on it. */
  onChoose?: (at: number) => void
  children: (frame: PlotFrame) => ReactNode
}

/** The index of the point nearest to a horizontal position. */
function nearestTo(place: number, count: number, x: (at: number) => number): number {
  let best = 0
  for (let at = 1; at < count; at += 1) if (Math.abs(x(at) - place) < Math.abs(x(best) - place)) best = at
  return best
}

/** The point that an arrow key, Home or End moves to, from the last one if there is none. */
function movedBy(key: string, at: number | null, count: number): number | undefined {
  const last = count - 1
  if (key === 'Home') return 0
  if (key === 'End') return last
  const by = { ArrowLeft: -1, ArrowRight: 1 }[key]
  if (by === undefined) return undefined
  return Math.min(last, Math.max(0, (at ?? last) + by))
}

/** Selects a point by mouse, touch or keyboard. After a touch it stays until the chart loses the focus. */
function usePointing(props: PlotProps, width: number) {
  const { count, placeOf, onPoint, onChoose } = props
  const [own, setOwn] = useState<Pointed | null>(null)
  const at = props.at === undefined ? (own?.at ?? null) : props.at
  const pointed = at === null || at >= count ? null : { at, y: own?.at === at ? own.y : null }
  const point = (next: Pointed | null) => {
    setOwn(next)
    onPoint?.(next?.at ?? null)
  }
  const follow = ({ currentTarget, clientX, clientY }: PointerEvent) => {
    if (count === 0) return
    const { left, top } = currentTarget.getBoundingClientRect()
    point({ at: nearestTo(clientX - left, count, placeOf(width)), y: clientY - top })
  }
  const press = (event: KeyboardEvent) => {
    const { key } = event
    const next = count === 0 ? undefined : movedBy(key, pointed?.at ?? null, count)
    if (next !== undefined) point({ at: next, y: null })
    else if (key === 'Escape' && pointed) point(null)
    else if (key === 'Enter' && pointed && onChoose) onChoose(pointed.at)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const handlers = {
    tabIndex: 0,
    onPointerMove: follow,
    onPointerDown: follow,
    onPointerLeave: ({ pointerType }: PointerEvent) => pointerType !== 'touch' && point(null),
    onKeyDown: press,
    onBlur: () => point(null),
    onClick: () => pointed && onChoose?.(pointed.at),
  }
  return { pointed, handlers }
}

/** The place of a chart: draws it as wide as its container, and shows the values of a point. */
export function Plot(props: PlotProps) {
  const { description, className, height, placeOf, tipOf, describedBy, onChoose, children } = props
  const [place, width] = useWidth<HTMLDivElement>()
  const { pointed, handlers } = usePointing(props, width)
  const tip = pointed && tipOf?.(pointed)
  return (
    <div className={className ? `plot ${className}` : 'plot'}>
      <div
        ref={place}
        role="img"
        aria-label={description}
        aria-describedby={describedBy}
        className={onChoose ? 'plot-picture choosable' : 'plot-picture'}
        {...handlers}
      >
        <svg width={width} height={height} aria-hidden="true">
          {children({ width, pointed })}
        </svg>
        {tip && <ChartTooltip tip={tip} x={placeOf(width)(pointed.at)} y={pointed.y} width={width} />}
      </div>
      {tipOf && (
        <span className="visually-hidden" aria-live="polite">
          {tip && tipWords(tip)}
        </span>
      )}
    </div>
  )
}
