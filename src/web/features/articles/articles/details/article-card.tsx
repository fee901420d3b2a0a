import { useQuery } from '@tanstack/react-query'
import type { Article } from '#shared/features/articles/articles/contract.ts'
import { SiteBadge } from '#web/features/ground/sites/site-badge.tsx'
import { UserBadge } from '#web/features/ground/users/user-badge.tsx'
import { usePictures } from '#web/features/market/share-of-voice/use-pictures.ts'
import { Moment } from '#web/ui/cells/moment.tsx'
import { Failed } from '#web/ui/feedback/failed.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { ArticleBadge } from '../article-badge.tsx'
import { ArticleLink } from '../article-link.tsx'
import { FAILURES, PENDING } from '../messages.ts'
import { ProductsList } from '../products-list.tsx'
import { articleQuery } from '../queries.ts'
import { EventsList } from './events-list.tsx'

function Products({ products }: Pick<Article, 'products'>) {
  const pictures = usePictures(products.map(({ asin }) => asin))
  return (
    <>
      <h3>Products</h3>
      <ProductsList products={products} pictures={pictures} />
    </>
  )
}

function Facts({ article, isBesidePost }: { article: Article; isBesidePost: boolean }) {
  const { user, qa_user: validator, keywords, products } = article
  return (
    <>
      <dl className="details">
        <dt>Status</dt>
        <dd>
          <ArticleBadge status={article.status} />
        </dd>
        {!isBesidePost && (
          <>
            <dt>Site</dt>
            <dd>
              <SiteBadge site={article.site} />
            </dd>
          </>
        )}
        <dt>Requested by</dt>
        <dd>
          <UserBadge user={user} />
        </dd>
        <dt>Requested at</dt>
        <dd>
          <Moment moment={article.created_at} />
        </dd>
        <dt>Validated by</dt>
        <dd>{validator ? <UserBadge user={validator} /> : <span className="quiet">{PENDING}</span>}</dd>
        {keywords.length > 0 && (
          <>
            <dt>Keywords</dt>
            <dd>{keywords.map(({ keyword }) => keyword).join(', ')}</dd>
          </>
        )}
      </dl>
      {!isBesidePost && <Products products={products} />}
    </>
  )
}

interface ArticleCardProps {
  id: number
  /** The title, if known without loading the article. */
  title?: string
  /** Its post is shown beside it, with its site and its products. */
  isBesidePost?: boolean
}

/** The article behind a task or a post: its data, its requester, and its history. */
export function ArticleCard({ id, title, isBesidePost = false }: ArticleCardProps) {
  const { data: article, error, refetch } = useQuery(articleQuery(id))
  const known = article?.title ?? title
  return (
    <>
      <section className="sheet side-panel article-card" aria-labelledby="article-card-title">
        <h2 id="article-card-title">Article</h2>
        {known && (
          <p>
            <ArticleLink id={id}>{known}</ArticleLink>
          </p>
        )}
        {article ? (
          <Facts article={article} isBesidePost={isBesidePost} />
        ) : error ? (
          <Failed title={FAILURES.read} message={error.message} onRetry={() => void refetch()} />
        ) : (
          <Skeleton lines={5} />
        )}
      </section>
      {article && (
        <section className="sheet side-panel" aria-labelledby="article-activity-title">
          <h2 id="article-activity-title">Activity</h2>
          <EventsList article={article} />
        </section>
      )}
    </>
  )
}
