import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'

/** What lies above a filled window takes Escape first: dialogs, popovers, and lists that are open. */
const ABOVE = [
  '[role="dialog"]',
  ...['popover', 'dropdown', 'select-dropdown', 'mentions-dropdown', 'picker-dropdown'].map(
    (kind) => `.ant-${kind}:not(.ant-${kind}-hidden)`,
  ),
].join(', ')

/** Asks before anybody else hears of the key: once it was handled, what it has closed is gone already. */
function useEscape(isOn: boolean, leave: () => void) {
  useEffect(() => {
    if (!isOn) return
    const listen = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !document.querySelector(ABOVE)) leave()
    }
    window.addEventListener('keydown', listen, { capture: true })
    return () => window.removeEventListener('keydown', listen, { capture: true })
  }, [isOn, leave])
}

/** Moves `host` into its place, or above the page; nothing in it is made anew, so what is typed there stays. */
function usePlace(isOn: boolean, host: HTMLElement, place: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    const focused = document.activeElement
    const behind = [...document.body.children].find((each) => each.contains(place.current))
    host.className = isOn ? 'fullscreen' : ''
    ;(isOn ? document.body : place.current)?.append(host)
    if (focused instanceof HTMLElement && host.contains(focused)) focused.focus()
    if (!isOn) return
    behind?.setAttribute('inert', '')
    return () => behind?.removeAttribute('inert')
  }, [isOn, host, place])
  useLayoutEffect(() => () => host.remove(), [host])
}

interface FullscreenProps {
  isOn: boolean
  /** Escape was pressed. */
  onLeave: () => void
  children: ReactNode
}

/** Fills the window with what it holds, or leaves it where it stands. */
export function Fullscreen({ isOn, onLeave, children }: FullscreenProps) {
  const [host] = useState(() => document.createElement('div'))
  const place = useRef<HTMLDivElement>(null)
  usePlace(isOn, host, place)
  useEscape(isOn, onLeave)
  return (
    <>
      <div ref={place} />
      {createPortal(children, host)}
    </>
  )
}
