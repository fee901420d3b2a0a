import type { ArticleRow } from '#shared/features/articles/articles/contract.ts'
import { RelativeTime } from '#web/ui/cells/moment.tsx'
import { ArticleLink } from '../articles/article-link.tsx'

/** A note that an article is an update of another, or has the text of an update, with a link to it. */
export function UpdateNote({
  article: { revises, last_update: last },
}: {
  article: Partial<Pick<ArticleRow, 'revises' | 'last_update'>>
}) {
  if (revises)
    return (
      <span className="meta regular block">
        Update of <ArticleLink id={revises}>a published article</ArticleLink>
      </span>
    )
  if (!last) return null
  return (
    <span className="meta regular block">
      <ArticleLink id={last.article_id}>
        {last.status === 'published' ? 'Updated' : 'Update approved'}{' '}
        <RelativeTime moment={last.updated_at} />
      </ArticleLink>
    </span>
  )
}
