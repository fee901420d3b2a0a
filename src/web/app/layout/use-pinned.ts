import { useMemo, useState, useSyncExternalStore } from 'react'

const KEY = 'copydesk.menu-pinned'
const wide = () => window.matchMedia('(min-width: 1280px)')

function subscribe(listener: () => void) {
  const query = wide()
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

export interface Pin {
  /** The window is wide enough, and the user wants it. */
  isPinned: boolean
  canPin: boolean
  toggle: () => void
}

/** Whether the menu may stay as a side bar. Stored; narrow windows show it as a drawer all the same. */
export function usePinned(): Pin {
  const canPin = useSyncExternalStore(subscribe, () => wide().matches)
  const [wanted, setWanted] = useState(() => localStorage.getItem(KEY) === 'yes')
  return useMemo(() => {
    const toggle = () => {
      localStorage.setItem(KEY, wanted ? 'no' : 'yes')
      setWanted(!wanted)
    }
    return { isPinned: wanted && canPin, canPin, toggle }
  }, [wanted, canPin])
}
