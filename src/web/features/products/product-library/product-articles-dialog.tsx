import { useQuery } from '@tanstack/react-query'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { Failed } from '#web/ui/feedback/failed.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { articlesOf, FAILURES } from './messages.ts'
import { ProductArticleCard } from './product-article-card.tsx'
import { ProductPictureCell } from './product-picture-cell.tsx'
import { productArticlesQuery, productQuery } from './queries.ts'
import { useMissing } from './use-missing.ts'

/** The articles that recommend a product, with its award in each. */
export function ProductArticlesDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { data: product } = useQuery(productQuery(id))
  const { data, error, refetch } = useQuery(productArticlesQuery(id))
  const isMissing = product === null
  useMissing(isMissing, onClose)
  if (isMissing) return null
  // The user's own drafts are listed but not counted.
  const shown = data?.filter(({ status }) => status !== 'draft').length ?? 0
  const hidden = product && data ? product.countArticles - shown : 0
  return (
    <Dialog
      open
      onClose={onClose}
      title={
        product ? (
          <div className="product-head row gap-12">
            <ProductPictureCell url={product.image_url} size={40} />
            <div className="stack gap-2 fill shrinkable">
              <span className="break-words">{articlesOf(product.countArticles)}</span>
              <span className="quiet product-head-facts cluster gap-12 row-gap-4">
                {product.name} · {product.asin}
              </span>
            </div>
          </div>
        ) : (
          'Articles'
        )
      }
    >
      {data ? (
        <div className="stack bounded gap-8">
          {data.map((article, index) => (
            <ProductArticleCard
              key={article.article_id ?? `post ${article.site.code} ${article.wordpress_id}`}
              article={article}
              isOpen={index === 0}
            />
          ))}
          {data.length === 0 && <Empty text="None of the articles you can see recommends it." />}
          {hidden > 0 && data.length > 0 && (
            <p className="quiet">{articlesOf(hidden)} more. Only the newest are shown.</p>
          )}
        </div>
      ) : error ? (
        <Failed title={FAILURES.articles} message={error.message} onRetry={() => void refetch()} />
      ) : (
        <Skeleton lines={8} />
      )}
    </Dialog>
  )
}
