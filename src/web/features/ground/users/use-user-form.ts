import { DEFAULT_ROLE, type RoleId } from '#shared/access/roles.ts'
import { type User, UserBody } from '#shared/features/ground/users/contract.ts'
import { session } from '#web/api/session.ts'
import type { Known } from '#web/ui/form/form-store.ts'
import { useForm } from '#web/ui/form/use-form.ts'
import { useConfirm } from '#web/ui/overlay/confirm.ts'
import { ADMIN_WARNING, adminQuestion, lockConsequence, MESSAGES, OWN_LOSS } from './messages.ts'
import { currentUserIn, useSaveUser, useUserRecords } from './queries.ts'

export interface UserFormValues {
  username: string
  first_name: string
  last_name: string
  role_id: RoleId
  active: boolean
}

/** The initial values of the form; `null` is a new user. */
export function startValues(user: User | null): UserFormValues {
  return {
    username: user?.username ?? '',
    first_name: user?.first_name ?? '',
    last_name: user?.last_name ?? '',
    role_id: user?.role_id ?? DEFAULT_ROLE,
    active: user === null || user.active === 1,
  }
}

/** Whether to warn: the user would become an admin by this choice. */
export const wantsAdminWarning = (start: UserFormValues, chosen: RoleId) =>
  chosen === 'adm' && start.role_id !== 'adm'

/** The current user would lose their own admin role. */
export const givesUpAdmin = (start: UserFormValues, values: UserFormValues) =>
  start.role_id === 'adm' && values.role_id !== 'adm'

const knownOf = (user: User | null): Known<UserFormValues> => ({
  values: startValues(user),
  version: user?.version,
})

/** The user form with its questions. `id` is null for a new user; `user` is also null until loaded. */
export function useUserForm(id: number | null, user: User | null, onSaved: () => void) {
  const confirm = useConfirm()
  const { mutateAsync: save } = useSaveUser(id)
  const { newest } = useUserRecords()
  const form = useForm<UserFormValues>({
    id: 'user',
    stashAs: `user.${id ?? 'new'}`,
    known: knownOf(user && newest(user)),
    check: UserBody,
    overtakenBy(error) {
      const current = currentUserIn(error)
      return current && knownOf(current)
    },
  })
  const start = () => form.state().base.values

  const chooseRole = async (role_id: RoleId) => {
    form.set('role_id', role_id)
    if (!wantsAdminWarning(start(), role_id)) return
    const asked = { title: adminQuestion(form.values()), content: ADMIN_WARNING, danger: true }
    const isAgreed = await confirm({ ...asked, okText: 'Make admin', cancelText: 'Cancel' })
    if (!isAgreed) form.set('role_id', start().role_id)
  }
  const switchActive = async (active: boolean) => {
    if (active) return form.set('active', active)
    const content = lockConsequence(form.values(), id === null)
    if (await confirm({ title: MESSAGES.lockQuestion, content, danger: true })) form.set('active', active)
  }
  const submit = async () => {
    const isOwn = id !== null && id === session.user()?.id
    const asks = () => isOwn && givesUpAdmin(start(), form.values())
    if (!form.check() || (asks() && !(await confirm(OWN_LOSS)))) return
    await form.submit((values, { base: { version } }) => save({ ...values, version }), onSaved)
  }
  return { form, chooseRole, switchActive, submit }
}

export type UserForm = ReturnType<typeof useUserForm>
