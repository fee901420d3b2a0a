import { notify } from '#web/ui/feedback/notify.ts'
import { ApiError, SessionOverError } from './api-error.ts'

interface Manner {
  /** Shows 'Please try again later' instead of the error's own message. */
  later?: boolean
  /** Replaces the notice that is shown with the same key. */
  key?: string
}

/** Returns a function that shows the error, for `onError` and `catch`. */
export function handleError(title = 'Error', { later = false, key }: Manner = {}): (error: unknown) => void {
  return (error) => {
    if (error instanceof DOMException && error.name === 'AbortError') return
    if (error instanceof SessionOverError) return
    const message = error instanceof Error ? error.message : String(error)
    const isServerFault = error instanceof ApiError && error.status >= 500
    // The message may already contain the id.
    const isSaid = !later && isServerFault && message.includes(error.requestId ?? message)
    const reference = isServerFault && !isSaid && error.requestId
    notify({
      kind: 'error',
      title,
      description: later ? 'Please try again later' : message,
      ...(reference ? { reference } : {}),
      ...(key ? { key } : {}),
    })
  }
}
