import { useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import type { Country } from '#shared/features/keywords/opportunities/rules.ts'
import { counted } from '#shared/format/count.ts'
import { Button } from '#web/ui/input/button.tsx'
import { FAILURES, priceIn } from './messages.ts'
import { topProductsQuery } from './queries.ts'

const MOST_SHOWN = 5

interface TopProductsListProps {
  asins: readonly string[]
  country: Country
}

/** Some of the products that share a search. */
export function TopProductsList({ asins, country }: TopProductsListProps) {
  const { data, error, refetch, isFetching } = useQuery({
    ...topProductsQuery(asins, country),
    enabled: asins.length > 0,
  })
  return (
    <section className="top-products" aria-label="Top products">
      <h3>
        Top products{' '}
        {asins.length > 0 && (
          <span className="quiet small regular">
            {asins.length === 1 ? 'the one that has' : `of the ${asins.length} that share`} this search
          </span>
        )}
      </h3>
      {asins.length === 0 && <p className="quiet">No products found for this search.</p>}
      {error && !data && (
        <p className="chart-failure stack quiet">
          {FAILURES.products}{' '}
          <Button type="link" size="small" loading={isFetching} onClick={() => void refetch()}>
            Retry
          </Button>
        </p>
      )}
      <ul>
        {(data ?? []).slice(0, MOST_SHOWN).map((product) => (
          <li key={product.asin}>
            {product.imageUrl ? (
              <img src={product.imageUrl} alt="" width={44} height={44} loading="lazy" />
            ) : (
              <span className="no-picture" aria-hidden="true" />
            )}
            <span className="two-lines shrinkable">
              <strong className="ellipsis medium" title={product.name}>
                {product.name}
              </strong>
              <a href={product.product_url} target="_blank" rel="noreferrer">
                {product.asin} <ExternalLink size={12} aria-hidden="true" />
              </a>
              <span className="meta tabular">
                {[
                  product.price === null ? null : priceIn(country, product.price),
                  product.rating === null
                    ? null
                    : `${product.rating.toFixed(1)} ★${product.nReviews === null ? '' : ` (${counted(product.nReviews)})`}`,
                ]
                  .filter((part) => part !== null)
                  .join(' · ')}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
