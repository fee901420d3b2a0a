import { useRef } from 'react'
import type { EventHookDetails, MadeEventHook } from '#shared/features/operate/event-hooks/contract.ts'
import {
  addressFault,
  EventHookBody,
  EventHookChange,
  type HookTiming,
  isAddressSecret,
} from '#shared/features/operate/event-hooks/form.ts'
import { CHOSEN_TYPES, type ChosenType, type HookFormat } from '#shared/features/operate/event-hooks/rules.ts'
import type { Form, Known } from '#web/ui/form/form-store.ts'
import { issuesIn } from '#web/ui/form/issues.ts'
import { useForm, useFormGuard } from '#web/ui/form/use-form.ts'
import { currentHookIn, useSaveHook, useSecretMaker } from './queries.ts'

export interface HookValues {
  format: HookFormat
  name: string
  /** Empty for a hook whose address is a secret, as long as nobody types another one. */
  address: string
  types: readonly ChosenType[]
  has_all_sites: boolean
  site_ids: readonly number[]
  timing: HookTiming
}
export type EditedHook = Form<HookValues>

const BLANK: HookValues = {
  format: 'standard',
  name: '',
  address: '',
  types: [],
  has_all_sites: true,
  site_ids: [],
  timing: 'at_once',
}

const isChosen = (type: string): type is ChosenType => type !== 'test'

const valuesOf = (hook: EventHookDetails): HookValues => ({
  format: hook.format,
  name: hook.name,
  address: isAddressSecret(hook.format) ? '' : hook.address,
  types: hook.types.filter(isChosen),
  has_all_sites: hook.sites === null,
  site_ids: (hook.sites ?? []).map(({ site_id: id }) => id),
  timing: hook.timing,
})

const knownOf = (hook: EventHookDetails | null): Known<HookValues> =>
  hook === null ? { values: BLANK } : { values: valuesOf(hook), version: hook.version }

const bodyOf = (values: HookValues): EventHookBody => ({
  format: values.format,
  name: values.name.trim(),
  address: values.address.trim(),
  types: CHOSEN_TYPES.filter((type) => values.types.includes(type)),
  site_ids: values.has_all_sites ? null : [...values.site_ids],
  timing: isAddressSecret(values.format) ? values.timing : 'at_once',
})

/** The address only if it is another one. */
function changeOf(values: HookValues, before: HookValues, version: number): EventHookChange {
  const { format: _, address, ...fields } = bodyOf(values)
  return { ...fields, ...(address === before.address ? {} : { address }), version }
}

function checkChange(values: HookValues, before: HookValues): Record<string, string> {
  const change = changeOf(values, before, 0)
  const fault = change.address === undefined ? undefined : addressFault(values.format, change.address)
  return { ...(fault === undefined ? {} : { address: fault }), ...issuesIn(EventHookChange, change) }
}

interface Outcome {
  /** Of a new hook: gets its secret once. */
  onMade: (made: MadeEventHook) => void
  onChanged: () => void
}

/** The form of a hook; `hook` is null for a new one. */
export function useHookForm(hook: EventHookDetails | null, { onMade, onChanged }: Outcome) {
  const { make } = useSecretMaker()
  const { mutateAsync: save } = useSaveHook(hook?.id ?? 0)
  /** The values of a new hook stay behind the dialog with its secret. */
  const made = useRef<HookValues>(null)
  const form: EditedHook = useForm<HookValues>({
    id: 'event-hook',
    known: made.current === null ? knownOf(hook) : { values: made.current },
    check: (values) =>
      hook === null ? issuesIn(EventHookBody, bodyOf(values)) : checkChange(values, form.state().base.values),
    overtakenBy(error) {
      const current = currentHookIn(error)
      return current && knownOf(current)
    },
  })
  useFormGuard(form)
  const submit = async () => {
    if (!form.check()) return
    if (hook === null) {
      const outcome = await form.save((values, { callKey }) => make(bodyOf(values), callKey))
      if (outcome === null) return
      made.current = outcome.sent
      // Nothing is unsaved any more while the secret is shown.
      form.settle({ values: outcome.sent }, outcome.sent)
      onMade(outcome.saved)
      return
    }
    const outcome = await form.save((values, { base }) =>
      save(changeOf(values, base.values, base.version ?? 0)),
    )
    if (outcome === null) return
    form.settle({ values: outcome.sent, version: outcome.saved?.version }, outcome.sent)
    onChanged()
  }
  return { form, submit }
}
