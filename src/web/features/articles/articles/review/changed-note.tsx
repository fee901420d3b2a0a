import { Link } from '@tanstack/react-router'
import { SCREENS } from '#shared/access/screens.ts'
import type { Article } from '#shared/features/articles/articles/contract.ts'
import { statusLabel } from '#shared/features/articles/articles/rules.ts'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Button } from '#web/ui/input/button.tsx'
import type { Decision } from '../search.ts'
import type { ArticleReview } from './use-review.ts'

type NoteReview = Pick<ArticleReview, 'hasChanged' | 'acknowledge'>

const ReadButton = ({ review: { acknowledge } }: { review: NoteReview }) => (
  <Button size="small" onClick={acknowledge}>
    I’ve read it
  </Button>
)

/** On the article's page: another user saved the article since the user started to read it. */
export function ChangedAlert({ review }: { review: NoteReview }) {
  if (!review.hasChanged) return null
  return (
    <Alert kind="warn" title="This article has changed">
      It was saved again after you opened it. You’re seeing the current version.{' '}
      <ReadButton review={review} />
    </Alert>
  )
}

interface ChangedNoteProps {
  article: Article
  action: Decision
  review: ArticleReview
}

/** In a dialog, which does not show the article itself. */
export function ChangedNote({ article: { article_id: id, status }, action, review }: ChangedNoteProps) {
  const isPossible = review.may(action)
  if (review.words.isSaving || (isPossible && !review.hasChanged)) return null
  return (
    <div className="dialog-note">
      <Alert kind="bad" title="This article has changed">
        {isPossible
          ? 'Another user saved this article after you opened it. Your text is kept. Please '
          : `It’s ${statusLabel(status).toLowerCase()} now, so you can’t do this any more. You can `}
        <Link to={SCREENS.article.path} params={{ id: String(id) }}>
          read it again
        </Link>
        {isPossible ? ' before you decide. ' : '.'}
        {isPossible && <ReadButton review={review} />}
      </Alert>
    </div>
  )
}
