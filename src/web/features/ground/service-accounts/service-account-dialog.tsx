import { useQuery } from '@tanstack/react-query'
import type { Role } from '#shared/features/ground/auth/contract.ts'
import type { ServiceAccount } from '#shared/features/ground/service-accounts/contract.ts'
import { MESSAGES as USER_MESSAGES } from '#web/features/ground/users/messages.ts'
import { rolesQuery } from '#web/features/ground/users/queries.ts'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { Failed } from '#web/ui/feedback/failed.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { ConflictPanel } from '#web/ui/form/conflict-panel.tsx'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { MESSAGES } from './messages.ts'
import { serviceAccountQuery } from './queries.ts'
import { ServiceAccountFields } from './service-account-fields.tsx'
import { type ServiceAccountValues, useServiceAccountForm } from './use-service-account-form.ts'

const WIDTH = 560

const LABELS = {
  name: 'Name',
  purpose: 'What it does',
  role_id: 'Role',
  owner: 'Owner',
  active: 'Active',
} as const

/** The values of an account as readable text. */
const readable =
  (roles: readonly Role[]) => (values: ServiceAccountValues, name: keyof ServiceAccountValues) => {
    if (name === 'role_id') return [roles.find(({ id }) => id === values.role_id)?.description ?? '']
    if (name === 'active') return [values.active ? 'Active' : 'Locked']
    if (name === 'owner') return [values.owner?.name ?? '']
    return [values[name]]
  }

interface ServiceAccountDialogProps {
  /** Null for a new one. */
  id: number | null
  onClose: () => void
  /** Instead of closing, e.g. to open the page of the new account. */
  onSaved?: (saved: ServiceAccount) => void
}

/** The form of a service account, once its data is loaded. */
export function ServiceAccountDialog({ id, onClose, onSaved }: ServiceAccountDialogProps) {
  const roles = useQuery(rolesQuery)
  const account = useQuery({ ...serviceAccountQuery(id ?? 0), enabled: id !== null })
  const edited = useServiceAccountForm(id, account.data ?? null, (saved) => {
    if (saved && onSaved) onSaved(saved)
    else onClose()
  })
  const isReady = roles.data !== undefined && (id === null || Boolean(account.data))
  const failed = roles.error ? roles : account.error ? account : null
  return (
    <FormDialog
      form={edited.form}
      failTitle={MESSAGES.notSaved}
      title={id === null ? 'New service account' : 'Edit User'}
      width={WIDTH}
      submitText={id === null ? 'Create service account' : 'Save'}
      onSubmit={isReady ? edited.submit : undefined}
      onClose={onClose}
    >
      {roles.data && isReady ? (
        <>
          <ConflictPanel
            form={edited.form}
            noun="service account"
            title={MESSAGES.notSaved}
            labels={LABELS}
            linesOf={readable(roles.data)}
          />
          <ServiceAccountFields edited={edited} roles={roles.data} isNew={id === null} />
        </>
      ) : failed ? (
        <Failed
          title={failed === roles ? USER_MESSAGES.rolesFailed : MESSAGES.accountFailed}
          message={failed.error?.message}
          onRetry={() => void failed.refetch()}
        />
      ) : account.data === null ? (
        <Empty text={USER_MESSAGES.noSuchUser} />
      ) : (
        <Skeleton lines={5} />
      )}
    </FormDialog>
  )
}
