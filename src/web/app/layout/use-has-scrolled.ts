import { useSyncExternalStore } from 'react'

/** From the last scroll event: reading it from the window would force a layout during rendering. */
let top = 0

function subscribe(listener: () => void) {
  const follow = () => {
    top = window.scrollY
    listener()
  }
  top = window.scrollY
  window.addEventListener('scroll', follow, { passive: true })
  return () => window.removeEventListener('scroll', follow)
}

/** Whether the page has been scrolled by at least this many pixels. */
export function useHasScrolled(distance: number): boolean {
  return useSyncExternalStore(subscribe, () => top >= distance)
}
