import {
  type SavedView,
  VIEW_NAME_MAXIMUM,
  ViewForm,
  type ViewScreen,
} from '#shared/features/ground/saved-views/contract.ts'
import { isConflict } from '#web/api/api-error.ts'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import type { Form } from '#web/ui/form/form-store.ts'
import { NameField } from '#web/ui/form/name-field.tsx'
import { useForm, useValue } from '#web/ui/form/use-form.ts'
import { noteId } from '#web/ui/input/labelled.tsx'
import { Switch } from '#web/ui/input/switch.tsx'
import { FAILURES, TEAM_HINT } from './messages.ts'
import { useSaveView } from './queries.ts'

const WIDTH = 440
interface ViewDialogProps {
  screen: ViewScreen
  /** The view to rename, or null to create one from the address. */
  view: SavedView | null
  /** The part of the address that the view stores. */
  search: string
  onClose: () => void
}

interface ViewValues {
  name: string
  isTeam: boolean
}

function TeamField({ form }: { form: Form<ViewValues> }) {
  const id = form.fieldId('isTeam')
  return (
    <div className="view-team">
      <Switch
        size="medium"
        id={id}
        checked={useValue(form, 'isTeam')}
        onChange={(isTeam) => form.set('isTeam', isTeam)}
        aria-describedby={noteId(id)}
      />
      <label htmlFor={id}>Share with the team</label>
      <p id={noteId(id)} className="meta">
        {TEAM_HINT}
      </p>
    </div>
  )
}

/** A form for a view's name and visibility. */
export function ViewDialog({ screen, view, search, onClose }: ViewDialogProps) {
  const { mutateAsync: save } = useSaveView()
  const form = useForm<ViewValues>({
    id: 'view',
    stashAs: `view.${view?.view_id ?? `new.${screen}`}`,
    known: { values: { name: view?.name ?? '', isTeam: view?.is_team ?? false } },
    check: ViewForm,
    // Only the name can conflict.
    fieldOf: (error) => (isConflict(error) ? 'name' : undefined),
  })
  const submit = () =>
    void form.submit(
      ({ name, isTeam }) =>
        save({ id: view?.view_id ?? null, body: { screen, name: name.trim(), search, is_team: isTeam } }),
      onClose,
    )
  return (
    <FormDialog
      form={form}
      failTitle={FAILURES.save}
      title={view ? 'Rename view' : 'Save view'}
      width={WIDTH}
      onSubmit={submit}
      onClose={onClose}
    >
      <NameField form={form} max={VIEW_NAME_MAXIMUM} onPressEnter={submit} />
      <TeamField form={form} />
    </FormDialog>
  )
}
