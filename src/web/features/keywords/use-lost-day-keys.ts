import type { RefObject } from 'react'
import { isTyping, useHotkey } from '#web/ui/use-hotkey.ts'

const PANEL = '.lost-day'

/**
 * The panel that has the focus, or whose row has; where no row has it, the first one of the page. A row without one has
 * nothing that could be meant, whatever stands open elsewhere.
 */
function meantPanel(): Element | null {
  const focused = document.activeElement
  const row = focused?.closest('tbody tr')
  if (!row) return focused?.closest(PANEL) ?? document.querySelector(PANEL)
  return row.querySelector(PANEL) ?? row.nextElementSibling?.querySelector(PANEL) ?? null
}

/** `U` requests the update, `[` and `]` show the day before and the day after, of the row that is meant. */
export function useLostDayKeys(
  panel: RefObject<HTMLElement | null>,
  acts: Readonly<Record<string, () => void>>,
) {
  useHotkey((event) => {
    const act = acts[event.key.toLowerCase()]
    // Where a bracket wants AltGr, it is written with Ctrl and Alt.
    const isOther = event.metaKey || event.ctrlKey !== event.altKey
    if (!act || isOther || event.defaultPrevented || isTyping(event.target)) return
    if (document.querySelector('[role="dialog"], [role="alertdialog"]')) return
    if (panel.current === null || panel.current !== meantPanel()) return
    event.preventDefault()
    act()
  })
}
