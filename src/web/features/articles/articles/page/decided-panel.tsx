import type { Article } from '#shared/features/articles/articles/contract.ts'
import { statusLabel, TRANSITIONS, VALIDATION_COMMANDS } from '#shared/features/articles/articles/rules.ts'
import { fullName } from '#shared/format/full-name.ts'
import { useUser } from '#web/api/session.ts'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { bar } from '#web/ui/feedback/notice-place.ts'
import { useValue } from '#web/ui/form/use-form.ts'
import type { PageReview } from './use-page-review.ts'

interface DecidedPanelProps {
  article: Article
  review: PageReview
}

const DECISIONS: readonly string[] = VALIDATION_COMMANDS.map((command) => TRANSITIONS[command].to)

/** The user who decided. Later events, like those of the task, may have no user. */
const deciderOf = ({ events }: Article) => events.findLast(({ action }) => DECISIONS.includes(action))?.user

/**
 * Another user decided first: shows who, the decision, and the text that the current user was about to send.
 */
export function DecidedPanel({ article, review }: DecidedPanelProps) {
  const { comment, reasons } = review.words
  const words = useValue(comment, 'comment')
  const texts = [
    // If the article can be resubmitted, the text is in the reply field instead.
    review.may('resubmit') ? '' : words,
    useValue(reasons.return, 'reason'),
    useValue(reasons.reject, 'reason'),
  ].filter((text) => text !== '')
  const me = useUser()
  const user = deciderOf(article)
  const isByOther = review.isDecided() && user?.id !== me?.id
  if (texts.length === 0 && !isByOther) return null
  return (
    <section className="page-bar" aria-label="Already decided" {...bar}>
      <Alert
        kind={texts.length > 0 ? 'bad' : 'note'}
        title={`${user ? fullName(user) : 'Another user'} decided first: this article is ${statusLabel(article.status).toLowerCase()}`}
      >
        {texts.length > 0 && 'Your text wasn’t sent:'}
        {texts.map((text) => (
          <p key={text} className="words">
            “{text}”
          </p>
        ))}
      </Alert>
    </section>
  )
}
