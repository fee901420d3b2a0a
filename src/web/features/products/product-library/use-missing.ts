import { useEffect, useRef } from 'react'
import { notify } from '#web/ui/feedback/notify.ts'
import { FAILURES } from './messages.ts'

/** Reports once that the product does not exist, and closes its panel. */
export function useMissing(isMissing: boolean, onClose: () => void): void {
  const close = useRef(onClose)
  close.current = onClose
  useEffect(() => {
    if (!isMissing) return
    notify({ kind: 'error', title: FAILURES.missing })
    close.current()
  }, [isMissing])
}
