import { Button } from 'antd'
import { Check } from 'lucide-react'
import { useEffect } from 'react'
import { REASON_MAXIMUM } from '#shared/features/articles/rules.ts'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useFormStatus, useValue } from '#web/ui/form/use-form.ts'
import { ACTION_LABELS, QUICK_REASONS } from '../messages.ts'
import type { ArticleReview } from './use-review.ts'

interface ReasonPanelProps {
  review: ArticleReview
  command: 'return' | 'reject'
}

/** Why an article goes back or is refused: sentences to choose from, which fill the text that is sent. */
export function ReasonPanel({ review, command }: ReasonPanelProps) {
  const { reason, panel, hasChanged } = review
  const words = useValue(reason, 'reason')
  const { isSaving } = useFormStatus(reason)
  useEffect(() => panel.current?.focus(), [panel])
  const label = ACTION_LABELS[command]
  return (
    <section className="page-reason" aria-label={label} tabIndex={-1} ref={panel}>
      <ul className="page-quick" aria-label="Quick reasons">
        {QUICK_REASONS[command].map((sentence, at) => {
          const isChosen = words.split('\n').includes(sentence)
          return (
            <li key={sentence}>
              <button
                type="button"
                aria-pressed={isChosen}
                className={isChosen ? 'chip chosen' : 'chip'}
                onClick={() => review.toggle(sentence)}
              >
                {isChosen ? <Check size={12} aria-hidden="true" /> : <kbd>{at + 1}</kbd>}
                {sentence}
              </button>
            </li>
          )
        })}
      </ul>
      <TextField
        form={reason}
        name="reason"
        label="Reason"
        required
        max={REASON_MAXIMUM}
        rows={{ minRows: 3, maxRows: 10 }}
      />
      <div className="page-bar-buttons">
        <Button onClick={() => review.setMode(null)}>Back</Button>
        <Button
          type="primary"
          danger={command === 'reject'}
          loading={isSaving}
          disabled={hasChanged}
          onClick={() => review.refuse(command)}
        >
          {label}
        </Button>
      </div>
    </section>
  )
}
