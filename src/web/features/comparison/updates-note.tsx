import type { KeywordRow } from '#shared/features/keywords/contract.ts'
import { ArticleBadge } from '../articles/article-badge.tsx'
import { ArticleLink } from '../articles/article-link.tsx'
import { UPDATE_BEGUN } from './messages.ts'

interface UpdatesNoteProps {
  /** What is said of all of them, where they are not on their way. */
  label?: string
  updates: readonly Pick<KeywordRow['articles'][number], 'article_id' | 'title' | 'status'>[]
}

/** What has been done already for a keyword and site, and how far each is; nothing where nothing is. */
export function UpdatesNote({ label = UPDATE_BEGUN, updates }: UpdatesNoteProps) {
  if (updates.length === 0) return null
  return (
    <section className="begun-updates" aria-label={label}>
      <strong>{label}</strong>
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
