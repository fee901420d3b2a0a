import { type RefObject, useEffect } from 'react'

/**
 * Marks a box whose table is wider than itself, so that it scrolls sideways. A table that fits gets no scroll
 * container, so that its header can stick to the window. Sizes are only read after the browser's layout, so
 * that no extra layout is forced.
 */
export function useSideways(box: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const scroller = box.current
    const table = scroller?.querySelector('table')
    if (!scroller || !table) return
    const observer = new ResizeObserver(() => {
      const [isWider, height] = [table.offsetWidth > scroller.clientWidth, table.offsetHeight]
      scroller.toggleAttribute('data-sideways', isWider)
      // Set on the sticky header only: every element that inherits the property is restyled with each row
      // that opens.
      if (isWider) table.tHead?.style.setProperty('--table-height', `${height}px`)
    })
    observer.observe(scroller)
    observer.observe(table)
    return () => observer.disconnect()
  }, [box])
}
