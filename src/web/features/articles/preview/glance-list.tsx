import type { PreviewPostProduct } from '#shared/features/articles/preview/contract.ts'
import { isOutOfStock } from '#shared/features/articles/preview/rules.ts'
import { stockLabel } from '#shared/format/labels.ts'
import { priceOf } from './offer-panel.tsx'
import { ProductPictureCard } from './product-picture-card.tsx'
import type { LiveProduct } from './use-products.ts'

function lineOf(live: LiveProduct | undefined): string | null {
  const stock = live?.product?.inStock
  return stock !== undefined && isOutOfStock(stock) ? stockLabel(stock) : priceOf(live?.product)
}

interface GlanceListProps {
  products: readonly PreviewPostProduct[]
  live: ReadonlyMap<string, LiveProduct>
}

/** A summary of the winners, before their descriptions. */
export function GlanceList({ products, live }: GlanceListProps) {
  return (
    <section className="glance" aria-label="At a glance">
      <h3>At a glance</h3>
      <ul>
        {products.map((product, index) => {
          const known = live.get(product.asin)
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a post may name a product twice, and the list only shows
            <li key={index}>
              <ProductPictureCard address={known?.product?.Images?.Primary?.Large?.URL} />
              <div>
                <div className="caption semibold tone-accent ellipsis">{product.award}</div>
                <div className="ellipsis" title={product.name}>
                  {product.name}
                </div>
                <div className="meta tabular">{lineOf(known)}</div>
              </div>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
