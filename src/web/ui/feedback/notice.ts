export interface Toast {
  kind: 'error' | 'success' | 'info' | 'warning'
  title: string
  /** A notice replaces the one with the same key. */
  key?: string
  description?: string | undefined
  /** Id of the request in the server's log, shown in small print. */
  reference?: string | undefined
  /** How long it is shown, if not the default of its kind. */
  seconds?: number
  /** An undo or another action, shown as a button. While the notice is shown, Ctrl Z triggers an undo. */
  action?: { label: string; run: () => void; isUndo?: boolean }
  /** Further links and actions beside it. */
  more?: readonly { label: string; run: () => void }[]
}

/** The component that shows notices. */
export interface NoticeHost {
  show: (notice: Toast) => void
  clear: () => void
}
