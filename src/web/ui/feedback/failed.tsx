import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../input/button.tsx'

interface FailedProps {
  title: string
  message?: string | undefined
  /** The request's id in the server's log, to be quoted to an operator. */
  reference?: string | undefined
  onRetry?: (() => void) | undefined
  /** Another action beside the retry. */
  children?: ReactNode
}

/** Shown instead of content that could not be loaded. */
export function Failed({ title, message, reference, onRetry, children }: FailedProps) {
  return (
    <div className="state" role="alert">
      <CircleAlert size={20} aria-hidden="true" className="tone-bad" />
      <strong>{title}</strong>
      {message && <p>{message}</p>}
      {reference && <p className="meta">Request {reference}</p>}
      {onRetry && <Button onClick={onRetry}>Retry</Button>}
      {children}
    </div>
  )
}
