import { useState } from 'react'
import { ownKey } from '#web/api/session.ts'
import { NARROW, useMedia } from '#web/ui/hooks/use-media.ts'

const FILTERS_KEY = 'opportunity-filters'
const OPEN = 'open'

/**
 * Whether all filters are expanded, stored per user. On a phone they always start collapsed: they would fill
 * the screen.
 */
export function useUnfolded() {
  const key = ownKey(FILTERS_KEY)
  const isNarrow = useMedia(NARROW)
  const [isUnfolded, setUnfolded] = useState(() => !isNarrow && localStorage.getItem(key) === OPEN)
  const unfold = (next: boolean) => {
    setUnfolded(next)
    if (next) localStorage.setItem(key, OPEN)
    else localStorage.removeItem(key)
  }
  return { isUnfolded, unfold }
}
