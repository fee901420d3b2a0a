import type { RoleId } from '#shared/access/roles.ts'
import type { Role } from '#shared/features/ground/auth/contract.ts'
import { roleFrom as roleFromProvider } from '#web/features/ground/provider/messages.ts'
import { FormField } from '#web/ui/form/form-field.tsx'
import { useIssue, useValue } from '#web/ui/form/use-form.ts'
import { Select } from '#web/ui/input/select.tsx'
import { Switch } from '#web/ui/input/switch.tsx'
import { RoleBadge } from './role-badge.tsx'
import type { UserForm } from './use-user-form.ts'

const TEXTS = [
  { name: 'username', label: 'Email', type: 'email' },
  { name: 'first_name', label: 'First name', type: 'text' },
  { name: 'last_name', label: 'Last name', type: 'text' },
] as const

interface UserFieldsProps {
  title: string
  user: UserForm
  roles: readonly Role[]
  /** The provider that decides on the user's role; null if it is decided here. */
  roleFrom: string | null
}

/** The role of a user, where the provider decides it. */
function ProviderRole({
  user: { form },
  roles,
  label,
}: Pick<UserFieldsProps, 'user' | 'roles'> & { label: string }) {
  const roleId = useValue(form, 'role_id')
  const role = roles.find(({ id }) => id === roleId)
  return (
    <fieldset className="field provider-role">
      <legend className="field-label medium">Role</legend>
      {role && <RoleBadge role={role} />}
      <p className="caption quiet">{roleFromProvider(label)}</p>
    </fieldset>
  )
}

function RoleSelect({ user: { form, chooseRole }, roles }: Pick<UserFieldsProps, 'user' | 'roles'>) {
  const id = form.fieldId('role_id')
  const error = useIssue(form, 'role_id')
  return (
    <div className="field">
      <div className="field-label">
        <label htmlFor={id}>Role</label>
      </div>
      <Select<RoleId>
        id={id}
        size="large"
        style={{ width: '100%' }}
        value={useValue(form, 'role_id')}
        options={roles.map((role) => ({ value: role.id, label: <RoleBadge role={role} /> }))}
        onChange={(role) => void chooseRole(role)}
        {...(error ? { status: 'error' as const } : {})}
      />
      {error && <p className="field-error">{error}</p>}
    </div>
  )
}

function ActiveSwitch({ user: { form, switchActive } }: Pick<UserFieldsProps, 'user'>) {
  const id = form.fieldId('active')
  const active = useValue(form, 'active')
  return (
    <div className="field">
      <div className="field-label">
        <label htmlFor={id}>Active</label>
      </div>
      <div className="user-form-switch row gap-8">
        <Switch size="medium" id={id} checked={active} onChange={(isActive) => void switchActive(isActive)} />
        <span className="quiet">{active ? 'Can sign in' : 'Locked'}</span>
      </div>
    </div>
  )
}

/** The fields of one user. */
export function UserFields({ title, user, roles, roleFrom }: UserFieldsProps) {
  const [email, ...names] = TEXTS.map(({ name, label, type }) => (
    <FormField
      key={name}
      form={user.form}
      name={name}
      label={label}
      type={type}
      autoComplete="off"
      required
      autoFocus={name === 'username'}
    />
  ))
  return (
    <form
      noValidate
      aria-label={title}
      onSubmit={(event) => {
        event.preventDefault()
        void user.submit()
      }}
    >
      {email}
      <div className="user-form-row">{names}</div>
      <div className="user-form-row">
        {roleFrom === null ? (
          <RoleSelect user={user} roles={roles} />
        ) : (
          <ProviderRole user={user} roles={roles} label={roleFrom} />
        )}
        <ActiveSwitch user={user} />
      </div>
      <button type="submit" className="visually-hidden" tabIndex={-1}>
        {title}
      </button>
    </form>
  )
}
