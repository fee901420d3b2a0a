import type { RoleId } from '#shared/access/roles.ts'
import type { Role } from '#shared/features/ground/auth/contract.ts'
import { fullName } from '#shared/format/full-name.ts'
import { MESSAGES as USER_MESSAGES } from '#web/features/ground/users/messages.ts'
import { PersonPicker } from '#web/features/ground/users/person-picker.tsx'
import { RoleBadge } from '#web/features/ground/users/role-badge.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useIssue, useValue } from '#web/ui/form/use-form.ts'
import { Labelled } from '#web/ui/input/labelled.tsx'
import { Select } from '#web/ui/input/select.tsx'
import { Switch } from '#web/ui/input/switch.tsx'
import type { ServiceAccountForm } from './use-service-account-form.ts'

interface PartProps {
  edited: ServiceAccountForm
}

interface ServiceAccountFieldsProps extends PartProps {
  roles: readonly Role[]
  isNew: boolean
}

function RoleSelect({ edited: { form, chooseRole }, roles }: Omit<ServiceAccountFieldsProps, 'isNew'>) {
  const id = form.fieldId('role_id')
  return (
    <Labelled id={id} label="Role" error={useIssue(form, 'role_id')}>
      <Select<RoleId>
        id={id}
        style={{ width: '100%' }}
        value={useValue(form, 'role_id')}
        options={roles.map((role) => ({ value: role.id, label: <RoleBadge role={role} /> }))}
        onChange={(role) => void chooseRole(role)}
      />
    </Labelled>
  )
}

function OwnerSelect({ edited: { form } }: PartProps) {
  const id = form.fieldId('owner')
  const issue = useIssue(form, 'owner')
  return (
    <Labelled id={id} label="Owner" required error={issue} hint="Answers for it and gets its notices.">
      <PersonPicker
        id={id}
        className="full-width"
        placeholder="Search by name"
        person={useValue(form, 'owner')}
        isLeftOut={({ active }) => active === 0}
        failTitle={USER_MESSAGES.usersFailed}
        hasError={issue !== undefined}
        onChange={(person) => form.set('owner', person && { id: person.id, name: fullName(person) })}
      />
    </Labelled>
  )
}

function ActiveSwitch({ edited: { form, switchActive } }: PartProps) {
  const id = form.fieldId('active')
  const active = useValue(form, 'active')
  return (
    <Labelled id={id} label="Active">
      <div className="user-form-switch row gap-8">
        <Switch size="medium" id={id} checked={active} onChange={(isActive) => void switchActive(isActive)} />
        <span className="quiet">{active ? 'Its tokens work' : 'Locked'}</span>
      </div>
    </Labelled>
  )
}

/** The fields of a service account. */
export function ServiceAccountFields({ edited, roles, isNew }: ServiceAccountFieldsProps) {
  const { form, submit } = edited
  return (
    <div className="service-form stack gap-16">
      <TextField form={form} name="name" label="Name" required autoFocus onPressEnter={submit} />
      <TextField
        form={form}
        name="purpose"
        label="What it does"
        placeholder="Publishes the weekly overview"
        onPressEnter={submit}
      />
      <div className="user-form-row service-form-row">
        <RoleSelect edited={edited} roles={roles} />
        <OwnerSelect edited={edited} />
      </div>
      {!isNew && <ActiveSwitch edited={edited} />}
    </div>
  )
}
