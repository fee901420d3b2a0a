import type { ReactNode } from 'react'
import { Alert } from '../feedback/alert.tsx'
import { referenceOf } from '../text/reference.ts'
import type { Form } from './form-store.ts'
import { useFormStatus } from './use-form.ts'

interface FormRefusalProps {
  title: string
  error: Error
  /** An action, e.g. a link to the conflicting object. */
  children?: ReactNode
}

/** Why the server refused the form; errors of single fields are shown at the fields. */
export function FormRefusal({ title, error, children }: FormRefusalProps) {
  const reference = referenceOf(error)
  return (
    <Alert kind="bad" title={title}>
      {error.message} {children}
      {reference && <div className="meta">Request {reference}</div>}
    </Alert>
  )
}

/** The same at the top of a form that is not in a dialog. */
export function PageRefusal<Values extends object>({ form, title }: { form: Form<Values>; title: string }) {
  const { refusal } = useFormStatus(form)
  if (refusal === null) return null
  return (
    <div className="mb-16">
      <FormRefusal title={title} error={refusal.error} />
    </div>
  )
}
