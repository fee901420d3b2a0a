import { useSyncExternalStore } from 'react'

/** Whether the window matches this media query. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (notice) => {
      const media = window.matchMedia(query)
      media.addEventListener('change', notice)
      return () => media.removeEventListener('change', notice)
    },
    () => window.matchMedia(query).matches,
  )
}

/** Phones and narrow windows: rows become stacked cards. */
export const NARROW = '(max-width: 720px)'
