import type { ReactNode } from 'react'
import { Dialog, type DialogProps } from '../overlay/dialog.tsx'
import { FormRefusal } from './form-refusal.tsx'
import type { Form } from './form-store.ts'
import { useFormStatus } from './use-form.ts'

interface FormDialogProps<Values extends object> extends Omit<DialogProps, 'open'> {
  form: Form<Values>
  open?: boolean
  /** Title of a refusal that concerns no single field; left out if the caller reports it. */
  failTitle?: string
  /** An action to resolve a refusal, beside its reason. */
  wayOn?: (error: Error) => ReactNode
}

/**
 * A dialog with a form: busy while it is sent, with a question before unsaved values are discarded, and with
 * the server's refusal above its buttons.
 */
export function FormDialog<Values extends object>(props: FormDialogProps<Values>) {
  const { form, failTitle, wayOn, open = true, busy, submitDisabled, aboveFooter, ...dialog } = props
  const { isDirty, isSaving, mustDecide, refusal } = useFormStatus(form)
  return (
    <Dialog
      dirty={isDirty}
      {...dialog}
      open={open}
      busy={isSaving || busy === true}
      submitDisabled={mustDecide || submitDisabled === true}
      aboveFooter={
        <>
          {refusal && failTitle !== undefined && (
            <div className="dialog-refusal">
              <FormRefusal title={failTitle} error={refusal.error}>
                {wayOn?.(refusal.error)}
              </FormRefusal>
            </div>
          )}
          {aboveFooter}
        </>
      }
    />
  )
}
