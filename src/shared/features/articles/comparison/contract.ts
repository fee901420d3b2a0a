import { z } from 'zod'
import { Timestamp } from '../../../http/dates.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { oldVersionOf } from '../../../http/errors.ts'
import { IdInBody, requiredText, text } from '../../../http/fields.ts'
import { TITLE_MAXIMUM } from '../articles/rules.ts'

const URL_MAXIMUM = 2000
export const STORY_TITLE_MAXIMUM = 1000
export const WORD_MAXIMUM = 60
export const WORDS_MAXIMUM = 5000

export const CONTENT_TYPES = ['p', 'figure', 'h1', 'h2', 'h3', 'b'] as const

export const ScannedProduct = z.object({
  asin: z.string(),
  name: z.string(),
  image: z.string().nullable(),
  award: z.string().nullable(),
  offerBy: z.string().nullable(),
  offerAward: z.string().nullable(),
  highlight: z.string().nullable(),
  price: z.number().nullable(),
  priceLimit: z.number().nullable(),
  oldPrice: z.number().nullable(),
  /** Whether it is out of stock; null if the page does not say. */
  oos: z.boolean().nullable(),
  rate: z.number().nullable(),
  totalRatings: z.number().nullable(),
})
export type ScannedProduct = z.infer<typeof ScannedProduct>

export const ScannedArticle = z.object({
  title: z.string(),
  url: z.string(),
  image: z.string().nullable(),
  writer: z.string().nullable(),
  writerIcon: z.string().nullable(),
  updatedAt: Timestamp.nullable(),
  heroText: z.string(),
  products: z.array(ScannedProduct),
  keywords: z.array(z.object({ keyword: z.string(), keyword_id: z.number(), is_tracked: z.boolean() })),
  content: z.array(z.object({ type: z.enum(CONTENT_TYPES), value: z.string() })),
})
export type ScannedArticle = z.infer<typeof ScannedArticle>

export const GAP_KINDS = ['product', 'heading', 'word', 'figure', 'paragraphs', 'bold'] as const

/** Something that the winner's article has and ours lacks. */
const Gap = z.object({
  kind: z.enum(GAP_KINDS),
  text: requiredText(300, 'Describe what’s missing.'),
})

export const comparisonEndpoints = {
  readExcludedWords: endpoint({
    method: 'GET',
    path: '/api/comparison/excluded-words',
    access: ['ViewKeywords'],
    summary: 'Words excluded from comparisons.',
    answer: z.array(z.string()),
  }),
  saveExcludedWords: endpoint({
    method: 'PUT',
    path: '/api/comparison/excluded-words',
    access: ['ManageExcludedWords'],
    summary: "Replace the list. With `base`, the list your change is based on: 409 if it's outdated.",
    body: z.object({
      content: z.array(text(WORD_MAXIMUM)).max(WORDS_MAXIMUM),
      base: z.array(text(WORD_MAXIMUM)).max(WORDS_MAXIMUM).optional(),
    }),
    answer: z.array(z.string()),
    refusals: { 409: oldVersionOf(z.array(z.string())) },
  }),
  scan: endpoint({
    method: 'PATCH',
    path: '/api/comparison/scan',
    access: ['ViewKeywords'],
    reads: true,
    summary: 'Read a story: its products, words and sections.',
    body: z.object({ url: text(URL_MAXIMUM) }),
    answer: ScannedArticle,
    perMinute: 30,
  }),
  createUpdate: endpoint({
    method: 'POST',
    path: '/api/comparison/updates',
    access: ['CreateArticle'],
    summary:
      "Create a draft that closes the gaps: they become its checklist, and both stories go into its notes. If ours is a published article, the draft revises it; if it's a post not written in Copydesk, the draft takes its products and renews it. 409 if an update is in progress.",
    body: z.object({
      keyword_id: IdInBody,
      site_id: IdInBody,
      title: requiredText(TITLE_MAXIMUM, 'Missing title'),
      /** Address of the winning story. */
      url: text(URL_MAXIMUM).optional(),
      /** What that story is called. */
      their_title: text(STORY_TITLE_MAXIMUM).optional(),
      /** Our article to be improved. */
      ours: z.object({ title: text(STORY_TITLE_MAXIMUM), url: text(URL_MAXIMUM) }).optional(),
      /** The tracked post, if it was compared as such. */
      post: z.object({ site: text(20), post_id: text(100) }).optional(),
      gaps: z.array(Gap).min(1, 'Tick at least one gap.').max(100),
    }),
    answer: z.object({ article_id: z.number() }),
    refusals: { 409: z.object({ article_id: z.number().nullish() }) },
    status: 201,
    idempotent: true,
  }),
}
