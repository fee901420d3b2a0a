import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

interface AlertProps {
  kind: 'good' | 'bad' | 'warn' | 'note'
  title?: string
  children?: ReactNode
}

const ICONS = { good: CircleCheck, bad: CircleAlert, warn: TriangleAlert, note: Info }

/** A message that stays on the page. */
export function Alert({ kind, title, children }: AlertProps) {
  const Icon = ICONS[kind]
  return (
    <div className={`alert ${kind}`} role={kind === 'bad' ? 'alert' : 'status'}>
      <Icon size={16} aria-hidden="true" />
      <div>
        {title && <strong>{title}</strong>}
        {children && <div>{children}</div>}
      </div>
    </div>
  )
}
