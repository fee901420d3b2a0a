import { ExternalLink } from 'lucide-react'
import type { ScannedProduct } from '#shared/features/articles/comparison/contract.ts'
import { averagePrice, type Comparison, productGap } from '#shared/features/articles/comparison/rules.ts'
import { safeAddress } from '#shared/features/articles/preview/rules.ts'
import { counted } from '#shared/format/count.ts'
import { money } from '#shared/format/money.ts'
import { ProductPicture } from '#web/ui/cells/product-picture.tsx'
import { useShop } from '../../ground/system/queries.ts'
import { usePictures } from '../../market/share-of-voice/use-pictures.ts'
import { ComparedRow } from './compared-row.tsx'
import { GapCell } from './gap-cell.tsx'
import { CATEGORIES, NONE, UNKNOWN } from './messages.ts'
import { SideBadge } from './side-badge.tsx'
import type { Gaps } from './use-gaps.ts'

function priceWords(product: ScannedProduct): string {
  const average = averagePrice(product)
  const { price, priceLimit } = product
  if (average === null) return `price ${UNKNOWN}`
  if (price === null || priceLimit === null) return money(average)
  return `${money(average)} (${money(price)} to ${money(priceLimit)})`
}

/** The facts about a product that a page states beside its name. */
function factsOf(product: ScannedProduct): string[] {
  const { oldPrice, oos, rate, totalRatings, offerAward } = product
  const people = totalRatings === null ? '' : ` (${counted(totalRatings)})`
  return [
    priceWords(product),
    ...(oldPrice === null ? [] : [`was ${money(oldPrice)}`]),
    ...(rate === null ? [] : [`${rate} of 5${people}`]),
    ...(offerAward === null ? [] : [offerAward]),
    ...(oos === null ? [] : [oos ? 'out of stock' : 'in stock']),
  ]
}

interface ProductProps {
  product: ScannedProduct
  /** From the marketplace, if the page has none. */
  picture: string | undefined
}

function Product({ product, picture }: ProductProps) {
  const { asin, name, award, highlight, image } = product
  const shop = useShop()
  return (
    <>
      <ProductPicture address={safeAddress(image) ?? picture} />
      <div className="compared-product stack gap-2">
        <p className="cluster align-stretch gap-8 row-gap-4">
          <strong>{name}</strong>
          {award && <span className="tag">{award}</span>}
        </p>
        <p className="meta tabular">
          {factsOf(product).join(' · ')}
          {' · '}
          <a
            href={`${shop}/dp/${encodeURIComponent(asin)}`}
            target="_blank"
            rel="noreferrer"
            className="nowrap underlined"
          >
            {asin} <ExternalLink className="inline-icon" size={12} aria-hidden="true" />
            <span className="visually-hidden"> in a new tab</span>
          </a>
        </p>
        {highlight && <p className="quiet clamped">{highlight}</p>}
      </div>
    </>
  )
}

interface SummaryProps {
  count: number
  average: number | null
}

function Summary({ count, average }: SummaryProps) {
  return (
    <p className="tabular">
      <strong>
        {count} {count === 1 ? 'product' : 'products'}
      </strong>
      <span className="quiet">, average price {average === null ? UNKNOWN : money(average)}</span>
    </p>
  )
}

/** The products of both articles, with the same ones beside each other. */
export function ProductsRow({ comparison, gaps }: { comparison: Comparison; gaps: Gaps | null }) {
  const { products, averagePrice: average } = comparison
  const pictures = usePictures(products.map(({ asin }) => asin))
  const countOf = (side: 'theirs' | 'ours') => products.filter((row) => row[side] !== null).length
  return (
    <ComparedRow
      label={CATEGORIES.products}
      pairs={[
        {
          key: 'counts',
          theirs: <Summary count={countOf('theirs')} average={average.theirs} />,
          ours: <Summary count={countOf('ours')} average={average.ours} />,
        },
        ...products.map(({ asin, theirs, ours }) => ({
          key: asin,
          theirs: theirs ? (
            <GapCell gap={ours ? null : productGap(theirs)} gaps={gaps} apart>
              <SideBadge side={ours ? 'both' : 'theirs'} />
              <Product product={theirs} picture={pictures.get(asin)} />
            </GapCell>
          ) : (
            <span className="quiet">{NONE}</span>
          ),
          ours: ours ? (
            <div className="gap-cell">
              <SideBadge side={theirs ? 'both' : 'ours'} />
              <Product product={ours} picture={pictures.get(asin)} />
            </div>
          ) : (
            <span className="quiet">{NONE}</span>
          ),
        })),
      ]}
    />
  )
}
