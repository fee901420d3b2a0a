import { Bot } from 'lucide-react'

/** The mark of a service account: square, where a person’s is round. */
export function ServiceMark({ size = 24 }: { size?: 24 | 48 }) {
  return (
    <span className="service-mark" data-size={size} aria-hidden="true">
      <Bot size={size === 48 ? 24 : 16} />
    </span>
  )
}
