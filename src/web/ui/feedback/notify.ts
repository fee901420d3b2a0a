import { loadLibrarySheet } from '../theme/load-library-sheet.ts'
import type { NoticeHost, Toast } from './notice.ts'

let host: NoticeHost | null = null
let loading = false
const waiting: Toast[] = []

/**
 * Shows a notice to the user, from anywhere in the code. Its component is loaded on first use at the latest;
 * notices are queued until then.
 */
export function notify(notice: Toast): void {
  if (host) {
    host.show(notice)
    return
  }
  waiting.push(notice)
  prepareNotices()
}

/** Loads the component in advance: a notice about a lost network could not load it. */
export function prepareNotices(): void {
  if (host || loading) return
  loading = true
  Promise.all([import('./notify-host.tsx'), loadLibrarySheet()])
    .then(([{ mountNotifyHost }]) => mountNotifyHost(attach))
    .catch(() => {
      // The next notice retries.
      loading = false
    })
}

/** Removes the visible notices, which have become obsolete. */
export function clearNotices(): void {
  waiting.length = 0
  host?.clear()
}

/** Called by the host with its render function; queued notices are then shown. */
function attach(attached: NoticeHost | null): void {
  host = attached
  loading = attached !== null
  if (attached) for (const notice of waiting.splice(0)) attached.show(notice)
}
