import { Switch } from 'antd'
import { useId } from 'react'
import type { RoleId } from '#shared/access/roles.ts'
import type { Role } from '#shared/features/auth/contract.ts'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { RoleBadge } from './role-badge.tsx'
import type { UserForm } from './use-user-form.ts'

const TEXTS = [
  { name: 'username', label: 'Email', type: 'email' },
  { name: 'first_name', label: 'First name', type: 'text' },
  { name: 'last_name', label: 'Last name', type: 'text' },
] as const

interface RoleSelectProps {
  value: RoleId
  roles: readonly Role[]
  error: string | undefined
  onChoose: (role: RoleId) => void
}

function RoleSelect({ value, roles, error, onChoose }: RoleSelectProps) {
  const id = useId()
  return (
    <div className="field">
      <div className="field-label">
        <label htmlFor={id}>Role</label>
      </div>
      <Select<RoleId>
        id={id}
        size="large"
        style={{ width: '100%' }}
        value={value}
        options={roles.map((role) => ({ value: role.id, label: <RoleBadge role={role} /> }))}
        onChange={onChoose}
        {...(error ? { status: 'error' as const } : {})}
      />
      {error && <p className="field-error">{error}</p>}
    </div>
  )
}

function ActiveSwitch({ active, onSwitch }: { active: boolean; onSwitch: (active: boolean) => void }) {
  const id = useId()
  return (
    <div className="field">
      <div className="field-label">
        <label htmlFor={id}>Active</label>
      </div>
      <div className="user-form-switch">
        <Switch id={id} checked={active} onChange={onSwitch} />
        <span className="quiet">{active ? 'May sign in' : 'Locked'}</span>
      </div>
    </div>
  )
}

interface UserFieldsProps {
  title: string
  form: UserForm
  roles: readonly Role[]
}

/** The fields of one user. */
export function UserFields({ title, form, roles }: UserFieldsProps) {
  const { values, issues, change } = form
  const [email, ...names] = TEXTS.map(({ name, label, type }) => (
    <Field
      key={name}
      label={label}
      type={type}
      autoComplete="off"
      value={values[name]}
      error={issues[name]}
      autoFocus={name === 'username'}
      onChange={(event) => change({ [name]: event.target.value })}
    />
  ))
  return (
    <form
      noValidate
      aria-label={title}
      onSubmit={(event) => {
        event.preventDefault()
        void form.submit()
      }}
    >
      {email}
      <div className="user-form-row">{names}</div>
      <div className="user-form-row">
        <RoleSelect
          value={values.role_id}
          roles={roles}
          error={issues.role_id}
          onChoose={(role) => void form.chooseRole(role)}
        />
        <ActiveSwitch active={values.active} onSwitch={(active) => void form.switchActive(active)} />
      </div>
      <button type="submit" className="visually-hidden" tabIndex={-1}>
        {title}
      </button>
    </form>
  )
}
