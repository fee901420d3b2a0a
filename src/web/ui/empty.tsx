import { Inbox } from 'lucide-react'
import type { ReactNode } from 'react'

interface EmptyProps {
  /** A heading of its own; the text is then why, and what will stand here. */
  title?: ReactNode
  text?: ReactNode
  action?: ReactNode
  icon?: ReactNode
}

/** The shape of the rows to come. */
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

/** What stands where nothing is: what would be here, and the next step. */
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
      {action && <div className="empty-actions">{action}</div>}
    </div>
  )
}
