import { z } from 'zod'
import { endpoint } from '../../http/endpoint.ts'
import { Id, IdInBody, IdParams, PAGE_SIZE, PageField, text } from '../../http/fields.ts'
import { ARTICLE_STATUSES } from '../articles/rules.ts'
import { CHANGES_SEEN_DAYS, UNDO_DAYS } from '../keyword-changes/contract.ts'
import { ASIN_PATTERN, tidyAsin } from '../products/rules.ts'
import { ANSWERS_MAXIMUM, EXCHANGE_MODES, PLACE_WAYS, PLACES_MAXIMUM, SENTENCE_MAXIMUM } from './rules.ts'

/** An ASIN in capitals, whatever it was typed like. */
const Asin = text(40)
  .transform(tidyAsin)
  .refine((asin) => ASIN_PATTERN.test(asin), 'An ASIN has ten letters and digits')

const ReplacedProduct = z.object({
  asin: z.string(),
  name: z.string(),
  image_url: z.string().nullable(),
})

const Candidate = ReplacedProduct.extend({
  /** As people write it; null where it is not known today. */
  price: z.string().nullable(),
  rating: z.object({ stars: z.number(), count: z.number() }).nullable(),
  /** US dollars a week that are expected of it in place of the old one; null where that cannot be said. */
  expected: z.number().nullable(),
  /** On how many of the last 90 days it was in stock; null where it was never scanned. */
  days_in_stock: z.number().nullable(),
  /** Of so many of the last 90 days it is known whether it was in stock. */
  days_known: z.number(),
  /** In so many of the sold out product's posts it stands already. */
  used_in: z.number(),
})
export type Candidate = z.infer<typeof Candidate>

const Candidates = z.object({
  /** The narrowest category of the sold out product; null where no catalogue has told it. */
  shelf: z.string().nullable(),
  /** In how many posts the sold out product stands. */
  posts: z.number(),
  candidates: z.array(Candidate),
})
export type Candidates = z.infer<typeof Candidates>

export const REPLACEMENT_STATES = ['prepared', 'applying', 'applied', 'undoing', 'undone'] as const
export type ReplacementState = (typeof REPLACEMENT_STATES)[number]

/**
 * What became of a place: `open` where nobody has decided yet; `blocked`, it cannot be ticked; `left`, it was not
 * ticked; `waiting`, it has its turn; then `done`, `failed`, or `changed`, because somebody was there in between. Of an
 * undo: `taking-back`, then `undone`, or `stays`, because somebody has changed it since.
 */
export const PLACE_STATES = [
  'open',
  'blocked',
  'left',
  'waiting',
  'done',
  'failed',
  'changed',
  'taking-back',
  'undone',
  'stays',
] as const
export type ReplacementPlaceState = (typeof PLACE_STATES)[number]

/** What an article calls a product. */
const ProductWords = z.object({ asin: z.string(), name: z.string(), award: z.string(), summary: z.string() })

const ReplacementPlace = z.object({
  place_id: z.number(),
  state: z.enum(PLACE_STATES),
  /** Why it cannot be ticked, failed, was changed, or stays. */
  reason: z.string().nullable(),
  /** An article of ours; null for a post that was not written here. */
  article_id: z.number().nullable(),
  /** As the article stood when the set was frozen; null for a post that was not written here. */
  status: z.enum(ARTICLE_STATUSES).nullable(),
  title: z.string(),
  /** The code of its site. */
  site: z.string(),
  /** Where editors of its site, or else its readers, find a post that was not written here. */
  url: z.string().nullable(),
  award: z.string(),
  /** What happens there: the article is saved, gets an update draft, or the live post itself is changed. Null where nothing can. */
  way: z.enum(PLACE_WAYS).nullable(),
  mode: z.enum(EXCHANGE_MODES).nullable(),
  /** What is said of the old product there and of the new one then; the one that moves up, where it stood before. */
  before: ProductWords.nullable(),
  after: ProductWords.nullable(),
  /** The award under which the one that moves up stood before; null where it is new there. */
  moves_from: z.string().nullable(),
  /** Ticked to begin with: nothing speaks against the award. */
  is_fitting: z.boolean(),
  /** Why the award would not, or might not, be true of the new product. */
  doubt: z.string().nullable(),
  /**
   * Where else the article names the old product: there a person has to write. Of a live post, each sentence, attribute
   * and link text that would still be about it.
   */
  mentions: z.array(z.string()),
  /** Of these, the sentences of a live post that a person rewrites or removes; the rest stays and is accepted. */
  claims: z.array(z.string()),
  /** It is done, but only in a draft: readers still see the old product. */
  is_drafted: z.boolean(),
  /** The article that says it now: itself, or its update; null before that, and for what is not there for this person. */
  result_id: z.number().nullable(),
})
export type ReplacementPlace = z.infer<typeof ReplacementPlace>

