import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { EventHookDetails } from '#shared/features/operate/event-hooks/contract.ts'
import { CHOSEN_TYPES } from '#shared/features/operate/event-hooks/rules.ts'
import { useDayOf, useToday } from '#web/ui/hooks/use-day.ts'
import { Field } from '#web/ui/input/field.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { againButton, againTitle, MESSAGES } from './messages.ts'
import { sendsQuery, useSendFailedAgain } from './queries.ts'

interface SendFailedAgainDialogProps {
  hook: EventHookDetails
  onClose: () => void
}

/** Sends everything again that failed in the days that the user chooses; it begins with the failing days. */
export function SendFailedAgainDialog({ hook, onClose }: SendFailedAgainDialogProps) {
  const first = useDayOf(hook.failing_since ?? hook.created_at)
  const today = useToday()
  const [since, setSince] = useState(first)
  const [until, setUntil] = useState(today)
  const isBackwards = since !== '' && until !== '' && since > until
  const days = { since: since || undefined, until: until || undefined }
  const failed = useQuery({
    // Tests are not sent again.
    ...sendsQuery(hook.id, { state: 'failed', type: [...CHOSEN_TYPES], ...days }, 1),
    enabled: !isBackwards,
  })
  const count = isBackwards || failed.isPlaceholderData ? undefined : failed.data?.total
  const { mutate, isPending } = useSendFailedAgain(hook.id)
  return (
    <Dialog
      open
      title={againTitle(count)}
      width={480}
      submitText={againButton(count)}
      submitDisabled={!count}
      busy={isPending}
      onSubmit={() => mutate(days, { onSuccess: onClose })}
      onClose={onClose}
    >
      <div className="hook-days">
        <Field
          type="date"
          label="From"
          value={since}
          max={today}
          onChange={({ target }) => setSince(target.value)}
        />
        <Field
          type="date"
          label="To"
          value={until}
          max={today}
          error={isBackwards ? MESSAGES.backwards : undefined}
          onChange={({ target }) => setUntil(target.value)}
        />
      </div>
      <p className="meta">{MESSAGES.keepsId}</p>
    </Dialog>
  )
}
