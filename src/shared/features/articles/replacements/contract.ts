import { z } from 'zod'
import { Timestamp } from '../../../http/dates.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { Id, IdInBody, IdParams, PAGE_SIZE, PageField, SENT, text } from '../../../http/fields.ts'
import { PersonName } from '../../ground/users/contract.ts'
import { CHANGES_SEEN_DAYS, UNDO_DAYS } from '../../keywords/keyword-changes/contract.ts'
import { ASIN_PATTERN, tidyAsin } from '../../products/products/rules.ts'
import { ARTICLE_STATUSES } from '../articles/rules.ts'
import { ANSWERS_MAXIMUM, EXCHANGE_MODES, PLACE_WAYS, PLACES_MAXIMUM, SENTENCE_MAXIMUM } from './rules.ts'

/** An ASIN, normalized to capitals. */
const Asin = text(40)
  .transform(tidyAsin)
  .refine((asin) => ASIN_PATTERN.test(asin), 'An ASIN has ten letters and digits')
  .register(SENT, { type: 'string', minLength: 10, maxLength: 10 })

export const ReplacedProduct = z.object({
  asin: z.string(),
  name: z.string(),
  image_url: z.string().nullable(),
})

export const Candidate = ReplacedProduct.extend({
  /** Formatted price; null if unknown today. */
  price: z.string().nullable(),
  rating: z.object({ stars: z.number(), count: z.number() }).nullable(),
  /** Expected US dollars a week instead of the old product; null if unknown. */
  expected: z.number().nullable(),
  /** Days in stock among the last 90; null if never scanned. */
  days_in_stock: z.number().nullable(),
  /** Days among the last 90 with known stock. */
  days_known: z.number(),
  /** Number of the old product's posts that already contain it. */
  used_in: z.number(),
})
export type Candidate = z.infer<typeof Candidate>

export const Candidates = z.object({
  /** Narrowest category of the old product; null if no catalogue has reported it. */
  shelf: z.string().nullable(),
  /** Number of posts with the old product. */
  posts: z.number(),
  candidates: z.array(Candidate),
})
export type Candidates = z.infer<typeof Candidates>

export const REPLACEMENT_STATES = ['prepared', 'applying', 'applied', 'undoing', 'undone'] as const
export type ReplacementState = (typeof REPLACEMENT_STATES)[number]

/**
 * State of a place. `open`: undecided. `blocked`: cannot be ticked. `left`: not ticked. `waiting`: in the
 * queue; then `done`, `failed`, or `changed` if it was edited in between. For an undo: `taking-back`, then
 * `undone`, or `stays` if it was edited since.
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

/** An article's words about a product. */
export const ProductWords = z.object({
  asin: z.string(),
  name: z.string(),
  award: z.string(),
  summary: z.string(),
})

export const ReplacementPlace = z.object({
  place_id: z.number(),
  state: z.enum(PLACE_STATES),
  /** Why it is blocked, failed, changed or stays; of an open place, why a request for edits has no sentences. */
  reason: z.string().nullable(),
  /** The article; null for a post that was not written here. */
  article_id: z.number().nullable(),
  /** Status when the set was frozen; null for a post that was not written here. */
  status: z.enum(ARTICLE_STATUSES).nullable(),
  title: z.string(),
  /** Site code. */
  site: z.string(),
  /** For a post that was not written here: its edit page on the site, or else its public address. */
  url: z.string().nullable(),
  award: z.string(),
  /**
   * How the place is changed: the article is saved, gets an update draft, the live post is edited, or a draft
   * with the new text asks the editors of its site to. Null if nothing can be done.
   */
  way: z.enum(PLACE_WAYS).nullable(),
  mode: z.enum(EXCHANGE_MODES).nullable(),
  /**
   * The words about the old product, and the planned ones about the new product. If another product moves up,
   * where it was before.
   */
  before: ProductWords.nullable(),
  after: ProductWords.nullable(),
  /** The previous award of a product that moves up; null if it is new in the article. */
  moves_from: z.string().nullable(),
  /** Ticked by default: nothing contradicts the award. */
  is_fitting: z.boolean(),
  /** Why the award would not, or might not, be true of the new product. */
  doubt: z.string().nullable(),
  /**
   * Other mentions of the old product, which a user must rewrite. For a live post: each sentence, attribute
   * and link text that would still be about it.
   */
  mentions: z.array(z.string()),
  /** Those mentions in a live post that a user rewrites or removes; the rest stays and must be accepted. */
  claims: z.array(z.string()),
  /** Done, but only in the draft of an update: readers of the post still see the old product. */
  is_drafted: z.boolean(),
  /** Done, but the draft was rejected, canceled or deleted: readers will go on seeing the old product. */
  is_unpublished: z.boolean(),
  /** The editors of its site are asked to change the post, and the article that asks them is neither closed nor deleted. */
  is_requested: z.boolean(),
  /**
   * The changed article: itself, or its update; of a blocked place, the update that is in progress. Null if there is
   * none, or if this user may not see it.
   */
  result_id: z.number().nullable(),
})
export type ReplacementPlace = z.infer<typeof ReplacementPlace>