const ReplacementUndo = z.object({
  state: z.enum(['none', 'open', 'locked', 'running', 'undone']),
  /** Whole days that are left for it; null unless `open`. */
  days_left: z.number().nullable(),
})

const ReplacementRow = z.object({
  replacement_id: z.number(),
  state: z.enum(REPLACEMENT_STATES),
  from: ReplacedProduct,
  to: ReplacedProduct,
  user: z.object({ id: z.number(), first_name: z.string(), last_name: z.string() }),
  /** When it was carried out; null while it is only prepared. */
  made_at: z.string().nullable(),
  /** How many places there are in each state; states without any are left out. */
  places: z.partialRecord(z.enum(PLACE_STATES), z.number()),
  /** Of those that are done, the ones whose readers see the old product until a draft is published. */
  drafted: z.number(),
  /** The old product can be bought again, and something of this could be taken back. */
  is_back: z.boolean(),
  undo: ReplacementUndo,
})
export type ReplacementRow = z.infer<typeof ReplacementRow>

const Replacement = ReplacementRow.extend({ list: z.array(ReplacementPlace) })
export type Replacement = z.infer<typeof Replacement>

/** What readers of a live post would read otherwise. */
const LiveDifference = z.object({
  /** The sentences that would be others, in their order; none where only numbers and links are. */
  sentences: z.array(z.object({ before: z.string(), after: z.string() })),
  /** What links, pictures, blocks and shortcodes would say otherwise in their attributes. */
  attributes: z.array(z.object({ before: z.string(), after: z.string() })),
})

const ReplacementPage = z.object({
  pageInfo: z.object({ total: z.number() }),
  edges: z.array(ReplacementRow),
})

/** Those who may request articles: whose articles they may change is asked of each. */
const access = ['CreateArticle'] as const

export const replacementEndpoints = {
  candidates: endpoint({
    method: 'GET',
    path: '/api/replacements/candidates',
    access,
    summary:
      'Possible replacements of a product: same category, well rated and in stock, highest expected earnings first.',
    query: z.object({ asin: Asin }),
    answer: Candidates,
  }),
  prepare: endpoint({
    method: 'POST',
    path: '/api/replacements',
    access,
    summary: `Freeze the set of articles in which one product would replace another, at most ${PLACES_MAXIMUM}, and return what would change. Changes no article.`,
    body: z.object({ asin: Asin, replacement: Asin }),
    answer: Replacement,
    status: 201,
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/replacements',
    access,
    summary: `Replacements of the last ${CHANGES_SEEN_DAYS} days, newest first: your own, or all of them if you may see users’ activity.`,
    query: z.object({ page: PageField }),
    answer: ReplacementPage,
  }),
  back: endpoint({
    method: 'GET',
    path: '/api/replacements/back',
    access,
    summary: 'Your replacements that can still be undone and whose old product is back in stock.',
    answer: z.array(ReplacementRow),
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/replacements/:id',
    access,
    summary: 'A replacement with all its places and their results.',
    params: IdParams,
    answer: Replacement,
  }),
  difference: endpoint({
    method: 'GET',
    path: '/api/replacements/:id/places/:placeId/difference',
    access,
    summary:
      'The sentences and attributes that would change in a live post not written in Copydesk, as of when the set was frozen.',
    params: IdParams.extend({ placeId: Id }),
    answer: LiveDifference,
  }),
  apply: endpoint({
    method: 'POST',
    path: '/api/replacements/:id/apply',
    access,
    summary:
      'Replace the product in these places, in the background: drafts and requested articles are saved, published ones get an update draft, and live posts not written in Copydesk are changed on their sites if these allow it. Each of a live post’s `claims` needs an answer, and a post with other mentions of the old product must be in `accepted`. Idempotent.',
    params: IdParams,
    body: z.object({
      places: z.array(IdInBody).min(1).max(PLACES_MAXIMUM),
      /** Of these, the live posts whose remaining mentions of the old product the caller has read and accepts. */
      accepted: z.array(IdInBody).max(PLACES_MAXIMUM).default([]),
      /** What becomes of each claim about the old product: other words, or an empty text to remove the sentence. */
      answers: z
        .array(z.object({ place: IdInBody, sentence: text(SENTENCE_MAXIMUM), words: text(SENTENCE_MAXIMUM) }))
        .max(ANSWERS_MAXIMUM)
        .default([]),
    }),
    answer: Replacement,
  }),
  retry: endpoint({
    method: 'POST',
    path: '/api/replacements/:id/retry',
    access,
    summary: 'Retry the failed places.',
    params: IdParams,
    answer: Replacement,
  }),
  undo: endpoint({
    method: 'POST',
    path: '/api/replacements/:id/undo',
    access,
    summary: `Put the old product back wherever the products haven’t changed since, for ${UNDO_DAYS} days. Idempotent.`,
    params: IdParams,
    answer: Replacement,
  }),
}

/** Rows on a page of replacements. */
export const REPLACEMENTS_SIZE = PAGE_SIZE
