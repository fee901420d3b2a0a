export interface Toast {
  kind: 'error' | 'success' | 'info' | 'warning'
  title: string
  description?: string | undefined
  /** Number of the request in the server's log, shown small. */
  reference?: string | undefined
  /** A way back, shown as a button. */
  action?: { label: string; run: () => void }
}

/** What draws notices. */
export interface NoticeHost {
  show: (notice: Toast) => void
  clear: () => void
}
