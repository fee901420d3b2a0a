import { useSyncExternalStore } from 'react'

/** As the last event told: to ask the window each time would have the page laid out in the middle of drawing it. */
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

/** Has the page been scrolled by this many pixels? */
export function useHasScrolled(distance: number): boolean {
  return useSyncExternalStore(subscribe, () => top >= distance)
}
