import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { useUnsaved } from '../use-unsaved.ts'
import { Form, type FormOptions, type FormState, type FormStatus } from './form-store.ts'
import type { Name } from './merge.ts'
import { stash, takeKept } from './stash.ts'

interface Options<Values extends object> extends FormOptions<Values> {
  /**
   * The name under which what is typed outlives a reload and the end of the session. A form without one is never
   * written down: a password has no business outside its field.
   */
  stashAs?: string
  /** What is typed is there again when what holds the form was closed, which asks nobody, and is opened once more. */
  outlivesClosing?: boolean
}

/** A form of the product. It does not render whoever holds it: ask for what is shown with the hooks below. */
export function useForm<Values extends object>(given: Options<Values>): Form<Values> {
  const { stashAs, outlivesClosing = false, ...options } = given
  const [form] = useState(() => new Form<Values>(options))
  form.configure(options)
  useLayoutEffect(() => {
    // Written by this hook under the same name, so it has this form's shape.
    const kept = stashAs === undefined ? undefined : takeKept(stashAs)
    if (kept !== undefined) form.restore(kept as Parameters<typeof form.restore>[0])
  }, [form, stashAs])
  useEffect(
    () => (stashAs === undefined ? undefined : stash(stashAs, form.kept, outlivesClosing)),
    [form, stashAs, outlivesClosing],
  )
  useLayoutEffect(() => form.follow(options.known))
  return form
}

/** A part of the form; renders its caller when that part becomes another one. */
export function useFormState<Values extends object, Part>(
  form: Form<Values>,
  part: (state: FormState<Values>) => Part,
): Part {
  return useSyncExternalStore(form.subscribe, () => part(form.state()))
}

/** Whether something is unsaved, on its way, or refused. */
export const useFormStatus = <Values extends object>(form: Form<Values>): FormStatus<Values> =>
  useFormState(form, ({ status }) => status)

export function useValue<Values extends object, Field extends Name<Values>>(
  form: Form<Values>,
  name: Field,
): Values[Field] {
  return useFormState(form, ({ values }) => values[name])
}

/** What is wrong with the field of a path, by itself or because the server refused it. */
export function useIssue<Values extends object>(form: Form<Values>, path: string): string | undefined {
  return useFormState(form, ({ issues }) => issues[path])
}

/** For a form that stands in no dialog: leaving it asks first. */
export function useFormGuard<Values extends object>(form: Form<Values>): void {
  useUnsaved(useFormStatus(form).isDirty)
}
