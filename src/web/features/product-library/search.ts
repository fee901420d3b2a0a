import { z } from 'zod'
import { LIBRARY_SORTS } from '#shared/features/product-library/contract.ts'
import { STOCKS } from '#shared/features/product-library/rules.ts'
import { Id, PageField } from '#shared/http/fields.ts'
import { orderIn } from '#web/ui/list/address.ts'

/** The number of no product. */
export const NO_PRODUCT = 0
const optionalId = Id.optional().catch(undefined)

/** Over how many days a product's picture goes. */
export const PICTURE_DAYS = [30, 90, 180] as const

/** Products Library: named like the parameters of the call that it becomes. */
export const ProductsSearch = z.object({
  query: z.string().max(200).catch('').default(''),
  stock: z
    .enum(['All', ...STOCKS])
    .catch('All')
    .default('All'),
  page: PageField.catch(1),
  ...orderIn(LIBRARY_SORTS, 'product_id', 'asc'),
  /** The product whose details are open; what is no number is one that nobody knows. */
  productId: Id.optional().catch(NO_PRODUCT),
  /** Another tab of the details than the first. */
  tab: z.literal('stats').optional().catch(undefined),
  /** Over how many days the picture of the details goes. */
  days: z.coerce
    .number()
    .pipe(z.union(PICTURE_DAYS.map((days) => z.literal(days))))
    .catch(90)
    .default(90),
  /** The product whose articles are open. */
  articles: optionalId,
})
export type ProductsSearch = z.output<typeof ProductsSearch>

/** The details closed, and what they would open with the next time. */
export const CLOSED: Partial<ProductsSearch> = { productId: undefined, tab: undefined, days: 90 }
