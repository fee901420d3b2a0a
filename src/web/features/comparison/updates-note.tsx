import type { KeywordRow } from '#shared/features/keywords/contract.ts'
import { ArticleBadge } from '../articles/article-badge.tsx'
import { ArticleLink } from '../articles/article-link.tsx'
import { UPDATE_BEGUN } from './messages.ts'

/** What has been begun already for a keyword and site, and how far each is; nothing where nothing is. */
export function UpdatesNote({ updates }: { updates: KeywordRow['articles'] }) {
  if (updates.length === 0) return null
  return (
    <section className="begun-updates" aria-label={UPDATE_BEGUN}>
      <strong>{UPDATE_BEGUN}</strong>
      <ul>
        {updates.map(({ article_id: id, title, status }) => (
          <li key={id}>
            <ArticleLink id={id}>{title}</ArticleLink>
            <ArticleBadge status={status} />
          </li>
        ))}
      </ul>
    </section>
  )
}
