import { useValue } from '#web/ui/form/use-form.ts'
import type { ArticleReview } from './use-review.ts'
import type { RefusalCommand } from './use-words.ts'

interface UnsentNoteProps {
  review: Pick<ArticleReview, 'words'>
  onContinue?: (command: RefusalCommand) => void
}

/**
 * Warns that a started reason is not sent with an approval, so that the user does not lose it unknowingly.
 */
export function UnsentNote({ review, onContinue }: UnsentNoteProps) {
  const { reasons } = review.words
  const texts = { return: useValue(reasons.return, 'reason'), reject: useValue(reasons.reject, 'reason') }
  const begun = (['return', 'reject'] as const).filter((command) => texts[command].trim() !== '')
  return begun.map((command) => (
    <p key={command} className="quiet mb-8">
      You have an unsent reason to {command}. Approving discards it.{' '}
      {onContinue && (
        <button type="button" className="link-button" onClick={() => onContinue(command)}>
          Continue writing
        </button>
      )}
    </p>
  ))
}
