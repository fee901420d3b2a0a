import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { useUnsaved } from '../hooks/use-unsaved.ts'
import { Form, type FormOptions, type FormState, type FormStatus } from './form-store.ts'
import type { Name } from './merge.ts'
import { share, stash, takeKept } from './stash.ts'

interface Options<Values extends object> extends FormOptions<Values> {
  /**
   * The name under which typed values survive a reload and the end of the session. A form without a name is
   * never stored: a password must not leave its field.
   */
  stashAs?: string
  /**
   * The typed values are restored when the form's container was closed without a question and is opened
   * again. While several forms with this name are open, all of them have the same values.
   */
  outlivesClosing?: boolean
  /** The values cannot be saved any more: they stay on the screen, and are dropped when the form is closed. */
  isObsolete?: boolean
}

/**
 * Creates a form. The component that holds it does not rerender on changes: read the state with the hooks
 * below.
 */
export function useForm<Values extends object>(given: Options<Values>): Form<Values> {
  const { stashAs, outlivesClosing = false, isObsolete = false, ...options } = given
  const isKept = outlivesClosing && !isObsolete
  const [form] = useState(() => new Form<Values>(options))
  form.configure(options)
  useLayoutEffect(() => {
    // This hook wrote the value under the same name, so it has this form's shape.
    const kept = stashAs === undefined ? undefined : takeKept(stashAs)
    if (kept !== undefined) form.restore(kept as Parameters<typeof form.restore>[0])
  }, [form, stashAs])
  useEffect(
    () => (stashAs === undefined ? undefined : stash(stashAs, form.kept, isKept)),
    [form, stashAs, isKept],
  )
  useEffect(() => {
    if (stashAs === undefined || !outlivesClosing) return
    return share(stashAs, {
      values: form.values,
      subscribe: form.subscribe,
      // The other form has the same name, so its values have this form's shape.
      take: (values) => form.update(() => values as Values, ...Object.keys(values)),
    })
  }, [form, stashAs, outlivesClosing])
  useLayoutEffect(() => form.follow(options.known))
  return form
}

/** Selects a part of the form's state; the caller rerenders when that part changes. */
export function useFormState<Values extends object, Part>(
  form: Form<Values>,
  part: (state: FormState<Values>) => Part,
): Part {
  return useSyncExternalStore(form.subscribe, () => part(form.state()))
}

/** Whether something is unsaved, being sent, or refused. */
export const useFormStatus = <Values extends object>(form: Form<Values>): FormStatus<Values> =>
  useFormState(form, ({ status }) => status)

export function useValue<Values extends object, Field extends Name<Values>>(
  form: Form<Values>,
  name: Field,
): Values[Field] {
  return useFormState(form, ({ values }) => values[name])
}

/** The issue of the field at a path: found by validation or reported by the server. */
export function useIssue<Values extends object>(form: Form<Values>, path: string): string | undefined {
  return useFormState(form, ({ issues }) => issues[path])
}

/** For a form outside a dialog: asks before the user leaves with unsaved values. */
export function useFormGuard<Values extends object>(form: Form<Values>): void {
  useUnsaved(useFormStatus(form).isDirty)
}
