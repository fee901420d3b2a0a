import type { ReactNode } from 'react'

interface LabelledProps {
  /** The id of the control inside. */
  id: string
  label: string
  required?: boolean
  error?: string | undefined
  /** Below the control. A message is below it. */
  hint?: string | undefined
  /** Beside the label. */
  aside?: ReactNode
  children: ReactNode
}

/** Id of a control's message, for its `aria-describedby`. */
export const noteId = (id: string) => `${id}-note`

/** The error message below a control. */
export function FieldError({ id, error }: { id: string; error: string | undefined }) {
  if (!error) return null
  return (
    <p id={noteId(id)} className="field-error" role="alert">
      {error}
    </p>
  )
}

/** The label of a control; a star marks required fields. */
export function FieldLabel({
  id,
  label,
  required = false,
}: Pick<LabelledProps, 'id' | 'label' | 'required'>) {
  return (
    <label htmlFor={id}>
      {label}
      {required && (
        <span className="required" aria-hidden="true">
          {' *'}
        </span>
      )}
    </label>
  )
}

/** A control with its label above and its message below. */
export function Labelled({ id, label, required, error, hint, aside, children }: LabelledProps) {
  return (
    <div className="labelled">
      <div className="field-label">
        <FieldLabel id={id} label={label} required={required} />
        {aside}
      </div>
      {children}
      {hint && <p className="meta">{hint}</p>}
      <FieldError id={id} error={error} />
    </div>
  )
}
