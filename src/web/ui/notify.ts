export interface Notice {
  kind: 'error' | 'success' | 'info' | 'warning'
  title: string
  description?: string | undefined
  /** Number of the request in the server's log, shown small. */
  reference?: string | undefined
  /** A way back, shown as a button. */
  action?: { label: string; run: () => void }
}

type Show = (notice: Notice) => void

let show: Show | null = null
let loading = false
const waiting: Notice[] = []

/**
 * Tells the person something, from anywhere. What draws it is fetched on first use at the
 * latest; until it is there the notices wait.
 */
export function notify(notice: Notice): void {
  if (show) {
    show(notice)
    return
  }
  waiting.push(notice)
  prepareNotices()
}

/** Fetches what draws the notices before the first one: one that says the network is gone could not fetch it. */
export function prepareNotices(): void {
  if (show || loading) return
  loading = true
  import('./notify-host.tsx')
    .then(({ mountNotifyHost }) => mountNotifyHost())
    .catch(() => {
      // The next notice tries again.
      loading = false
    })
}

/** The host says how a notice is drawn; what waited is drawn at once. */
export function attachNotifyHost(draw: Show | null): void {
  show = draw
  loading = draw !== null
  if (draw) for (const notice of waiting.splice(0)) draw(notice)
}
