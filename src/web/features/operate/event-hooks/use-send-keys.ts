import type { RefObject } from 'react'
import { useRegionKeys } from '#web/ui/input/use-hotkey.ts'

interface SendKeys {
  onSendAgain: (sendId: string) => void
  onTest: () => void
}

/** The event of the row that has the focus; an open event belongs to the row above it. */
function sendOf(focused: Element): string | undefined {
  const row = focused.closest<HTMLElement>('.table-box tr')
  const owner = row?.classList.contains('expanded-row') ? row.previousElementSibling : row
  return owner instanceof HTMLElement ? owner.dataset.rowKey : undefined
}

/** In the log of a hook, S sends the event of the row again, and T sends a test. */
export function useSendKeys(log: RefObject<HTMLElement | null>, { onSendAgain, onTest }: SendKeys): void {
  useRegionKeys(
    (focused) => log.current?.contains(focused) ?? false,
    (event) => {
      const { key, target, repeat } = event
      if (repeat || (key !== 's' && key !== 't')) return
      event.preventDefault()
      if (key === 't') return onTest()
      const sendId = target instanceof Element ? sendOf(target) : undefined
      if (sendId !== undefined) onSendAgain(sendId)
    },
  )
}
