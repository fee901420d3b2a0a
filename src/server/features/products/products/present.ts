import type { ProductPreview } from '#shared/features/articles/preview/contract.ts'
import type { ProductSummary } from '#shared/features/products/products/contract.ts'
import type { CatalogItem } from '../../../integrations/product-catalog/port.ts'
import type { ProductReading } from './service.ts'

const value = (text: string | undefined) => (text === undefined ? undefined : { DisplayValue: text })

/** Drops undefined fields, so that a missing field is missing and not null. */
function given<Shape extends object>(shape: Shape): { [Key in keyof Shape]?: NonNullable<Shape[Key]> } {
  // Only entries that say something are kept, which is what the type states.
  return Object.fromEntries(Object.entries(shape).filter(([, entry]) => entry != null)) as never
}

function presentListing({ price, savings, isPrime, isFreeShipping, merchant }: CatalogItem) {
  const delivery = given({ IsFreeShippingEligible: isFreeShipping, IsPrimeEligible: isPrime })
  return given({
    Price: price && {
      ...given({ DisplayAmount: price.display, Amount: price.amount, currency: price.currency }),
      ...given({ Savings: savings && { Amount: savings.amount, percentage: savings.percentage } }),
    },
    DeliveryInfo: Object.keys(delivery).length === 0 ? undefined : delivery,
    MerchantInfo:
      merchant &&
      given({
        name: merchant.name,
        FeedbackRating: merchant.feedbackRating,
        FeedbackCount: merchant.feedbackCount,
      }),
  })
}

/** In the shape that the preview's readers know from the marketplace; what it did not say is missing. */
export function presentReading(reading: ProductReading): ProductPreview {
  const { asin, state, item, isStale } = reading
  const head = { asin, as_of: reading.asOf?.toISOString() ?? null, is_stale: isStale }
  if (state === 'invalid') return { ...head, inStock: 'INVALID_ASIN' }
  if (item === undefined) return head
  const listing = presentListing(item)
  return {
    ...head,
    ...given({
      detail_page_url: item.pageUrl,
      Images: item.imageUrl === undefined ? undefined : { Primary: { Large: { URL: item.imageUrl } } },
      Offers: Object.keys(listing).length === 0 ? undefined : { Listings: [listing] },
    }),
    ItemInfo: given({
      Title: value(item.title),
      ByLineInfo: item.brand === undefined ? undefined : { Brand: value(item.brand) },
    }),
    inStock: item.stock,
  }
}

/** What a product card of the article dialog shows. */
export function presentCard(reading: ProductReading): ProductSummary {
  const { asin, state, item, asOf, isStale } = reading
  return {
    asin,
    as_of: asOf?.toISOString() ?? null,
    is_stale: isStale,
    ...given({
      name: item?.title,
      brand: item?.brand,
      categories: item?.categories,
      image_url: item?.imageUrl,
      price: item?.price?.display,
      stock: state === 'invalid' ? ('INVALID_ASIN' as const) : item?.stock,
      availability: item?.availability,
    }),
  }
}
