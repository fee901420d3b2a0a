import { Inbox } from 'lucide-react'
import type { ReactNode } from 'react'

interface EmptyProps {
  /** A separate heading; the text then explains the reason and what will be shown here. */
  title?: ReactNode
  text?: ReactNode
  action?: ReactNode
  icon?: ReactNode
}

/** An outline of future rows. */
const OUTLINE = (
  <div className="empty-outline" aria-hidden="true">
    {[1, 2, 3, 4].map((row) => (
      <div key={row}>
        <i />
        <i />
        <i />
        <i />
        <i />
      </div>
    ))}
  </div>
)

/** Shown instead of an empty list or place: what belongs here, and the next step. */
export function Empty({ title, text, action, icon }: EmptyProps) {
  if (title === undefined)
    return (
      <div className="state">
        {icon ?? <Inbox size={20} aria-hidden="true" className="quiet" />}
        <p>{text}</p>
        {action}
      </div>
    )
  return (
    <div className="state empty-list">
      {icon ?? OUTLINE}
      <h2>{title}</h2>
      {text !== undefined && <p>{text}</p>}
      {action && <div className="cluster justify-center gap-16 row-gap-8 mt-8">{action}</div>}
    </div>
  )
}
