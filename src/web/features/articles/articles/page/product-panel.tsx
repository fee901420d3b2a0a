import { ExternalLink } from 'lucide-react'
import type { ProductSummary } from '#shared/features/products/products/contract.ts'
import { RelativeTime } from '#web/ui/cells/moment.tsx'
import { StatusBadge } from '#web/ui/cells/status-badge.tsx'
import { WordsDifference } from '#web/ui/text/words-difference.tsx'
import { useShop } from '../../../ground/system/queries.ts'
import { SHOP_STOCK } from '../messages.ts'
import type { ProductPair, TextPair } from './use-blocks.ts'

function Offer({ card }: { card: ProductSummary }) {
  const { price, stock, as_of: asOf, is_stale: isStale } = card
  return (
    <p className="page-offer cluster gap-10 row-gap-2 small">
      {price && <b className="tabular">{price}</b>}
      {asOf && (
        <span className="quiet">
          checked <RelativeTime moment={asOf} />
          {isStale && ', no answer since'}
        </span>
      )}
      {stock === 'IN_STOCK' && <StatusBadge label="In stock" tone="good" mark="solid" />}
      {stock && stock !== 'IN_STOCK' && (
        <StatusBadge label={SHOP_STOCK[stock]} tone="bad" mark={isStale ? 'hollow' : 'solid'} />
      )}
    </p>
  )
}

/** Empty while the shop's data is loading. */
function shopNameOf(card: ProductSummary | undefined): string {
  if (card === undefined || card.asin === '') return ''
  return card.name ?? (card.stock === 'INVALID_ASIN' ? 'no such product' : 'no answer')
}

interface ShopNameProps {
  asin: TextPair
  name: string
  cards: Cards
}

/**
 * The shop's names of an ASIN's current and previous product, so that a different product is noticed at once.
 */
function ShopName({ asin, name, cards }: ShopNameProps) {
  const card = cards.get(asin.after)
  const { brand = '' } = card ?? {}
  const names = { before: shopNameOf(cards.get(asin.before)), after: shopNameOf(card) }
  const isOther = asin.before !== '' && asin.before !== asin.after
  const isNews = card?.name !== undefined && (card.name !== name || !name.includes(brand))
  if (isOther ? names.before + names.after === '' : !isNews) return null
  return (
    <p className="quiet page-shop-name small">
      In the shop:{' '}
      <span>
        {isOther ? <WordsDifference {...names} /> : names.after}
        {brand !== '' && !names.after.includes(brand) && `, by ${brand}`}
      </span>
    </p>
  )
}

type Cards = ReadonlyMap<string, ProductSummary>

interface ProductPanelProps {
  product: ProductPair
  /** The shop's data by ASIN, as far as loaded. */
  cards: Cards
}

/** The ASIN with its previous value and a link to the shop. */
function Asin({ asin, called }: { asin: TextPair; called: string }) {
  const shop = useShop()
  return (
    <p className="row gap-6 shrinkable small tabular">
      <WordsDifference {...asin} />
      {asin.after && (
        <a
          href={`${shop}/dp/${encodeURIComponent(asin.after)}`}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={`${called} in the shop, opens in a new tab`}
        >
          <ExternalLink size={12} aria-hidden="true" />
        </a>
      )}
    </p>
  )
}

/** A product as readers will see it; the picture is always that of the current ASIN. */
export function ProductPanel({ product, cards }: ProductPanelProps) {
  const { asin, name, award, summary, index } = product
  const isGone = index === null
  // The offer of a removed product is irrelevant.
  const offered = isGone ? undefined : cards.get(asin.after)
  return (
    <div className={isGone ? 'page-product gone' : 'page-product'}>
      <span className="page-product-picture">
        {offered?.image_url && <img src={offered.image_url} alt={offered.name ?? ''} loading="lazy" />}
      </span>
      <div>
        {(award.after || award.before) && (
          <span className="ribbon inline-row">
            <WordsDifference {...award} />
          </span>
        )}
        <h3 dir="auto">
          {name.after || name.before ? (
            <WordsDifference {...name} />
          ) : (
            <span className="quiet">No name yet</span>
          )}
        </h3>
        {offered && <Offer card={offered} />}
        <p className="words" dir="auto">
          <WordsDifference {...summary} />
        </p>
        <Asin asin={asin} called={name.after || asin.after} />
        {!isGone && <ShopName asin={asin} name={name.after} cards={cards} />}
        {isGone && <p className="quiet">No longer in the article</p>}
      </div>
    </div>
  )
}
