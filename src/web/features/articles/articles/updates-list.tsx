import type { Article } from '#shared/features/articles/articles/contract.ts'
import { RelativeTime } from '#web/ui/cells/moment.tsx'
import { ArticleBadge } from './article-badge.tsx'
import { ArticleLink } from './article-link.tsx'

/** Part of an article's details: the article that it updates, or its own updates, newest first. */
export function UpdatesList({ article: { revises, revised_title: title, updates } }: { article: Article }) {
  return (
    <>
      {revises !== null && (
        <>
          <dt>Update of</dt>
          <dd>
            <ArticleLink id={revises}>{title ?? 'a published article'}</ArticleLink>
          </dd>
        </>
      )}
      {updates.length > 0 && (
        <>
          <dt>Updates</dt>
          <dd>
            <ul aria-label="Updates">
              {updates.toReversed().map((update) => (
                <li key={update.article_id}>
                  <ArticleLink id={update.article_id}>{update.title}</ArticleLink>{' '}
                  <ArticleBadge status={update.status} />{' '}
                  <span className="meta">
                    <RelativeTime moment={update.updated_at} />
                  </span>
                </li>
              ))}
            </ul>
          </dd>
        </>
      )}
    </>
  )
}
