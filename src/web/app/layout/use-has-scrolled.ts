import { useSyncExternalStore } from 'react'

function subscribe(listener: () => void) {
  window.addEventListener('scroll', listener, { passive: true })
  return () => window.removeEventListener('scroll', listener)
}

/** Has the page been scrolled by this many pixels? */
export function useHasScrolled(distance: number): boolean {
  return useSyncExternalStore(subscribe, () => window.scrollY >= distance)
}
