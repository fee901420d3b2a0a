import { z } from 'zod'

const MOST_CHARACTERS = 2000

/** A text that the database can hold. */
const Said = z
  .string()
  .transform((text) => text.replaceAll('\0', '').toWellFormed().slice(0, MOST_CHARACTERS))

const Recommendation = z.object({
  title: Said.default(''),
  sub_title: Said.optional(),
  body: Said.default(''),
  product: z.object({ asin: Said, title: Said.default('') }).optional(),
})

const Advisor = z.object({
  profile: z.object({ name: z.string().trim().min(1).max(200).pipe(Said) }),
  article: z.object({
    title: Said,
    link: Said.optional(),
    date: Said.optional(),
  }),
  recommendations: z.array(Recommendation).default([]),
})
export type Advisor = z.infer<typeof Advisor>

/** The fields that we read of a search. One that says neither results nor advisors is no answer. */
export const SearchAnswer = z
  .object({
    request_info: z.object({ success: z.boolean().optional() }).optional(),
    search_results: z.array(z.unknown()).optional(),
    shopping_advisors: z.array(Advisor).optional(),
  })
  .refine(({ request_info }) => request_info?.success !== false, 'it did not succeed')
  .refine(
    ({ search_results, shopping_advisors }) => (search_results ?? shopping_advisors) !== undefined,
    'it holds no results',
  )

/** A refusal's own word for itself, for the log. */
export const RainforestRefusal = z.object({ request_info: z.object({ message: z.string() }) })

/** Whatever it says of itself, the account is known. */
export const AccountAnswer = z.object({ account_info: z.object({}) })
