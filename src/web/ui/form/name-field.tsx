import type { Form } from './form-store.ts'
import { TextField } from './text-field.tsx'
import { useValue } from './use-form.ts'

interface NameFieldProps<Values extends { name: string }> {
  form: Form<Values>
  max: number
  hint?: string
  onPressEnter: () => void
}

/** The name of what a dialog saves; a name that is too long is reported while the user types. */
export function NameField<Values extends { name: string }>({
  form,
  max,
  hint,
  onPressEnter,
}: NameFieldProps<Values>) {
  const isTooLong = useValue(form, 'name').trim().length > max
  return (
    <TextField
      form={form}
      name="name"
      label="Name"
      required
      autoFocus
      hint={hint}
      fault={isTooLong ? `At most ${max} characters` : undefined}
      onPressEnter={onPressEnter}
    />
  )
}
