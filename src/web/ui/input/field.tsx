import { type InputHTMLAttributes, type ReactNode, useId } from 'react'
import { FieldLabel } from './labelled.tsx'

export interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string
  error?: string | undefined
  /** Shown beside the label, e.g. a link. */
  aside?: ReactNode
  hint?: string
  /** Shown after the input, e.g. `hours`. */
  unit?: string
}

/** A labelled text field with its message, for pages that do not load the component library. */
export function Field({ label, error, aside, hint, unit, className, ...input }: FieldProps) {
  const ownId = useId()
  const id = input.id ?? ownId
  const note = error ?? hint
  const element = (
    <input
      {...input}
      id={id}
      className={className ? `input ${className}` : 'input'}
      aria-invalid={error ? true : undefined}
      aria-describedby={note ? `${id}-note` : undefined}
    />
  )
  return (
    <div className="field">
      <div className="field-label">
        <FieldLabel id={id} label={label} required={input.required} />
        {aside}
      </div>
      {unit === undefined ? (
        element
      ) : (
        <span className="row gap-8">
          {element}
          <span className="quiet">{unit}</span>
        </span>
      )}
      {note && (
        <p id={`${id}-note`} className={error ? 'field-error' : 'meta'} role={error ? 'alert' : undefined}>
          {note}
        </p>
      )}
    </div>
  )
}
