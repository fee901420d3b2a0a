import type { EventHookDetails, MadeEventHook } from '#shared/features/operate/event-hooks/contract.ts'
import { isAddressSecret } from '#shared/features/operate/event-hooks/form.ts'
import { EVENT_LABELS } from '#shared/features/operate/event-hooks/rules.ts'
import { ApiError } from '#web/api/api-error.ts'
import { ConflictPanel } from '#web/ui/form/conflict-panel.tsx'
import { FormRefusal } from '#web/ui/form/form-refusal.tsx'
import { useFormStatus, useValue } from '#web/ui/form/use-form.ts'
import { Button } from '#web/ui/input/button.tsx'
import { useSubmitKey } from '#web/ui/input/use-hotkey.ts'
import { DestinationCard } from './destination-card.tsx'
import { EventsCard } from './events-card.tsx'
import { ExampleCard } from './example-card.tsx'
import { HookSitesCard } from './hook-sites-card.tsx'
import { MESSAGES, TIMING_WORDS } from './messages.ts'
import { type EditedHook, type HookValues, useHookForm } from './use-hook-form.ts'

const LABELS = {
  name: 'Name',
  address: 'Address',
  types: 'Events',
  has_all_sites: 'All sites',
  site_ids: 'Sites',
  timing: 'When',
} as const

/** The values of a field as readable text. */
function linesOf(values: HookValues, name: keyof HookValues): readonly string[] {
  if (name === 'types') return values.types.map((type) => EVENT_LABELS[type])
  if (name === 'site_ids') return values.site_ids.map((id) => `Site ${id}`)
  if (name === 'has_all_sites') return [values.has_all_sites ? 'Yes' : 'No']
  if (name === 'timing') return [TIMING_WORDS[values.timing].label]
  return [values[name]]
}

/** A refusal that is about no field; the others are shown at their fields. */
function Refusal({ form }: { form: EditedHook }) {
  const { refusal } = useFormStatus(form)
  if (refusal === null) return null
  const { error } = refusal
  if (error instanceof ApiError && Object.keys(error.issues).some((path) => path in LABELS)) return null
  return (
    <div className="mb-16">
      <FormRefusal title={MESSAGES.notSaved} error={error} />
    </div>
  )
}

interface FootProps {
  form: EditedHook
  isNew: boolean
  onSave: () => void
  onCancel: () => void
}

function Foot({ form, isNew, onSave, onCancel }: FootProps) {
  const { isSaving, mustDecide } = useFormStatus(form)
  const isSigned = !isAddressSecret(useValue(form, 'format'))
  return (
    <div className="rows-bar hook-bar row gap-8">
      <p className="quiet">{isNew && isSigned && MESSAGES.secretOnce}</p>
      <Button disabled={isSaving} onClick={onCancel}>
        Cancel
      </Button>
      <Button type="primary" loading={isSaving} disabled={mustDecide} onClick={onSave}>
        Save hook
      </Button>
    </div>
  )
}

interface HookFormProps {
  /** Null for a new one. */
  hook: EventHookDetails | null
  /** Of a new hook: gets its secret once. */
  onMade?: (made: MadeEventHook) => void
  onSaved?: () => void
  onCancel: () => void
}

/** The form of a hook, beside an example of what it sends. */
export function HookForm({ hook, onMade, onSaved, onCancel }: HookFormProps) {
  const { form, submit } = useHookForm(hook, {
    onMade: (made) => onMade?.(made),
    onChanged: () => onSaved?.(),
  })
  const save = () => void submit()
  useSubmitKey(save)
  return (
    <div className="hook-form split-columns">
      <div>
        <ConflictPanel
          form={form}
          noun="event hook"
          title={MESSAGES.notSaved}
          labels={LABELS}
          linesOf={linesOf}
        />
        <Refusal form={form} />
        <DestinationCard form={form} saved={hook?.address ?? null} />
        <EventsCard form={form} />
        <HookSitesCard form={form} />
        <Foot form={form} isNew={hook === null} onSave={save} onCancel={onCancel} />
      </div>
      <aside aria-label="What is sent">
        <ExampleCard form={form} />
      </aside>
    </div>
  )
}
