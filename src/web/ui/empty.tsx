import { Inbox } from 'lucide-react'
import type { ReactNode } from 'react'

/** What stands where nothing is: what would be here, and the next step. */
export function Empty({ text, action, icon }: { text: ReactNode; action?: ReactNode; icon?: ReactNode }) {
  return (
    <div className="state">
      {icon ?? <Inbox size={20} aria-hidden="true" className="quiet" />}
      <p>{text}</p>
      {action}
    </div>
  )
}
