import { useSyncExternalStore } from 'react'
import { NARROW } from './use-media.ts'

export type Room = 'phone' | 'tight' | 'medium' | 'wide'

/** Minimum width of the content beside the menu, in px. */
const WIDE = 1400
const MEDIUM = 1150

/**
 * The size since the last resize, cached while there are subscribers: reading it forces a layout of the whole
 * page.
 */
let known: Room | undefined
let watching = 0

const main = () => document.querySelector('main')

function readRoom(): Room {
  if (window.matchMedia(NARROW).matches) return 'phone'
  const width = main()?.clientWidth || window.innerWidth
  return width >= WIDE ? 'wide' : width >= MEDIUM ? 'medium' : 'tight'
}

function roomNow(): Room {
  if (watching === 0) return readRoom()
  known ??= readRoom()
  return known
}

function subscribe(listener: () => void) {
  const changed = () => {
    known = undefined
    listener()
  }
  const observer = new ResizeObserver(changed)
  observer.observe(main() ?? document.documentElement)
  window.addEventListener('resize', changed)
  watching += 1
  known = undefined
  return () => {
    observer.disconnect()
    window.removeEventListener('resize', changed)
    watching -= 1
    known = undefined
  }
}

/** The size class of the content area, which depends on whether the menu is pinned. */
export const useContentWidth = (): Room => useSyncExternalStore(subscribe, roomNow)
