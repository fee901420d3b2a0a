import type { NoticeHost, Toast } from './notice.ts'

let host: NoticeHost | null = null
let loading = false
const waiting: Toast[] = []

/**
 * Tells the person something, from anywhere. What draws it is fetched on first use at the
 * latest; until it is there the notices wait.
 */
export function notify(notice: Toast): void {
  if (host) {
    host.show(notice)
    return
  }
  waiting.push(notice)
  prepareNotices()
}

/** Fetches what draws the notices before the first one: one that says the network is gone could not fetch it. */
export function prepareNotices(): void {
  if (host || loading) return
  loading = true
  import('./notify-host.tsx')
    .then(({ mountNotifyHost }) => mountNotifyHost(attach))
    .catch(() => {
      // The next notice tries again.
      loading = false
    })
}

/** Takes away what is shown, because it is about something that is over. */
export function clearNotices(): void {
  waiting.length = 0
  host?.clear()
}

/** The host says how a notice is drawn; what waited is drawn at once. */
function attach(attached: NoticeHost | null): void {
  host = attached
  loading = attached !== null
  if (attached) for (const notice of waiting.splice(0)) attached.show(notice)
}
