import { useSyncExternalStore } from 'react'
import { NARROW } from './use-media.ts'

export type Room = 'phone' | 'tight' | 'medium' | 'wide'

/** So wide what stands beside the menu must be. */
const WIDE = 1400
const MEDIUM = 1150

/** While somebody is told of changes, what was read after the last one: reading it lays out the whole page. */
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

/** How much room the screen has, with the menu pinned or not. */
export const useRoom = (): Room => useSyncExternalStore(subscribe, roomNow)
