import { DEFAULT_ROLE, type RoleId } from '#shared/access/roles.ts'
import { type ServiceAccount, ServiceAccountBody } from '#shared/features/ground/service-accounts/contract.ts'
import { ADMIN_WARNING, adminQuestion } from '#web/features/ground/users/messages.ts'
import type { Known } from '#web/ui/form/form-store.ts'
import { issuesIn } from '#web/ui/form/issues.ts'
import { useForm } from '#web/ui/form/use-form.ts'
import { useConfirm } from '#web/ui/overlay/confirm.ts'
import { lockConsequence, MESSAGES } from './messages.ts'
import { currentAccountIn, useSaveServiceAccount } from './queries.ts'

export interface Owner {
  id: number
  name: string
}

export interface ServiceAccountValues {
  name: string
  purpose: string
  role_id: RoleId
  owner: Owner | null
  active: boolean
}

const valuesOf = (account: ServiceAccount | null): ServiceAccountValues => ({
  name: account?.name ?? '',
  purpose: account?.purpose ?? '',
  role_id: account?.role_id ?? DEFAULT_ROLE,
  owner: account && { id: account.owner.id, name: account.owner.name },
  active: account?.active ?? true,
})

const knownOf = (account: ServiceAccount | null): Known<ServiceAccountValues> => ({
  values: valuesOf(account),
  version: account?.version,
})

const bodyOf = ({ name, purpose, role_id, owner }: ServiceAccountValues): ServiceAccountBody => ({
  name: name.trim(),
  purpose: purpose.trim(),
  role_id,
  owner_id: owner?.id ?? 0,
})

function check(values: ServiceAccountValues) {
  const { owner_id: _, ...issues } = issuesIn(ServiceAccountBody, bodyOf(values))
  return values.owner === null ? { ...issues, owner: MESSAGES.chooseOwner } : issues
}

/** The form of a service account with its questions. `id` is null for a new one; `account` is also null until loaded. */
export function useServiceAccountForm(
  id: number | null,
  account: ServiceAccount | null,
  onSaved: (saved: ServiceAccount | null) => void,
) {
  const confirm = useConfirm()
  const { mutateAsync: save } = useSaveServiceAccount(id === null ? MESSAGES.created : MESSAGES.updated)
  const form = useForm<ServiceAccountValues>({
    id: 'service-account',
    stashAs: `service-account.${id ?? 'new'}`,
    known: knownOf(account),
    check,
    overtakenBy(error) {
      const current = currentAccountIn(error)
      return current && knownOf(current)
    },
  })
  const chooseRole = async (role_id: RoleId) => {
    const before = form.values().role_id
    form.set('role_id', role_id)
    if (role_id !== 'adm' || form.state().base.values.role_id === 'adm') return
    const named = { first_name: form.values().name, last_name: '' }
    const asked = { title: adminQuestion(named), content: ADMIN_WARNING, danger: true }
    const isAgreed = await confirm({ ...asked, okText: 'Make admin', cancelText: 'Cancel' })
    if (!isAgreed) form.set('role_id', before)
  }
  const switchActive = async (active: boolean) => {
    if (active) return form.set('active', active)
    const content = lockConsequence(form.values().name)
    if (await confirm({ title: MESSAGES.lockQuestion, content, danger: true })) form.set('active', active)
  }
  const submit = () =>
    void form.submit((values, { base, callKey }) => {
      const body = bodyOf(values)
      return id === null
        ? save({ id, body, key: callKey })
        : save({ id, body: { ...body, active: values.active, version: base.version ?? 0 } })
    }, onSaved)
  return { form, chooseRole, switchActive, submit }
}

export type ServiceAccountForm = ReturnType<typeof useServiceAccountForm>
