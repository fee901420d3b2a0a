import { useEffect, useRef } from 'react'
import { notify } from '#web/ui/notify.ts'
import { FAILURES } from './messages.ts'

/** Says once that there is no such product, and closes what was to show it. */
export function useMissing(isMissing: boolean, onClose: () => void): void {
  const close = useRef(onClose)
  close.current = onClose
  useEffect(() => {
    if (!isMissing) return
    notify({ kind: 'error', title: FAILURES.missing })
    close.current()
  }, [isMissing])
}
