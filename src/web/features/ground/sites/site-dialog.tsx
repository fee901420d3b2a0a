import type { ManagedSite } from '#shared/features/ground/sites/contract.ts'
import { handleError } from '#web/api/handle-error.ts'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { Button } from '#web/ui/input/button.tsx'
import { useConfirm } from '#web/ui/overlay/confirm.ts'
import { ConnectionPanel } from './connection-panel.tsx'
import { FAILURES, restQuestion } from './messages.ts'
import { SiteFields } from './site-fields.tsx'
import { useSiteForm } from './use-site-form.ts'

const WIDTH = 560

interface SiteDialogProps {
  /** Null for a new one. */
  site: ManagedSite | null
  onClose: () => void
}

/** The form of a site, the connection test, and deactivation. */
export function SiteDialog({ site, onClose }: SiteDialogProps) {
  const { form, submit, save } = useSiteForm(site, onClose)
  const confirm = useConfirm()
  const title = site === null ? 'New Site' : `Edit ${site.display_name}`
  const rest = async (retired: boolean) => {
    if (site === null || (retired && !(await confirm(restQuestion(site.display_name))))) return
    await save({ retired }).then(onClose, handleError(FAILURES.save))
  }
  return (
    <FormDialog
      form={form}
      title={title}
      width={WIDTH}
      failTitle={FAILURES.save}
      submitText={site === null ? 'Add Site' : 'Save'}
      onSubmit={() => void submit()}
      onClose={onClose}
      actions={
        site && (
          <Button className="site-rest" type="text" onClick={() => void rest(!site.retired)}>
            {site.retired ? 'Reactivate' : 'Retire'}
          </Button>
        )
      }
    >
      <form
        noValidate
        className="stack gap-16"
        aria-label={title}
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <SiteFields form={form} />
        <button type="submit" className="visually-hidden" tabIndex={-1}>
          {title}
        </button>
      </form>
      <ConnectionPanel form={form} />
    </FormDialog>
  )
}
