import { z } from 'zod'
import { LIBRARY_SORTS } from '#shared/features/products/product-library/contract.ts'
import { STOCKS } from '#shared/features/products/product-library/rules.ts'
import { Id, PageField } from '#shared/http/fields.ts'
import { orderIn } from '#web/ui/list/address.ts'

/** An id that no product has. */
export const NO_PRODUCT = 0
const optionalId = Id.optional().catch(undefined)

/** The periods of a product's chart, in days. */
export const PICTURE_DAYS = [30, 90, 180] as const

/** The address of Products Library, with the parameter names of the API call. */
export const ProductsSearch = z.object({
  query: z.string().max(200).catch('').default(''),
  stock: z
    .enum(['All', ...STOCKS])
    .catch('All')
    .default('All'),
  page: PageField.catch(1),
  ...orderIn(LIBRARY_SORTS, 'product_id', 'asc'),
  /** The product whose details are open; an invalid id becomes an unknown product. */
  productId: Id.optional().catch(NO_PRODUCT),
  /** The tab of the details, if not the first. */
  tab: z.literal('stats').optional().catch(undefined),
  /** The period of the chart in the details, in days. */
  days: z.coerce
    .number()
    .pipe(z.union(PICTURE_DAYS.map((days) => z.literal(days))))
    .catch(90)
    .default(90),
  /** The product whose articles are open. */
  articles: optionalId,
})
export type ProductsSearch = z.output<typeof ProductsSearch>

/** Closes the details and resets their state. */
export const CLOSED: Partial<ProductsSearch> = { productId: undefined, tab: undefined, days: 90 }
