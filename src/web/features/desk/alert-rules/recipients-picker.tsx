import { useQuery } from '@tanstack/react-query'
import { ROLE_IDS, ROLES } from '#shared/access/roles.ts'
import type { RuleInForm } from '#shared/features/desk/alert-rules/form.ts'
import type { UserName } from '#shared/features/ground/users/contract.ts'
import { fullName } from '#shared/format/full-name.ts'
import { useUser } from '#web/api/session.ts'
import type { Form } from '#web/ui/form/form-store.ts'
import { useValue } from '#web/ui/form/use-form.ts'
import { Labelled } from '#web/ui/input/labelled.tsx'
import { Select } from '#web/ui/input/select.tsx'
import { NOT_TOLD } from './messages.ts'
import { choicesQuery } from './queries.ts'

const MAY_LISTEN = ROLE_IDS.filter((role) => ROLES[role].grants.includes('ViewKeywords'))

interface RecipientsPickerProps {
  form: Form<RuleInForm>
  /** Chosen users who no longer receive alerts. */
  gone: readonly UserName[]
}

/** The roles and users that a rule notifies, in the app and by mail. */
export function RecipientsPicker({ form, gone }: RecipientsPickerProps) {
  const user = useUser()
  const { data } = useQuery(choicesQuery)
  const id = form.fieldId('recipients')
  const people = (data?.people ?? []).map((person) => ({
    value: String(person.id),
    label: person.id === user?.id ? `${fullName(person)} (me)` : fullName(person),
  }))
  const roles = MAY_LISTEN.map((role) => ({
    value: role as string,
    label: `Everyone: ${ROLES[role].description}`,
  }))
  const silent = gone.map((person) => ({
    value: String(person.id),
    label: `${fullName(person)} (${NOT_TOLD})`,
  }))
  const options = [
    { label: 'Roles', options: roles },
    { label: 'People', options: people },
    ...(gone.length === 0 ? [] : [{ label: 'No longer notified', options: silent }]),
  ]
  return (
    <Labelled id={id} label="Recipients (by notice and email)">
      <Select<string[]>
        id={id}
        mode="multiple"
        className="alert-recipients"
        placeholder="Choose recipients"
        optionFilterProp="label"
        options={options}
        value={useValue(form, 'recipients')}
        onChange={(value) => form.set('recipients', value)}
      />
    </Labelled>
  )
}
