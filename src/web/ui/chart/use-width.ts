import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** The width until the element is measured, in px. */
const FIRST_WIDTH = 640

/** The rendered width of an element in px. */
export function useWidth<Of extends HTMLElement>(): [RefObject<Of | null>, number] {
  const place = useRef<Of>(null)
  const [width, setWidth] = useState(FIRST_WIDTH)
  useLayoutEffect(() => {
    const box = place.current
    if (!box) return
    const measure = () => setWidth((last) => Math.floor(box.getBoundingClientRect().width) || last)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    return () => observer.disconnect()
  }, [])
  return [place, width]
}
