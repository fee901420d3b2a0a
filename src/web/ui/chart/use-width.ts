import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** The rendered width of an element in px; 0 until known. */
export function useWidth<Of extends HTMLElement>(): [RefObject<Of | null>, number] {
  const place = useRef<Of>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const box = place.current
    if (!box) return
    const measure = () => setWidth(Math.floor(box.getBoundingClientRect().width))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    return () => observer.disconnect()
  }, [])
  return [place, width]
}
