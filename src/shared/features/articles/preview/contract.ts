import { z } from 'zod'
import { Timestamp } from '../../../http/dates.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { Id, SENT } from '../../../http/fields.ts'
import { Site } from '../../ground/sites/contract.ts'
import { ASIN, SITE_CODE } from './rules.ts'

/** A site's short code in whatever case it was typed. */
export const SiteCodeParam = z
  .string()
  .regex(SITE_CODE, 'Must be a site code')
  .transform((code) => code.toLowerCase())

export const PreviewPostProduct = z.object({
  name: z.string(),
  award: z.string(),
  description: z.string(),
  asin: z.string(),
  summary: z.string(),
  headline: z.string(),
})
export type PreviewPostProduct = z.infer<typeof PreviewPostProduct>

/** A post as its readers see it. Texts are plain, paragraphs parted by blank lines; nothing in them is markup. */
export const PreviewPost = z.object({
  id: z.number(),
  status: z.enum(['draft', 'publish']),
  /** Address of the post for users: our own page, or the site's. */
  url: z.string(),
  title: z.string(),
  heroImageUrl: z.string().nullable(),
  authorName: z.string().nullable(),
  authorDescription: z.string().nullable(),
  datePublished: Timestamp.nullable(),
  introText: z.string(),
  introCopy: z.string(),
  products: z.array(PreviewPostProduct),
  outroCopy: z.string(),
  questions: z.array(z.object({ headline: z.string(), acceptedAnswer: z.string() })),
  trustStatement: z.string(),
})
export type PreviewPost = z.infer<typeof PreviewPost>

const Listing = z.object({
  Price: z
    .object({
      DisplayAmount: z.string().optional(),
      Amount: z.number().optional(),
      currency: z.string().optional(),
      Savings: z.object({ Amount: z.number().optional(), percentage: z.number().optional() }).optional(),
    })
    .optional(),
  DeliveryInfo: z
    .object({ IsFreeShippingEligible: z.boolean().optional(), IsPrimeEligible: z.boolean().optional() })
    .optional(),
  MerchantInfo: z
    .object({
      name: z.string().optional(),
      /** Of five, as the marketplace rates its sellers. */
      FeedbackRating: z.number().optional(),
      FeedbackCount: z.number().optional(),
    })
    .optional(),
})

/** What a marketplace says of a product. What it does not say is missing: a screen leaves it out, and never guesses. */
export const ProductPreview = z.object({
  asin: z.string(),
  detail_page_url: z.string().optional(),
  Images: z
    .object({
      Primary: z.object({ Large: z.object({ URL: z.string().optional() }).optional() }).optional(),
    })
    .optional(),
  ItemInfo: z
    .object({
      Title: z.object({ DisplayValue: z.string().optional() }).optional(),
      ByLineInfo: z
        .object({ Brand: z.object({ DisplayValue: z.string().optional() }).optional() })
        .optional(),
    })
    .optional(),
  Offers: z.object({ Listings: z.array(Listing).optional() }).optional(),
  /** `IN_STOCK`, `OUT_OF_STOCK`, `NOT_SCANNED` or `INVALID_ASIN`; missing if never read. */
  inStock: z.string().optional(),
  /** When the marketplace returned it; null if never. */
  as_of: Timestamp.nullable(),
  /** The last refresh failed, so this is the stored data. */
  is_stale: z.boolean(),
})
export type ProductPreview = z.infer<typeof ProductPreview>

export const previewEndpoints = {
  read: endpoint({
    method: 'GET',
    path: '/api/preview',
    access: ['ViewTools'],
    summary: 'A post of a publishing site, draft or published, as readers see it.',
    query: z.object({ site: SiteCodeParam, id: Id }),
    answer: z.object({
      post: PreviewPost,
      site: Site,
      /** `#RRGGBB`, the colour of the site's logo; null if unknown. */
      site_color: z.string().nullable(),
    }),
  }),
  product: endpoint({
    method: 'GET',
    path: '/api/preview/product/:asin',
    access: ['ViewTools'],
    summary: 'Marketplace data of a product, as a list with one entry.',
    params: z.object({
      asin: z
        .string()
        .transform((asin) => asin.toUpperCase())
        .pipe(z.string().regex(ASIN, 'ASIN must have 10 characters'))
        .register(SENT, { type: 'string', minLength: 10, maxLength: 10 }),
    }),
    answer: z.array(ProductPreview),
  }),
}
