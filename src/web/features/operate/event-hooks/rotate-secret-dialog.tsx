import type { EventHook, MadeEventHook } from '#shared/features/operate/event-hooks/contract.ts'
import { RuleChoice } from '#web/features/ground/sign-in-rules/rules-card.tsx'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { useForm, useValue } from '#web/ui/form/use-form.ts'
import { MESSAGES } from './messages.ts'
import { useSecretMaker } from './queries.ts'

const BLANK = { values: { end_old: false } }

interface RotateSecretDialogProps {
  hook: Pick<EventHook, 'id' | 'name'>
  onMade: (made: MadeEventHook) => void
  onClose: () => void
}

/** Replaces the secret of a hook by a new one, which `onMade` gets once. */
export function RotateSecretDialog({ hook, onMade, onClose }: RotateSecretDialogProps) {
  const { rotate } = useSecretMaker()
  const form = useForm({ id: 'hook-rotation', known: BLANK })
  return (
    <FormDialog
      form={form}
      failTitle={MESSAGES.notRotated}
      title={`Rotate the secret of “${hook.name}”?`}
      width={480}
      submitText="Rotate secret"
      onSubmit={() => void form.submit(({ end_old }) => rotate(hook.id, end_old), onMade)}
      onClose={onClose}
      dirty={false}
    >
      <p className="dialog-note">{MESSAGES.rotation}</p>
      <RuleChoice
        label={MESSAGES.onlyNew}
        note={MESSAGES.onlyNewWhy}
        checked={useValue(form, 'end_old')}
        disabled={false}
        onChange={(checked) => form.set('end_old', checked)}
      />
    </FormDialog>
  )
}
