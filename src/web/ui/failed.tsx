import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'

interface FailedProps {
  title: string
  message?: string | undefined
  /** The number of the request in the server's log, for whoever asks an operator. */
  reference?: string | undefined
  onRetry?: (() => void) | undefined
  /** Another way on, beside trying again. */
  children?: ReactNode
}

/** What stands where content could not be fetched. */
export function Failed({ title, message, reference, onRetry, children }: FailedProps) {
  return (
    <div className="state" role="alert">
      <CircleAlert size={20} aria-hidden="true" className="state-bad" />
      <strong>{title}</strong>
      {message && <p>{message}</p>}
      {reference && <p className="meta">Request {reference}</p>}
      {onRetry && <Button onClick={onRetry}>Retry</Button>}
      {children}
    </div>
  )
}
