import { useQuery } from '@tanstack/react-query'
import { ApiError } from '#web/api/api-error.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Failed } from '#web/ui/failed.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { MESSAGES } from './messages.ts'
import { rolesQuery, userQuery } from './queries.ts'
import { useUserForm } from './use-user-form.ts'
import { UserFields } from './user-fields.tsx'

const WIDTH = 560

interface UserDialogProps {
  /** Number of the user; null makes a new one. */
  id: number | null
  onClose: () => void
  onSaved?: () => void
}

const titleOf = (id: number | null) => (id === null ? 'New User' : 'Edit User')

/** The server's reason, which stays until the next attempt; faults of single fields stand beside them. */
function Refusal({ error }: { error: Error }) {
  const requestId = error instanceof ApiError && error.status >= 500 ? error.requestId : undefined
  return (
    <div className="dialog-refusal">
      <Alert kind="bad" title={MESSAGES.notSaved}>
        {error.message}
        {requestId && <div className="meta">Request {requestId}</div>}
      </Alert>
    </div>
  )
}

/** The user form, once what it shows is known. */
export function UserDialog({ id, onClose, onSaved }: UserDialogProps) {
  const roles = useQuery(rolesQuery)
  const user = useQuery({ ...userQuery(id ?? 0), enabled: id !== null })
  const form = useUserForm(id, user.data ?? null, () => {
    onSaved?.()
    onClose()
  })
  const isReady = roles.data !== undefined && (id === null || Boolean(user.data))
  return (
    <Dialog
      open
      title={titleOf(id)}
      width={WIDTH}
      submitText={id === null ? 'Create User' : 'Save'}
      busy={form.isSaving}
      dirty={form.isDirty}
      onSubmit={isReady ? () => void form.submit() : undefined}
      onClose={onClose}
      aboveFooter={form.error && <Refusal error={form.error} />}
    >
      {roles.data && isReady ? (
        <UserFields title={titleOf(id)} form={form} roles={roles.data} />
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
    </Dialog>
  )
}
