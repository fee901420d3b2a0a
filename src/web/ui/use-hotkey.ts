import { useEffect, useRef } from 'react'

/** What is pressed and not written into. */
const PRESSED = ['checkbox', 'radio', 'button', 'submit', 'reset', 'file', 'range', 'color']

/** Somebody who types means letters, not shortcuts. */
export function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !PRESSED.includes(target.type)
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || ['TEXTAREA', 'SELECT'].includes(target.tagName))
  )
}

/** Calls `handle` for key presses anywhere on the page while the component is on screen. */
export function useHotkey(handle: (event: KeyboardEvent) => void): void {
  const latest = useRef(handle)
  latest.current = handle
  useEffect(() => {
    const listen = (event: KeyboardEvent) => latest.current(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}
