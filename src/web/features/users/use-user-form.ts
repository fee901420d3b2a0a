import { useState } from 'react'
import { DEFAULT_ROLE, type RoleId } from '#shared/access/roles.ts'
import { type User, UserBody } from '#shared/features/users/contract.ts'
import { keysOf } from '#shared/format/keys.ts'
import { ApiError } from '#web/api/api-error.ts'
import { session } from '#web/api/session.ts'
import { useFormStash } from '#web/api/use-form-stash.ts'
import { useConfirm } from '#web/ui/confirm.ts'
import { formIssues } from '#web/ui/form-issues.ts'
import { ADMIN_WARNING, adminQuestion, lockConsequence, MESSAGES, OWN_LOSS } from './messages.ts'
import { useSaveUser } from './queries.ts'

export interface UserFormValues {
  username: string
  first_name: string
  last_name: string
  role_id: RoleId
  active: boolean
}

/** What the form starts from; `null` is a new user. */
export function startValues(user: User | null): UserFormValues {
  return {
    username: user?.username ?? '',
    first_name: user?.first_name ?? '',
    last_name: user?.last_name ?? '',
    role_id: user?.role_id ?? DEFAULT_ROLE,
    active: user === null || user.active === 1,
  }
}

export const isChanged = (start: UserFormValues, values: UserFormValues) =>
  keysOf(start).some((name) => start[name] !== values[name])

/** Only who becomes an admin through this choice is worth a warning. */
export const wantsAdminWarning = (start: UserFormValues, chosen: RoleId) =>
  chosen === 'adm' && start.role_id !== 'adm'

/** An admin who saves this for themselves is one no longer. */
export const givesUpAdmin = (start: UserFormValues, values: UserFormValues) =>
  start.role_id === 'adm' && values.role_id !== 'adm'

/**
 * The state of the user form, with the questions that it asks: what was changed, laid over the user as known so
 * far. Typed text survives a refused save. `id` is null for a new user; `user` is null until it is read, too.
 */
export function useUserForm(id: number | null, user: User | null, onSaved: () => void) {
  const [edited, setEdited] = useState<Partial<UserFormValues>>({})
  const [issues, setIssues] = useState<Record<string, string>>({})
  const confirm = useConfirm()
  const save = useSaveUser(id)
  const start = startValues(user)
  const isOwn = id !== null && id === session.user()?.id
  const values = { ...start, ...edited }
  const isDirty = isChanged(start, values)
  useFormStash(`user.${id ?? 'new'}`, isDirty ? edited : null, setEdited)

  const change = (patch: Partial<UserFormValues>) => {
    setEdited((previous) => ({ ...previous, ...patch }))
    setIssues((previous) => Object.fromEntries(Object.entries(previous).filter(([name]) => !(name in patch))))
  }
  const chooseRole = async (role_id: RoleId) => {
    change({ role_id })
    if (!wantsAdminWarning(start, role_id)) return
    const asked = { title: adminQuestion(values), content: ADMIN_WARNING, danger: true }
    const agreed = await confirm({ ...asked, okText: 'Make admin', cancelText: 'Cancel' })
    if (!agreed) change({ role_id: start.role_id })
  }
  const switchActive = async (active: boolean) => {
    if (active) return change({ active })
    const content = lockConsequence(values, id === null)
    if (await confirm({ title: MESSAGES.lockQuestion, content, danger: true })) change({ active })
  }
  const submit = async () => {
    const found = formIssues(UserBody, values)
    setIssues(found)
    if (Object.keys(found).length > 0) return
    if (isOwn && givesUpAdmin(start, values) && !(await confirm(OWN_LOSS))) return
    save.mutate(user === null ? values : { ...values, version: user.version }, {
      onSuccess: onSaved,
      onError: (error) => setIssues(error instanceof ApiError ? { ...error.issues } : {}),
    })
  }
  return {
    values,
    issues,
    isDirty,
    isSaving: save.isPending,
    error: save.error,
    change,
    chooseRole,
    switchActive,
    submit,
  }
}

export type UserForm = ReturnType<typeof useUserForm>
