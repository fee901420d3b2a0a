import { useSyncExternalStore } from 'react'
import { NARROW } from './use-media.ts'

export type Room = 'phone' | 'tight' | 'medium' | 'wide'

/** So wide what stands beside the menu must be. */
const WIDE = 1400
const MEDIUM = 1150

const main = () => document.querySelector('main')

function roomNow(): Room {
  if (window.matchMedia(NARROW).matches) return 'phone'
  const width = main()?.clientWidth || window.innerWidth
  return width >= WIDE ? 'wide' : width >= MEDIUM ? 'medium' : 'tight'
}

function subscribe(listener: () => void) {
  const observer = new ResizeObserver(listener)
  observer.observe(main() ?? document.documentElement)
  window.addEventListener('resize', listener)
  return () => {
    observer.disconnect()
    window.removeEventListener('resize', listener)
  }
}

/** How much room the screen has, with the menu pinned or not. */
export const useRoom = (): Room => useSyncExternalStore(subscribe, roomNow)
