import type { ReactNode } from 'react'
import { Dialog, type DialogProps } from '../dialog.tsx'
import { FormRefusal } from './form-refusal.tsx'
import type { Form } from './form-store.ts'
import { useFormStatus } from './use-form.ts'

interface FormDialogProps<Values extends object> extends Omit<DialogProps, 'dirty' | 'open'> {
  form: Form<Values>
  open?: boolean
  /** Title of a refusal that is about no single field; left out where whoever saves tells it. */
  failTitle?: string
  /** What to do about a refusal, beside its reason. */
  wayOn?: (error: Error) => ReactNode
}

/** A dialog with a form: busy while it is sent, asked before it is thrown away, with the server's reason above its buttons. */
export function FormDialog<Values extends object>(props: FormDialogProps<Values>) {
  const { form, failTitle, wayOn, open = true, busy, submitDisabled, aboveFooter, ...dialog } = props
  const { isDirty, isSaving, mustDecide, refusal } = useFormStatus(form)
  return (
    <Dialog
      {...dialog}
      open={open}
      busy={isSaving || busy === true}
      dirty={isDirty}
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
