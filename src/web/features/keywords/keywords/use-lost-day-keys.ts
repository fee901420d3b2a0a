import type { RefObject } from 'react'
import { useRegionKeys } from '#web/ui/input/use-hotkey.ts'

const PANEL = '.lost-day'

/**
 * The panel that has the focus, or whose row or toggle has it. On other controls of the row a letter could be
 * a typing error.
 */
function focusedPanel(focused: Element): Element | null {
  const row = focused.matches('tbody tr, .expand-toggle') ? focused.closest('tbody tr') : null
  return (
    focused.closest(PANEL) ??
    row?.querySelector(PANEL) ??
    row?.nextElementSibling?.querySelector(PANEL) ??
    null
  )
}

/**
 * `U` asks whether to request the update, `[` and `]` show the day before and the day after, while the row or
 * its panel has the focus.
 */
export function useLostDayKeys(
  panel: RefObject<HTMLElement | null>,
  acts: Readonly<Record<string, () => void>>,
) {
  useRegionKeys(
    (focused) => panel.current !== null && panel.current === focusedPanel(focused),
    (event) => {
      const act = acts[event.key.toLowerCase()]
      if (!act) return
      event.preventDefault()
      act()
    },
  )
}
