import type { SignInRulesView } from '#shared/features/ground/sign-in-rules/contract.ts'
import { countedIn } from '#shared/format/count.ts'
import { useFormState, useFormStatus } from '#web/ui/form/use-form.ts'
import { Button } from '#web/ui/input/button.tsx'
import { changesOf, type RulesForm } from './use-rules-form.ts'

interface UnsavedRulesProps {
  form: RulesForm
  view: SignInRulesView
  onSave: () => void
}

/** Names the unsaved changes, and saves or discards them. */
export function UnsavedRulesPanel({ form, view, onSave }: UnsavedRulesProps) {
  const { isDirty, isSaving } = useFormStatus(form)
  const values = useFormState(form, (state) => state.values)
  if (!isDirty) return null
  const changes = changesOf(values, view)
  return (
    <section className="rows-bar rules-bar row gap-8" aria-label="Unsaved changes">
      <p>
        <b className="medium">{countedIn(changes.length, 'change')}</b>{' '}
        <span className="quiet">{changes.join(' · ')}</span>
      </p>
      <Button disabled={isSaving} onClick={() => form.reset()}>
        Discard
      </Button>
      <Button type="primary" loading={isSaving} onClick={onSave}>
        Save rules
      </Button>
    </section>
  )
}
