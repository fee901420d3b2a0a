import { Input } from 'antd'
import type { ReactNode } from 'react'
import { Labelled, noteId } from '../input/labelled.tsx'
import { LengthNote } from '../input/length-note.tsx'
import type { Form } from './form-store.ts'
import { useIssue, useValue } from './use-form.ts'

/** The props that connect a control of the component library to its label and its message. */
export function controlOf<Values extends object>(
  form: Form<Values>,
  path: string,
  issue: string | undefined,
) {
  const id = form.fieldId(path)
  return {
    id,
    'aria-invalid': issue ? (true as const) : undefined,
    'aria-describedby': issue ? noteId(id) : undefined,
    status: issue ? ('error' as const) : ('' as const),
  }
}

interface TextFieldProps<Field extends string, Values extends Record<Field, string>> {
  form: Form<Values>
  name: Field
  label: string
  required?: boolean
  autoFocus?: boolean
  placeholder?: string
  hint?: string | undefined
  spellCheck?: boolean
  /** The maximum length. The counter is shown once the text comes close to it. */
  max?: number
  /** Always shows the counter, inside the field. */
  counted?: boolean
  /** Makes it multi-line; the numbers of visible rows. */
  rows?: { minRows: number; maxRows: number }
  /** Beside the label, instead of the length. */
  aside?: ReactNode
  /** An issue shown while the user types. */
  fault?: string | undefined
  /** Called with the changed text instead of updating the form. */
  onChange?: (text: string) => void
  onPressEnter?: () => void
  children?: ReactNode
}

/** A text field of a form with its label and its message; typing only rerenders this field. */
export function TextField<Field extends string, Values extends Record<Field, string>>(
  props: TextFieldProps<Field, Values>,
) {
  const { form, name, label, required, rows, max, counted, aside, fault, onChange, onPressEnter } = props
  const value: string = useValue(form, name)
  const issue = useIssue(form, name) ?? fault
  const change = (text: string) =>
    onChange ? onChange(text) : form.update((values) => ({ ...values, [name]: text }), name)
  const control = {
    ...controlOf(form, name, issue),
    value,
    'aria-required': required ? (true as const) : undefined,
    autoFocus: props.autoFocus ?? false,
    ...(props.placeholder === undefined ? {} : { placeholder: props.placeholder }),
    ...(props.spellCheck === undefined ? {} : { spellCheck: props.spellCheck }),
  }
  const length = max !== undefined && !counted && <LengthNote text={value} max={max} />
  return (
    <Labelled
      id={control.id}
      label={label}
      required={required ?? false}
      error={issue}
      hint={props.hint}
      aside={aside || length}
    >
      {rows ? (
        <Input.TextArea {...control} autoSize={rows} onChange={(event) => change(event.target.value)} />
      ) : (
        <Input
          {...control}
          autoComplete="off"
          {...(counted && max !== undefined ? { count: { max, show: true } } : {})}
          {...(onPressEnter ? { onPressEnter } : {})}
          onChange={(event) => change(event.target.value)}
        />
      )}
      {props.children}
    </Labelled>
  )
}
