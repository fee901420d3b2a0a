import type { RefObject } from 'react'
import { isTyping, useHotkey } from '#web/ui/use-hotkey.ts'

const PANEL = '.lost-day'

/** The panel of the row that has the focus, or the first one of the page. */
function meantPanel(): Element | null {
  const row = document.activeElement?.closest('tr')
  const own = row?.querySelector(PANEL) ?? row?.nextElementSibling?.querySelector(PANEL)
  return own ?? document.querySelector(PANEL)
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
