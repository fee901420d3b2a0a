import type { ServiceAccount } from '#shared/features/ground/service-accounts/contract.ts'
import { fullName } from '#shared/format/full-name.ts'
import { MESSAGES as USER_MESSAGES } from '#web/features/ground/users/messages.ts'
import { PersonPicker } from '#web/features/ground/users/person-picker.tsx'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { useForm, useIssue, useValue } from '#web/ui/form/use-form.ts'
import { Labelled } from '#web/ui/input/labelled.tsx'
import { MESSAGES } from './messages.ts'
import { useSaveServiceAccount } from './queries.ts'
import type { Owner } from './use-service-account-form.ts'

interface Values {
  owner: Owner | null
}

interface HandOverDialogProps {
  account: ServiceAccount
  onClose: () => void
}

const BLANK: { values: Values } = { values: { owner: null } }
const check = ({ owner }: Values): Record<string, string> =>
  owner === null ? { owner: MESSAGES.chooseOwner } : {}

/** Gives a service account another owner. */
export function HandOverDialog({ account, onClose }: HandOverDialogProps) {
  const { id, name, purpose, role_id, active, version, owner } = account
  const { mutateAsync: save } = useSaveServiceAccount(MESSAGES.handedOver)
  const form = useForm<Values>({ id: 'hand-over', known: BLANK, check })
  const field = form.fieldId('owner')
  const issue = useIssue(form, 'owner')
  const submit = () =>
    void form.submit(
      ({ owner: next }) =>
        save({ id, body: { name, purpose, role_id, active, version, owner_id: next?.id ?? 0 } }),
      onClose,
    )
  return (
    <FormDialog
      form={form}
      failTitle={MESSAGES.notHandedOver}
      title={`Hand over “${name}”`}
      width={440}
      submitText="Hand over"
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="dialog-note">
        {owner.name} answers for it now. The new owner gets its notices; its tokens keep working.
      </p>
      <Labelled id={field} label="New owner" required error={issue}>
        <PersonPicker
          id={field}
          className="full-width"
          placeholder="Search by name"
          person={useValue(form, 'owner')}
          isLeftOut={(person) => person.id === owner.id || person.active === 0}
          failTitle={USER_MESSAGES.usersFailed}
          hasError={issue !== undefined}
          onChange={(person) => form.set('owner', person && { id: person.id, name: fullName(person) })}
        />
      </Labelled>
    </FormDialog>
  )
}
