import { X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { bar } from '../feedback/notice-place.ts'
import { useStepHold } from '../hold/use-step-hold.ts'
import { useFocusReturn } from '../hooks/use-focus-return.ts'
import { IconButton } from '../input/icon-button.tsx'

/** Keeps the panel's top below the page's header while the page scrolls. */
function useBelowHead() {
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    const head = document.querySelector('.sub-header')
    if (head === null) return
    const place = () =>
      panel.current?.style.setProperty('--peek-top', `${Math.max(0, head.getBoundingClientRect().bottom)}px`)
    const observer = new ResizeObserver(place)
    observer.observe(head)
    window.addEventListener('scroll', place, { passive: true })
    place()
    return () => {
      observer.disconnect()
      window.removeEventListener('scroll', place)
    }
  }, [])
  return panel
}

interface PeekProps {
  title: string
  /** A secondary line below the title. */
  note?: ReactNode
  /** A picture on the left of both. */
  picture?: ReactNode
  /** Stays below the scrolling content. */
  footer?: ReactNode
  /**
   * The name of the current step. When it changes, the new buttons are held briefly, and the title gets the
   * focus if the pressed button is gone.
   */
  step?: string
  onClose: () => void
  onKeyDown?: (event: KeyboardEvent) => void
  children: ReactNode
}

/** A panel beside a list: docked if there is room, otherwise over the list, and from below on a phone. */
export function SidePanel({ title, note, picture, footer, step, onClose, onKeyDown, children }: PeekProps) {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const panel = useBelowHead()
  const foot = useRef<HTMLElement>(null)
  useStepHold({ box: foot, buttons: 'button', step })
  useFocusReturn(panel)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus can only be lost when the step changes
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [step])
  const press = (event: KeyboardEvent) => {
    onKeyDown?.(event)
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.stopPropagation()
    onClose()
  }
  return (
    <aside className="peek column" ref={panel} aria-labelledby={id} onKeyDown={press}>
      <header className="peek-head row gap-12">
        {picture}
        <div>
          <h2 id={id} ref={heading} tabIndex={-1}>
            {title}
          </h2>
          {note && <p className="meta">{note}</p>}
        </div>
        <IconButton label="Close" onClick={onClose}>
          <X size={16} aria-hidden="true" />
        </IconButton>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keyboard */}
      <section className="peek-body" tabIndex={0} aria-label={`${title}, in detail`}>
        {children}
      </section>
      {footer && (
        <footer className="peek-foot row between gap-12" ref={foot} {...bar}>
          {footer}
        </footer>
      )}
    </aside>
  )
}
