import type { ReactNode } from 'react'
import { Alert } from '../alert.tsx'

interface FormRefusalProps {
  title: string
  error: Error
  /** A way on, e.g. to what stands in the way. */
  children?: ReactNode
}

/** The number under which a failure stands in the server's log, where it is the server's own. */
function referenceOf(error: Error): string | undefined {
  const { status, requestId } = { status: 0, requestId: undefined, ...error }
  return status >= 500 ? requestId : undefined
}

/** Why the server did not do it; faults of single fields stand beside them. */
export function FormRefusal({ title, error, children }: FormRefusalProps) {
  const reference = referenceOf(error)
  return (
    <div className="dialog-refusal">
      <Alert kind="bad" title={title}>
        {error.message} {children}
        {reference && <div className="meta">Request {reference}</div>}
      </Alert>
    </div>
  )
}
