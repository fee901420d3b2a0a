import type { RefObject } from 'react'
import { useRegionKeys } from '#web/ui/input/use-hotkey.ts'

interface SendKeys {
  onSendAgain: (sendId: string) => void
  onTest: () => void
}

/** The element with the focus until the user chooses one; the heading gets it when the page opens. */
const UNFOCUSED = 'body, main, h1'
const DIALOG = '[role="dialog"], [role="alertdialog"]'

/** The event of the row that has the focus; an open event belongs to the row above it. */
function sendOf(focused: Element): string | undefined {
  const row = focused.closest<HTMLElement>('.table-box tr')
  const owner = row?.classList.contains('expanded-row') ? row.previousElementSibling : row
  return owner instanceof HTMLElement ? owner.dataset.rowKey : undefined
}

/** T belongs to the page of the hook: its main part, or nothing has the focus. */
const isOnPage = (focused: Element) => focused.matches('body') || focused.closest('main') !== null

/**
 * On the page of a hook, T sends a test, and the down arrow enters its log unless something on the page has the focus.
 * In the log, S sends the event of the row again.
 */
export function useSendKeys(log: RefObject<HTMLElement | null>, { onSendAgain, onTest }: SendKeys): void {
  useRegionKeys(isOnPage, (event) => {
    const { key, target, repeat } = event
    if (repeat || !(target instanceof Element) || document.querySelector(DIALOG)) return
    if (key === 'ArrowDown' && target.matches(UNFOCUSED)) {
      const first = log.current?.querySelector<HTMLElement>('tr[data-row-key]')
      if (!first) return
      event.preventDefault()
      return first.focus()
    }
    if (key === 't') {
      event.preventDefault()
      return onTest()
    }
    const sendId = key === 's' && log.current?.contains(target) ? sendOf(target) : undefined
    if (sendId === undefined) return
    event.preventDefault()
    onSendAgain(sendId)
  })
}