export const ReplacementUndo = z.object({
  state: z.enum(['none', 'open', 'locked', 'running', 'undone']),
  /** Whole days left for an undo; null unless `open`. */
  days_left: z.number().nullable(),
})

export const ReplacementRow = z.object({
  replacement_id: z.number(),
  state: z.enum(REPLACEMENT_STATES),
  from: ReplacedProduct,
  to: ReplacedProduct,
  user: PersonName,
  /** When it was carried out; null while it is being prepared. */
  made_at: Timestamp.nullable(),
  /** Number of places per state; states without places are left out. */
  places: z.partialRecord(z.enum(PLACE_STATES), z.number()),
  /** Number of done places of live posts whose update is drafted: readers see the old product until it is carried out. */
  drafted: z.number(),
  /** Number of done places whose draft was rejected, canceled or deleted instead. */
  unpublished: z.number(),
  /** How many of the drafted ones ask the editors of their sites to change the post, and number of closed requests. */
  requests: z.object({ open: z.number(), closed: z.number() }),
  /** The old product can be bought again, and part of this could be undone. */
  is_back: z.boolean(),
  undo: ReplacementUndo,
})
export type ReplacementRow = z.infer<typeof ReplacementRow>

export const Replacement = ReplacementRow.extend({ list: z.array(ReplacementPlace) })
export type Replacement = z.infer<typeof Replacement>

/** Changes to the text of a live post. */
export const LiveDifference = z.object({
  /** Changed sentences in order; none if only numbers and links change. */
  sentences: z.array(z.object({ before: z.string(), after: z.string() })),
  /** Changed attributes of links, pictures, blocks and shortcodes. */
  attributes: z.array(z.object({ before: z.string(), after: z.string() })),
})

/** What an update request asks the editors of a post's site to change. */
export const RequestedEdits = z.object({
  from: z.object({ asin: z.string(), name: z.string() }),
  to: z.object({ asin: z.string(), name: z.string() }),
  /** Address of the new product with the site's affiliate tag. */
  link: z.string(),
  /** Edit page of the post, or else its public address; null if neither is known. */
  post_url: z.string().nullable(),
  /** Sentences in order of the text; an empty `after` removes one. None if the text could not be read. */
  sentences: z.array(z.object({ before: z.string(), after: z.string() })),
  /** What else is about the old product and needs new words. */
  open: z.array(z.string()),
  /** Links to the old product on other marketplaces, which stay. */
  stays: z.array(z.string()),
  /** The text was read and understood; otherwise there are no sentences. */
  is_read: z.boolean(),
})
export type RequestedEdits = z.infer<typeof RequestedEdits>

export const ReplacementPage = z.object({
  nodes: z.array(ReplacementRow),
  totalCount: z.number(),
})

/** Users who may request articles. Whether they may change an article is checked for each one. */
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
    reads: true,
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
    callers: 'person',
    summary:
      'Replace the product in these places, in the background: drafts and requested articles are saved, published ones get an update draft, and posts not written in Copydesk are changed on their sites if these allow it, or else get a draft that requests the edits. Each of a live post’s `claims` needs an answer, and a post with other mentions of the old product must be in `accepted`. Idempotent.',
    params: IdParams,
    body: z.object({
      places: z.array(IdInBody).min(1).max(PLACES_MAXIMUM),
      /** Of these, the live posts whose remaining mentions the caller has read and accepts. */
      accepted: z.array(IdInBody).max(PLACES_MAXIMUM).default([]),
      /**
       * The decision on each claim about the old product: new words, or an empty text to remove the sentence.
       */
      answers: z
        .array(z.object({ place: IdInBody, sentence: text(SENTENCE_MAXIMUM), words: text(SENTENCE_MAXIMUM) }))
        .max(ANSWERS_MAXIMUM)
        .default([]),
    }),
    answer: Replacement,
  }),
  edits: endpoint({
    method: 'GET',
    path: '/api/articles/:id/requested-edits',
    access: ['ManageArticles', 'PendingArticles', 'CreateArticle'],
    summary:
      'The edits of a post not written in Copydesk that a replacement requests through this article, sentence by sentence; null if there are none.',
    params: IdParams,
    answer: RequestedEdits.nullable(),
  }),
  retry: endpoint({
    method: 'POST',
    path: '/api/replacements/:id/retry',
    access,
    callers: 'person',
    summary: 'Retry the failed places.',
    params: IdParams,
    answer: Replacement,
  }),
  undo: endpoint({
    method: 'POST',
    path: '/api/replacements/:id/undo',
    access,
    callers: 'person',
    summary: `Put the old product back wherever the products haven’t changed since, for ${UNDO_DAYS} days. Idempotent.`,
    params: IdParams,
    answer: Replacement,
  }),
}

/** Rows per page of replacements. */
export const REPLACEMENTS_SIZE = PAGE_SIZE
