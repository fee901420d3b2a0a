import type { ReactNode } from 'react'
import { Alert } from '../alert.tsx'
import { referenceOf } from '../reference.ts'
import type { Form } from './form-store.ts'
import { useFormStatus } from './use-form.ts'

interface FormRefusalProps {
  title: string
  error: Error
  /** A way on, e.g. to what stands in the way. */
  children?: ReactNode
}

/** Why the server did not do it; faults of single fields stand beside them. */
export function FormRefusal({ title, error, children }: FormRefusalProps) {
  const reference = referenceOf(error)
  return (
    <Alert kind="bad" title={title}>
      {error.message} {children}
      {reference && <div className="meta">Request {reference}</div>}
    </Alert>
  )
}

/** The same at the head of a form that stands on a page. */
export function PageRefusal<Values extends object>({ form, title }: { form: Form<Values>; title: string }) {
  const { refusal } = useFormStatus(form)
  if (refusal === null) return null
  return (
    <div className="form-refusal">
      <FormRefusal title={title} error={refusal.error} />
    </div>
  )
}
