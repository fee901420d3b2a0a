import { ExternalLink } from 'lucide-react'
import type { PreviewPostProduct, ProductPreview } from '#shared/features/articles/preview/contract.ts'
import { isOutOfStock, safeAddress } from '#shared/features/articles/preview/rules.ts'
import { counted } from '#shared/format/count.ts'
import { useShop } from '../../ground/system/queries.ts'
import { OfferPanel } from './offer-panel.tsx'
import { ProductPictureCard } from './product-picture-card.tsx'
import { ProseList } from './prose-list.tsx'
import type { LiveProduct } from './use-products.ts'

/** A link to buy the product, or to search for others if it is out of stock. */
function buyLink(shop: string, { asin, name }: PreviewPostProduct, live: ProductPreview | undefined) {
  const page = safeAddress(live?.detail_page_url) ?? `${shop}/dp/${encodeURIComponent(asin)}`
  if (live?.inStock === undefined || !isOutOfStock(live.inStock)) return { href: page, label: 'Check price' }
  const origin = URL.parse(page, shop)?.origin ?? shop
  return { href: `${origin}/s?k=${encodeURIComponent(name)}`, label: 'See similar' }
}

/**
 * The brand and the seller. Marketplaces rate sellers out of five; readers know a percentage of satisfied
 * customers.
 */
function Byline({ live }: { live: ProductPreview | undefined }) {
  const brand = live?.ItemInfo?.ByLineInfo?.Brand?.DisplayValue
  const merchant = live?.Offers?.Listings?.[0]?.MerchantInfo
  const { name, FeedbackRating: rating, FeedbackCount: count } = merchant ?? {}
  const feedback = [
    rating !== undefined && `${Math.round(rating > 5 ? rating : rating * 20)}% positive`,
    count !== undefined && `${counted(count)} ratings`,
  ].filter(Boolean)
  // Without a seller's name, the feedback would look like the product's.
  const seller = name ?? (feedback.length > 0 ? 'a seller' : undefined)
  if (!brand && !seller) return null
  return (
    <>
      {brand && <p className="quiet">{`by ${brand}`}</p>}
      {seller && (
        <p className="quiet tabular">
          {[
            `Sold by ${seller}`,
            ...(feedback.length > 0 ? [`seller feedback ${feedback.join(', ')}`] : []),
          ].join(' · ')}
        </p>
      )}
    </>
  )
}

interface ProductCardProps {
  product: PreviewPostProduct
  live: LiveProduct | undefined
  /** A separate card without the description. */
  isCollapsed?: boolean
}

/** A product as readers see it: our description, and the marketplace's data. */
export function PreviewProductCard({ product, live, isCollapsed = false }: ProductCardProps) {
  const known = live?.product
  const { asin, name, award, headline, summary, description } = product
  const called = name || known?.ItemInfo?.Title?.DisplayValue || asin
  const { href, label } = buyLink(useShop(), { ...product, name: called }, known)
  return (
    <article className={isCollapsed ? 'shop-product collapsed' : 'shop-product'} aria-label={called}>
      <ProductPictureCard address={known?.Images?.Primary?.Large?.URL} />
      <div>
        {award && <span className="ribbon inline-row">{award}</span>}
        <h3>{called}</h3>
        {!isCollapsed && <Byline live={known} />}
        <OfferPanel live={live} />
        {!isCollapsed && (
          <>
            {headline && <p className="shop-product-headline">{headline}</p>}
            {summary && <p className="shop-product-words">{summary}</p>}
            <ProseList text={description} className="shop-product-words" />
          </>
        )}
        <p className="shop-product-buy cluster gap-16 row-gap-8 mt-16">
          <a
            className={label === 'Check price' ? 'buy inline-row gap-8' : 'buy inline-row gap-8 off'}
            href={href}
            target="_blank"
            rel="noopener noreferrer sponsored"
          >
            {label}
            <ExternalLink size={14} aria-hidden="true" />
            <span className="visually-hidden">{` of ${called}, opens in a new tab`}</span>
          </a>
          {!isCollapsed && <span className="quiet tabular">{asin}</span>}
        </p>
      </div>
    </article>
  )
}
