import { type RefObject, useEffect } from 'react'

/**
 * Marks a box whose table is wider than itself, which scrolls sideways then; one that fits does not scroll, so that
 * its header can stick to the window. Both are asked for after the browser has laid them out, never before.
 */
export function useSideways(box: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const scroller = box.current
    const table = scroller?.querySelector('table')
    if (!scroller || !table) return
    const observer = new ResizeObserver(() => {
      scroller.toggleAttribute('data-sideways', table.offsetWidth > scroller.clientWidth)
      // On the header that follows the window by it: whatever inherits it is styled anew with every row that opens.
      table.tHead?.style.setProperty('--table-height', `${table.offsetHeight}px`)
    })
    observer.observe(scroller)
    observer.observe(table)
    return () => observer.disconnect()
  }, [box])
}
