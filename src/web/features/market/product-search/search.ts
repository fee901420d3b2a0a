import { z } from 'zod'
import {
  MARKET_PRODUCT_SORTS,
  PRODUCT_PAGE_SIZE,
  PRODUCT_PAGE_SIZES,
  PRODUCT_RATING_MINIMUM,
  PRODUCT_REVIEWS_MINIMUM,
  PRODUCT_TEXT_MAXIMUM,
} from '#shared/features/keywords/opportunities/contract.ts'
import { PageField } from '#shared/http/fields.ts'
import { orderIn } from '#web/ui/list/address.ts'

const { sort: sortBy, sortOrder } = orderIn(MARKET_PRODUCT_SORTS, 'price', 'desc')

/** The address of Product Search. Invalid values are ignored. */
export const MarketSearch = z.object({
  includeText: z.coerce.string().max(PRODUCT_TEXT_MAXIMUM).default('').catch(''),
  showUnavailable: z.union([z.boolean(), z.stringbool()]).default(false).catch(false),
  perPage: z.coerce
    .number()
    .pipe(z.union(PRODUCT_PAGE_SIZES.map((size) => z.literal(size))))
    .default(PRODUCT_PAGE_SIZE)
    .catch(PRODUCT_PAGE_SIZE),
  page: PageField.catch(1),
  sortBy,
  sortOrder,
})
export type MarketSearch = z.output<typeof MarketSearch>

/** The parts that a saved view stores. */
export const VIEW = {
  schema: MarketSearch,
  parameters: ['includeText', 'showUnavailable', 'perPage', 'sortBy', 'sortOrder'],
} as const

/** The same with the parameter names of a list. */
export const ProductsAddress = MarketSearch.omit({ sortBy: true }).extend({ sort: sortBy })
export type ProductsAddress = z.output<typeof ProductsAddress>

export const addressOf = ({ sortBy: sort, ...search }: MarketSearch): ProductsAddress => ({
  ...search,
  sort,
})

/** Maps a list's change to the address's names. */
export function changeOf(patch: object): Partial<MarketSearch> {
  if (!('sort' in patch)) return patch
  const { sort, ...rest } = patch
  const order = MarketSearch.shape.sortBy.parse(sort)
  return { ...rest, sortBy: order }
}

/** Filters that exclude products. */
export const FILTERED = { address: ProductsAddress, filters: ['includeText', 'showUnavailable'] as const }

/** The request; the limits are part of every search. */
export const queryOf = ({ includeText, showUnavailable, ...search }: MarketSearch) => ({
  ...search,
  ratingMin: PRODUCT_RATING_MINIMUM,
  reviewsMin: PRODUCT_REVIEWS_MINIMUM,
  includeText,
  showUnavailable: showUnavailable ? ('true' as const) : ('false' as const),
})
