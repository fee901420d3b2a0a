import { Check, TriangleAlert, Truck } from 'lucide-react'
import type { ProductPreview } from '#shared/features/articles/preview/contract.ts'
import { isOutOfStock, originalPrice } from '#shared/features/articles/preview/rules.ts'
import { stockLabel } from '#shared/format/labels.ts'
import { money } from '#shared/format/money.ts'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { FAILURES } from './messages.ts'
import type { LiveProduct } from './use-products.ts'

const listingOf = (product: ProductPreview | undefined) => product?.Offers?.Listings?.[0]

/** The price as the marketplace formats it, or in our format if it only gives a number. */
export function priceOf(product: ProductPreview | undefined): string | null {
  const price = listingOf(product)?.Price
  if (price?.DisplayAmount) return price.DisplayAmount
  return price?.Amount === undefined ? null : money(price.Amount, price.currency)
}

function Price({ product }: { product: ProductPreview | undefined }) {
  const price = listingOf(product)?.Price
  const now = priceOf(product)
  if (now === null) return null
  const savings = price?.Savings?.Amount
  const before = originalPrice(price?.Amount, savings)
  return (
    <p className="offer-price cluster align-baseline gap-10 row-gap-2 tabular mt-8">
      <b>{now}</b>
      {before !== null && savings !== undefined && (
        <>
          <s>
            <span className="visually-hidden">Original price </span>
            {money(before, price?.currency)}
          </s>
          <em>Save {money(savings, price?.currency)}</em>
        </>
      )}
    </p>
  )
}

/** Delivery marks are only shown if the marketplace confirms them. */
function Marks({ product }: { product: ProductPreview | undefined }) {
  const delivery = listingOf(product)?.DeliveryInfo
  // A state that was never read counts as not scanned.
  const stock = product?.inStock ?? 'NOT_SCANNED'
  return (
    <div className="hide-empty mt-6 cluster gap-12 row-gap-6">
      {delivery?.IsPrimeEligible === true && (
        <span className="prime inline-row" role="img" aria-label="Prime">
          <Check size={12} strokeWidth={3} aria-hidden="true" />
          Prime
        </span>
      )}
      {delivery?.IsFreeShippingEligible === true && (
        <span className="inline-row gap-6 quiet">
          <Truck size={16} aria-hidden="true" />
          FREE Shipping
        </span>
      )}
      {isOutOfStock(stock) && (
        <span className="out-of-stock inline-row gap-6">
          <TriangleAlert size={14} aria-hidden="true" />
          {stockLabel(stock)}
        </span>
      )}
    </div>
  )
}

/** Price, delivery and stock of a product, according to the marketplace. */
export function OfferPanel({ live }: { live: LiveProduct | undefined }) {
  if (live?.state === 'loading') return <Skeleton lines={2} label="Loading price and stock" />
  if (live?.state === 'failed') {
    return (
      <p className="offer-failed" role="alert">
        {FAILURES.product}{' '}
        <button type="button" className="text-button" onClick={live.retry}>
          Retry
        </button>
      </p>
    )
  }
  return (
    <>
      <Price product={live?.product} />
      <Marks product={live?.product} />
    </>
  )
}
