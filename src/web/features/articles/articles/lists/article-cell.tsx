import type { ReactNode } from 'react'
import type { ArticleRow } from '#shared/features/articles/articles/contract.ts'
import { fullName } from '#shared/format/full-name.ts'
import { UpdateNote } from '#web/features/articles/revisions/update-note.tsx'
import { SiteBadge } from '#web/features/ground/sites/site-badge.tsx'
import { WaitingSince } from '#web/ui/cells/moment.tsx'
import { ArticleBadge } from '../article-badge.tsx'
import { ArticleLink } from '../article-link.tsx'
import { HeroImageCell } from '../hero-image-cell.tsx'

interface ArticleCellProps {
  article: ArticleRow
  /** Further content. */
  children?: ReactNode
}

/** Image, title, status, site, age and requester of an article; the title links to its page. */
export function ArticleCell({ article, children }: ArticleCellProps) {
  const { user } = article
  return (
    <div className="article-cell">
      <HeroImageCell url={article.image_url} />
      <div>
        <h2 title={article.title}>
          <ArticleLink id={article.article_id}>{article.title}</ArticleLink>
        </h2>
        <div className="article-cell-line cluster gap-8 row-gap-4">
          <ArticleBadge status={article.status} />
          <SiteBadge site={article.site} />
        </div>
        <div className="meta">
          <WaitingSince moment={article.created_at} /> · {fullName(user)}
        </div>
        <UpdateNote article={article} />
        {children}
      </div>
    </div>
  )
}
