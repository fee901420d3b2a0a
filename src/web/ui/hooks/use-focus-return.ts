import { type RefObject, useEffect, useState } from 'react'

/** What had the focus before each open panel. */
const OPENERS = new WeakMap<Element, Element>()

/** What opened the panel around an element; undefined if there is no panel. */
function openerAround(element: Element | null): Element | undefined {
  for (let each = element; each !== null; each = each.parentElement) {
    const opener = OPENERS.get(each)
    if (opener) return opener
  }
  return undefined
}

const isThere = (element: Element | null | undefined): element is HTMLElement =>
  element instanceof HTMLElement && element.isConnected

/**
 * On unmount, returns the focus to where it was before, unless it has moved elsewhere. If this panel replaced
 * another one, the focus returns to the element that opened the first.
 */
export function useFocusReturn(box?: RefObject<HTMLElement | null>): void {
  const [opener] = useState(() => document.activeElement)
  const [outer] = useState(() => openerAround(opener))
  useEffect(() => {
    const panel = box?.current
    if (panel && opener) OPENERS.set(panel, outer ?? opener)
    return () => {
      const isLost = document.activeElement === null || document.activeElement === document.body
      const target = isThere(opener) ? opener : outer
      if (isLost && isThere(target)) target.focus({ preventScroll: true })
    }
  }, [box, opener, outer])
}
