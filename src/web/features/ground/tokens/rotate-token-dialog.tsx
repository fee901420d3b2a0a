import { useContext } from 'react'
import type { ApiToken, MadeApiToken } from '#shared/features/ground/tokens/contract.ts'
import { isTokenOver, tokenState } from '#shared/features/ground/tokens/form.ts'
import { ROTATION_HOURS } from '#shared/features/ground/tokens/rules.ts'
import { timestamp } from '#shared/format/timestamp.ts'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { useForm, useValue } from '#web/ui/form/use-form.ts'
import { useNow } from '#web/ui/hooks/use-day.ts'
import { Checkbox } from '#web/ui/input/checkbox.tsx'
import { TimeZone } from '#web/ui/time-zone.ts'
import { ENDED_ROTATION, MESSAGES, rotationWords } from './messages.ts'
import { type AccountId, useTokenMaker } from './queries.ts'

const HOUR_MS = 60 * 60_000
const BLANK = { values: { end_old: false } }

interface RotateTokenDialogProps {
  userId: AccountId
  token: ApiToken
  onMade: (made: MadeApiToken) => void
  onClose: () => void
}

/** Replaces a token by a new one with the same rights, which `onMade` gets once. */
export function RotateTokenDialog({ userId, token, onMade, onClose }: RotateTokenDialogProps) {
  const { rotate } = useTokenMaker(userId)
  const form = useForm({ id: 'rotation', known: BLANK })
  const endsOld = useValue(form, 'end_old')
  const now = useNow(token.created_at)
  const timeZone = useContext(TimeZone)
  const isEnded = isTokenOver(tokenState(token, now))
  const until = timestamp(new Date(now.getTime() + ROTATION_HOURS * HOUR_MS), timeZone)
  return (
    <FormDialog
      form={form}
      failTitle={MESSAGES.notRotated}
      title={`Rotate “${token.name}”?`}
      width={440}
      submitText="Rotate"
      onSubmit={() => void form.submit(({ end_old }) => rotate(token.id, end_old), onMade)}
      onClose={onClose}
      dirty={false}
    >
      <p className="dialog-note">{isEnded ? ENDED_ROTATION : rotationWords(until)}</p>
      {!isEnded && (
        <div className="token-choice">
          <Checkbox
            checked={endsOld}
            onChange={(event) => form.set('end_old', event.target.checked)}
            data-first-focus
          >
            End the old one now
            <span className="meta block">{MESSAGES.mayLeak}</span>
          </Checkbox>
        </div>
      )}
    </FormDialog>
  )
}
