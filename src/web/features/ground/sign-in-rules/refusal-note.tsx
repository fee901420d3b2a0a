import { fullName } from '#shared/format/full-name.ts'
import { relativeTime } from '#shared/format/relative-time.ts'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { PageRefusal } from '#web/ui/form/form-refusal.tsx'
import { useFormStatus } from '#web/ui/form/use-form.ts'
import { changedBy, MESSAGES } from './messages.ts'
import { isLockout, overtakenBy } from './queries.ts'
import type { RulesForm } from './use-rules-form.ts'

/** Why the rules were not saved. */
export function RefusalNote({ form, onReload }: { form: RulesForm; onReload: () => void }) {
  const { refusal } = useFormStatus(form)
  if (refusal === null) return null
  if (isLockout(refusal.error))
    return (
      <Alert kind="bad">
        <b>{MESSAGES.lockedOut}</b> {MESSAGES.unmet}
      </Alert>
    )
  const current = overtakenBy(refusal.error)
  if (current === null) return <PageRefusal form={form} title={MESSAGES.notSaved} />
  const { changed_by: author, changed_at: at, version } = current
  const name = author ? fullName(author) : 'Somebody'
  return (
    <Alert kind="bad" title={MESSAGES.changedMeanwhile}>
      {changedBy(name, at === null ? '' : relativeTime(at, new Date()), version)}{' '}
      <button type="button" className="link-button" onClick={onReload}>
        Reload
      </button>
    </Alert>
  )
}
