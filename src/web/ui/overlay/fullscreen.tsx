import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'

/** Layers above a filled window that handle Escape first: dialogs, popovers, and open lists. */
const ABOVE = [
  '[role="dialog"]',
  ...['popover', 'dropdown', 'select-dropdown', 'mentions-dropdown', 'picker-dropdown'].map(
    (kind) => `.ant-${kind}:not(.ant-${kind}-hidden)`,
  ),
].join(', ')

/** Listens in the capture phase: after another handler has closed its layer, there is no sign of it left. */
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

/** Moves `host` into its place, or above the page. Nothing in it is remounted, so typed values stay. */
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
  /** Called on Escape. */
  onLeave: () => void
  children: ReactNode
}

/** Shows its content in its place or over the whole window. */
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
