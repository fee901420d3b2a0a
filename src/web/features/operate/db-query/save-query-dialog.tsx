import { QUERY_NAME_MAXIMUM, QueryForm, type SavedQuery } from '#shared/features/operate/db-query/contract.ts'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { NameField } from '#web/ui/form/name-field.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { FAILURES } from './messages.ts'
import { useSaveQuery } from './queries.ts'

const WIDTH = 440

interface SaveQueryDialogProps {
  /** The user's own query that is saved again; null for a new one. */
  saved: SavedQuery | null
  statement: string
  onSaved: (saved: SavedQuery) => void
  onClose: () => void
}

/** Saves a query under a name, for all users of the Database Interface. */
export function SaveQueryDialog({ saved, statement, onSaved, onClose }: SaveQueryDialogProps) {
  const { mutateAsync: save } = useSaveQuery()
  const form = useForm<{ name: string }>({
    id: 'db-query',
    stashAs: `db-query.${saved?.query_id ?? 'new'}`,
    known: { values: { name: saved?.name ?? '' } },
    check: QueryForm,
  })
  const submit = () =>
    void form.submit(async ({ name }) => {
      const of = saved === null ? null : { id: saved.query_id, version: saved.version }
      const now = await save({ saved: of, name: name.trim(), statement })
      if (now) onSaved(now)
    }, onClose)
  return (
    <FormDialog
      form={form}
      failTitle={FAILURES.save}
      title={saved === null ? 'Save query' : 'Save changes'}
      width={WIDTH}
      onSubmit={submit}
      onClose={onClose}
    >
      <NameField
        form={form}
        max={QUERY_NAME_MAXIMUM}
        hint="Everyone with access to this screen can find it and open its link."
        onPressEnter={submit}
      />
    </FormDialog>
  )
}
