import { CircleAlert } from 'lucide-react'
import { Button } from './button.tsx'

interface FailedProps {
  title: string
  message?: string | undefined
  onRetry?: (() => void) | undefined
}

/** What stands where content could not be fetched. */
export function Failed({ title, message, onRetry }: FailedProps) {
  return (
    <div className="state" role="alert">
      <CircleAlert size={20} aria-hidden="true" className="state-bad" />
      <strong>{title}</strong>
      {message && <p>{message}</p>}
      {onRetry && <Button onClick={onRetry}>Retry</Button>}
    </div>
  )
}
