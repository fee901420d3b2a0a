import { Field, type FieldProps } from '../input/field.tsx'
import type { Form } from './form-store.ts'
import { useIssue, useValue } from './use-form.ts'

interface FormFieldProps<Name extends string, Values extends Record<Name, string>>
  extends Omit<FieldProps, 'form' | 'name' | 'id' | 'value' | 'error' | 'onChange'> {
  form: Form<Values>
  name: Name
}

/** A text field of a form on a page that does not load the component library. */
export function FormField<Name extends string, Values extends Record<Name, string>>({
  form,
  name,
  ...field
}: FormFieldProps<Name, Values>) {
  const value: string = useValue(form, name)
  return (
    <Field
      {...field}
      id={form.fieldId(name)}
      name={name}
      value={value}
      error={useIssue(form, name)}
      onChange={(event) => form.update((values) => ({ ...values, [name]: event.target.value }), name)}
    />
  )
}
