import { Check } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { REASON_MAXIMUM } from '#shared/features/articles/articles/rules.ts'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useFormStatus, useValue } from '#web/ui/form/use-form.ts'
import { Button } from '#web/ui/input/button.tsx'
import { LetterKey } from '#web/ui/input/letter-key.tsx'
import { ACTION_LABELS, QUICK_REASONS } from '../messages.ts'
import type { RefusalCommand } from '../review/use-words.ts'
import type { PageReview } from './use-page-review.ts'

interface ReasonPanelProps {
  review: PageReview
  command: RefusalCommand
}

/** The reason of a return or rejection: preset sentences fill the text that is sent. */
export function ReasonPanel({ review, command }: ReasonPanelProps) {
  const form = review.words.reasons[command]
  const words = useValue(form, 'reason')
  const { isSaving } = useFormStatus(form)
  // In this panel digits select sentences and are not typed as text.
  const panel = useRef<HTMLElement>(null)
  useEffect(() => panel.current?.focus(), [])
  const label = ACTION_LABELS[command]
  return (
    <section className="page-reason" aria-label={label} tabIndex={-1} ref={panel}>
      <ul className="page-quick cluster align-stretch gap-6 mb-8" aria-label="Quick reasons">
        {QUICK_REASONS[command].map((sentence, at) => {
          const isChosen = words.split('\n').includes(sentence)
          return (
            <li key={sentence}>
              <button
                type="button"
                aria-pressed={isChosen}
                className={isChosen ? 'chip chosen' : 'chip'}
                onClick={() => review.toggle(command, sentence)}
              >
                {isChosen ? (
                  <Check size={12} aria-hidden="true" />
                ) : (
                  <LetterKey of={String(at + 1)} className="wide-only" />
                )}
                {sentence}
              </button>
            </li>
          )
        })}
      </ul>
      <TextField
        form={form}
        name="reason"
        label="Reason"
        required
        max={REASON_MAXIMUM}
        rows={{ minRows: 2, maxRows: 10 }}
      />
      <div className="page-bar-buttons mt-8">
        <Button onClick={review.leaveRefusal}>Back</Button>
        <Button
          type="primary"
          danger={command === 'reject'}
          loading={isSaving}
          disabled={review.hasChanged}
          onClick={() => void review.decide(command)}
        >
          {label}
        </Button>
      </div>
    </section>
  )
}
