import { useQuery } from '@tanstack/react-query'
import type { Role } from '#shared/features/ground/auth/contract.ts'
import { userIdentityQuery } from '#web/features/ground/provider/queries.ts'
import { healthQuery } from '#web/features/ground/system/queries.ts'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { Failed } from '#web/ui/feedback/failed.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { ConflictPanel } from '#web/ui/form/conflict-panel.tsx'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { MESSAGES } from './messages.ts'
import { rolesQuery, userQuery } from './queries.ts'
import { type UserFormValues, useUserForm } from './use-user-form.ts'
import { UserFields } from './user-fields.tsx'

const WIDTH = 560

interface UserDialogProps {
  /** Id of the user; null for a new one. */
  id: number | null
  onClose: () => void
  onSaved?: () => void
}

const titleOf = (id: number | null) => (id === null ? 'New User' : 'Edit User')

const LABELS = {
  username: 'Email',
  first_name: 'First name',
  last_name: 'Last name',
  role_id: 'Role',
  active: 'Active',
} as const

/** The values of a user as readable text. */
const readable = (roles: readonly Role[]) => (values: UserFormValues, name: keyof UserFormValues) => {
  if (name === 'role_id')
    return [roles.find(({ id }) => id === values.role_id)?.description ?? values.role_id]
  if (name === 'active') return [values.active ? 'Can sign in' : 'Locked']
  return [values[name]]
}

/** The provider that decides on the role of a user; null if it is decided here, undefined until known. */
function useRoleFrom(id: number | null): string | null | undefined {
  const { data: health, isError } = useQuery(healthQuery)
  const label = health?.provider?.label
  const identity = useQuery({ ...userIdentityQuery(id ?? 0), enabled: id !== null && label !== undefined })
  if (id === null || isError || identity.isError) return null
  if (!health || (label !== undefined && !identity.data)) return undefined
  return label !== undefined && identity.data?.is_role_from_provider ? label : null
}

/** The user form, once its data is loaded. */
export function UserDialog({ id, onClose, onSaved }: UserDialogProps) {
  const roles = useQuery(rolesQuery)
  const user = useQuery({ ...userQuery(id ?? 0), enabled: id !== null })
  const edited = useUserForm(id, user.data ?? null, () => {
    onSaved?.()
    onClose()
  })
  const roleFrom = useRoleFrom(id)
  const isReady = roles.data !== undefined && (id === null || Boolean(user.data)) && roleFrom !== undefined
  return (
    <FormDialog
      form={edited.form}
      failTitle={MESSAGES.notSaved}
      title={titleOf(id)}
      width={WIDTH}
      submitText={id === null ? 'Create User' : 'Save'}
      onSubmit={isReady ? () => void edited.submit() : undefined}
      onClose={onClose}
    >
      {roles.data && isReady ? (
        <>
          <ConflictPanel
            form={edited.form}
            noun="user"
            title={MESSAGES.notSaved}
            labels={LABELS}
            linesOf={readable(roles.data)}
          />
          <UserFields title={titleOf(id)} user={edited} roles={roles.data} roleFrom={roleFrom} />
        </>
      ) : user.data === null ? (
        <Empty text={MESSAGES.noSuchUser} />
      ) : roles.error ? (
        <Failed
          title={MESSAGES.rolesFailed}
          message={roles.error.message}
          onRetry={() => void roles.refetch()}
        />
      ) : user.error ? (
        <Failed
          title={MESSAGES.userFailed}
          message={user.error.message}
          onRetry={() => void user.refetch()}
        />
      ) : (
        <Skeleton lines={5} />
      )}
    </FormDialog>
  )
}
