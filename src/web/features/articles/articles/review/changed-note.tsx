import { Link } from '@tanstack/react-router'
import { SCREENS } from '#shared/access/screens.ts'
import type { Article } from '#shared/features/articles/articles/contract.ts'
import { statusLabel } from '#shared/features/articles/articles/rules.ts'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { patched } from '#web/ui/patched.ts'
import type { PendingSearch } from '../search.ts'

interface ChangedNoteProps {
  article: Article
  /** The decision is still possible for the current version of the article. */
  isPossible: boolean
}

/** Another user saved the article while this user was deciding. */
export function ChangedNote({ article, isPossible }: ChangedNoteProps) {
  return (
    <div className="dialog-note">
      <Alert kind="bad" title="This article has changed">
        {isPossible
          ? 'Another user saved this article after you opened it. Your text is kept. Please '
          : `It’s ${statusLabel(article.status).toLowerCase()} now, so you can’t do this any more. You can `}
        <Link
          from={SCREENS.pendingArticles.path}
          to="."
          search={patched<PendingSearch>({ article: article.article_id })}
          resetScroll={false}
        >
          read it again
        </Link>
        {isPossible ? ' before you decide.' : '.'}
      </Alert>
    </div>
  )
}
