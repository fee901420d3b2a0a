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
      const [isWider, height] = [table.offsetWidth > scroller.clientWidth, table.offsetHeight]
      scroller.toggleAttribute('data-sideways', isWider)
      // On the header that follows the window by it: whatever inherits it is styled anew with every row that opens.
      if (isWider) table.tHead?.style.setProperty('--table-height', `${height}px`)
    })
    observer.observe(scroller)
    observer.observe(table)
    return () => observer.disconnect()
  }, [box])
}
