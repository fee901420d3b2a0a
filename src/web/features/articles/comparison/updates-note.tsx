import type { KeywordRow } from '#shared/features/keywords/keywords/contract.ts'
import { ArticleBadge } from '../articles/article-badge.tsx'
import { ArticleLink } from '../articles/article-link.tsx'
import { UPDATE_BEGUN } from './messages.ts'

interface UpdatesNoteProps {
  /** The label of the list, if the updates are not in progress. */
  label?: string
  updates: readonly Pick<KeywordRow['articles'][number], 'article_id' | 'title' | 'status'>[]
}

/** The existing updates of a keyword and site with their progress; nothing if there are none. */
export function UpdatesNote({ label = UPDATE_BEGUN, updates }: UpdatesNoteProps) {
  if (updates.length === 0) return null
  return (
    <section className="begun-updates stack gap-4" aria-label={label}>
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
