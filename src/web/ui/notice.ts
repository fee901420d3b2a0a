export interface Toast {
  kind: 'error' | 'success' | 'info' | 'warning'
  title: string
  /** A notice takes the place of the one with the same key. */
  key?: string
  description?: string | undefined
  /** Number of the request in the server's log, shown small. */
  reference?: string | undefined
  /** How long it stands, where that is not as long as others of its kind. */
  seconds?: number
  /** A way back, shown as a button. As long as the notice stands, Ctrl Z presses what undoes. */
  action?: { label: string; run: () => void; isUndo?: boolean }
  /** Ways to more about it, beside that. */
  more?: readonly { label: string; run: () => void }[]
}

/** What draws notices. */
export interface NoticeHost {
  show: (notice: Toast) => void
  clear: () => void
}
