import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

interface SignInRowProps {
  icon: LucideIcon
  title: string
  isOn: boolean
  /** Beside the title. */
  tag?: ReactNode
  note: ReactNode
  actions?: ReactNode
  /** Below, as wide as the row. */
  children?: ReactNode
}

/** One way to sign in; the list always has all of them, in the same order. */
export function SignInRow({ icon: Icon, title, isOn, tag, note, actions, children }: SignInRowProps) {
  return (
    <li>
      <span className={isOn ? 'factor-mark on' : 'factor-mark'} aria-hidden="true">
        <Icon size={20} />
      </span>
      <div>
        <div className="cluster gap-8 row-gap-2">
          <h3>{title}</h3>
          {tag}
        </div>
        <p className="meta">{note}</p>
      </div>
      {actions && <div className="way-actions cluster gap-4">{actions}</div>}
      {children}
    </li>
  )
}
