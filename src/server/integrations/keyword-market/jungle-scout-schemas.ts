import { z } from 'zod'

/** The fields that we read of Jungle Scout's answers; nearly all of them may be null. */
/** Larger figures are implausible and treated as missing. */
const LARGEST = 2_000_000_000
const number = z
  .number()
  .nullish()
  .transform((value) => (value == null || Math.abs(value) > LARGEST ? null : value))
const LONGEST = 1000
const text = z
  .string()
  .nullish()
  .transform((value) => value?.slice(0, LONGEST) ?? null)

const page = <Row extends z.ZodType>(row: Row) =>
  z.object({
    data: z.array(row),
    links: z.object({ next: z.string().nullish() }).nullish(),
    meta: z.object({ total_items: z.number().nullish() }).nullish(),
  })

export const KeywordsAnswer = page(
  z.object({
    attributes: z.object({
      name: text,
      dominant_category: text,
      monthly_search_volume_exact: number,
      monthly_trend: number,
      quarterly_trend: number,
      ease_of_ranking_score: number,
      organic_product_count: number,
    }),
  }),
)
export type KeywordAttributes = z.infer<typeof KeywordsAnswer>['data'][number]['attributes']

export const ProductsAnswer = page(
  z.object({
    /** `us/B0…` */
    id: z.string(),
    attributes: z
      .object({
        title: text,
        brand: text,
        image_url: text,
        category: text,
        price: number,
        rating: number,
        reviews: number,
        number_of_sellers: number,
        approximate_30_day_units_sold: number,
        approximate_30_day_revenue: number,
        date_first_available: text,
        date_first_available_is_estimated: z.boolean().nullish(),
      })
      .nullish(),
  }),
)
export type ProductEntry = z.infer<typeof ProductsAnswer>['data'][number]

export const VolumesAnswer = page(
  z.object({
    attributes: z.object({
      estimate_start_date: text,
      estimated_exact_search_volume: z.number(),
    }),
  }),
)

export const VoiceAnswer = z.object({
  data: z.object({
    attributes: z.object({
      brands: z.array(z.object({ brand: text })).nullish(),
      top_asins: z.array(z.object({ asin: text })).nullish(),
    }),
  }),
})

export const SalesAnswer = page(
  z.object({
    attributes: z.object({
      asin: text,
      parent_asin: text,
      data: z
        .array(
          z.object({
            date: z.string(),
            estimated_units_sold: number,
            last_known_price: number,
          }),
        )
        .nullish(),
    }),
  }),
)

/** A refusal's own words for itself, for the log. */
export const JungleScoutRefusal = z.object({
  errors: z.array(z.object({ title: z.string().nullish(), code: z.string().nullish() })).min(1),
})
