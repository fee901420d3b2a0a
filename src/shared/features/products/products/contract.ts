import { z } from 'zod'
import { Timestamp } from '../../../http/dates.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { listOf, text } from '../../../http/fields.ts'
import { tidyAsin } from './rules.ts'

/** As many as an article may have. */
const MOST_ASINS = 100

/** What the article dialog shows of a product. What the marketplace does not say is missing. */
export const ProductSummary = z.object({
  asin: z.string(),
  name: z.string().optional(),
  brand: z.string().optional(),
  /** What kind of product it is, the narrowest last. */
  categories: z.array(z.string()).optional(),
  image_url: z.string().optional(),
  /** As people write it. */
  price: z.string().optional(),
  /** `IN_STOCK`, `OUT_OF_STOCK` or `INVALID_ASIN`; missing while nothing was ever read. */
  stock: z.enum(['IN_STOCK', 'OUT_OF_STOCK', 'INVALID_ASIN']).optional(),
  /** The marketplace's words, e.g. `Only 3 left in stock`. */
  availability: z.string().optional(),
  as_of: Timestamp.nullable(),
  is_stale: z.boolean(),
})
export type ProductSummary = z.infer<typeof ProductSummary>

/** Words of a name, an ASIN, or the address of a product's page. */
export const PRODUCT_WORDS_MAXIMUM = 500

export const FoundProducts = z.object({
  products: z.array(ProductSummary),
  /** The marketplace can be searched by name; where it cannot, ASINs and addresses still lead to their product. */
  by_name: z.boolean(),
})
export type FoundProducts = z.infer<typeof FoundProducts>

const access = ['CreateArticle', 'ValidateArticles', 'ManageArticles'] as const

export const productEndpoints = {
  search: endpoint({
    method: 'GET',
    path: '/api/products/search',
    access,
    summary: 'Up to ten products that match a name, an ASIN or a product page’s address.',
    query: z.object({ query: text(PRODUCT_WORDS_MAXIMUM).transform((words) => words.trim()) }),
    answer: FoundProducts,
  }),
  preview: endpoint({
    method: 'GET',
    path: '/api/products/preview',
    access,
    summary: 'Marketplace data of several products, in the order given: repeat `asins`.',
    query: z.object({ asins: listOf(text(40).transform(tidyAsin), MOST_ASINS) }),
    answer: z.array(ProductSummary),
  }),
}
