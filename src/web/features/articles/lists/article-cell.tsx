import { Link } from '@tanstack/react-router'
import { SCREENS } from '#shared/access/screens.ts'
import type { ArticleRow } from '#shared/features/articles/contract.ts'
import { fullName } from '#shared/format/full-name.ts'
import { SiteBadge } from '#web/features/sites/site-badge.tsx'
import { RelativeTime } from '#web/ui/cells/moment.tsx'
import { patched } from '#web/ui/patched.ts'
import { ArticleBadge } from '../article-badge.tsx'
import { HeroImageCell } from '../hero-image-cell.tsx'
import type { PendingSearch } from '../search.ts'

/** Image, title, status, site, age and requester of an article; the title opens its details. */
export function ArticleCell({ article }: { article: ArticleRow }) {
  const { user } = article
  return (
    <div className="article-cell">
      <HeroImageCell url={article.image_url} />
      <div>
        <h2 title={article.title}>
          <Link
            from={SCREENS.pendingArticles.path}
            to="."
            search={patched<PendingSearch>({ article: article.article_id })}
            resetScroll={false}
          >
            {article.title}
          </Link>
        </h2>
        <div className="article-cell-line">
          <ArticleBadge status={article.status} />
          <SiteBadge site={article.site} />
        </div>
        <div className="meta">
          <RelativeTime moment={article.created_at} /> · {fullName(user)}
        </div>
      </div>
    </div>
  )
}
