import { type KeyboardEvent, type PointerEvent, useCallback, useRef, useState } from 'react'

/** Pixels per key press. */
const STEP = 16

interface WidthHandleProps {
  /** The name of the resized element. */
  label: string
  /** In px, like `least` and `most`; undefined while the element has its automatic width. */
  width: number | undefined
  least: number
  most: number
  onChange: (width: number) => void
}

/** The right edge of an element: resizes it by dragging, or with the arrow keys, Home and End. */
export function WidthHandle({ label, width, least, most, onChange }: WidthHandleProps) {
  const [measured, setMeasured] = useState(least)
  const drawn = useRef<{ from: number; width: number }>(null)
  const measure = useCallback((handle: HTMLElement | null) => {
    if (handle?.parentElement) setMeasured(handle.parentElement.offsetWidth)
  }, [])
  const now = width ?? measured
  const go = (next: number) => onChange(Math.round(Math.min(most, Math.max(least, next))))
  const goByKey = (event: KeyboardEvent) => {
    const next = { ArrowLeft: now - STEP, ArrowRight: now + STEP, Home: least, End: most }[event.key]
    if (next === undefined) return
    event.preventDefault()
    go(next)
  }
  const begin = (event: PointerEvent<HTMLElement>) => {
    event.preventDefault()
    event.currentTarget.focus()
    event.currentTarget.setPointerCapture(event.pointerId)
    drawn.current = {
      from: event.clientX,
      width: event.currentTarget.parentElement?.offsetWidth ?? now,
    }
  }
  const draw = ({ clientX }: PointerEvent) => {
    if (drawn.current) go(drawn.current.width + clientX - drawn.current.from)
  }
  const end = () => {
    drawn.current = null
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule between paragraphs cannot be moved
    <div
      ref={measure}
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={now}
      aria-valuemin={least}
      aria-valuemax={most}
      tabIndex={0}
      className="width-handle"
      title={label}
      onKeyDown={goByKey}
      onPointerDown={begin}
      onPointerMove={draw}
      onPointerUp={end}
      onPointerCancel={end}
    />
  )
}
