import type { Permission } from '../../../access/permissions.ts'
import { type ArticleContent, CLOSED_STATUSES } from '../articles/rules.ts'

type ArticleProductRow = ArticleContent['products'][number]

/** A product with its name in an article. */
export interface NamedProduct {
  asin: string
  name: string
}

/**
 * `replace`: the new product takes the old one's place. `moveUp`: it is already in the article and moves up.
 */
export const EXCHANGE_MODES = ['replace', 'moveUp'] as const
export type ExchangeMode = (typeof EXCHANGE_MODES)[number]

/**
 * How a place is changed: save the article, create an update draft, edit the live post, or request that its
 * site's editors do.
 */
export const PLACE_WAYS = ['save', 'update', 'live', 'request'] as const

/**
 * Whether an article that was made or changed in a replacement is still on its way to its readers; undefined if it was
 * deleted.
 */
export const isUnderWay = (status: string | undefined): boolean =>
  status !== undefined && CLOSED_STATUSES.every((closed) => closed !== status)

/** Permission to change live posts, like for decisions on publishing. */
export const CHANGES_LIVE: readonly Permission[] = ['ValidateArticles']

/** Most posts not written here whose text is read for one replacement. */
export const LIVE_MAXIMUM = 40

const isOf = (asin: string) => (row: { asin: string }) => row.asin.toUpperCase() === asin.toUpperCase()

/**
 * An article's products with one replaced by another, in its position and under its award. A product that is
 * already in the article moves up with its text. A new one gets no summary, because the old summary is not
 * about it. Null if the old product is not among them.
 */
export function exchanged(
  products: readonly ArticleProductRow[],
  old: string,
  by: NamedProduct,
): { products: ArticleProductRow[]; mode: ExchangeMode } | null {
  const place = products.find(isOf(old))
  if (place === undefined) return null
  const known = products.find(isOf(by.asin))
  const { name, summary } = known ?? { name: by.name, summary: '' }
  const taken: ArticleProductRow = { asin: by.asin.toUpperCase(), name, award: place.award, summary }
  return {
    products: products.flatMap((row) => (row === place ? [taken] : row === known ? [] : [row])),
    mode: known === undefined ? 'replace' : 'moveUp',
  }
}

/** Whether two lists of products are equal. */
export const areSameProducts = (one: readonly ArticleProductRow[], other: readonly ArticleProductRow[]) =>
  one.length === other.length &&
  one.every((row, index) => {
    const { asin, name, award, summary } = other[index] ?? row
    return row.asin === asin && row.name === name && row.award === award && row.summary === summary
  })

/** Other places that mention a product, which a writer must rewrite. */
export function textsThatName(
  { title, intro, faqs }: Pick<ArticleContent, 'title' | 'intro' | 'faqs'>,
  name: string,
): string[] {
  const words = name.trim().toLowerCase()
  if (words === '') return []
  const names = (text: string | null) => text?.toLowerCase().includes(words) === true
  return [
    ...(names(title) ? ['title'] : []),
    ...(names(intro) ? ['intro'] : []),
    ...(faqs.some(names) ? ['questions'] : []),
  ]
}

/** Current prices of both products in one currency; null if unknown. */
export interface BothPrices {
  old: number | null
  by: number | null
}

const LOW_PRICE = /\b(budget|value|cheap\w*|affordable|bargain|inexpensive|under)\b/i
const HIGH_PRICE = /\b(splurge|premium|luxury|upgrade|high-end)\b/i
/** Words that make no measurable claim in an award. */
const GENERAL_WORDS = new Set(
  'best top great good overall our the all around pick choice favourite favorite winner runner up also alternative recommended editor s editors second third place'.split(
    ' ',
  ),
)
const isGeneral = (award: string) =>
  (award.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).every((word) => GENERAL_WORDS.has(word))

/** Why an award would not, or might not, be true of another product; null if nothing contradicts it. */
export function awardDoubt(award: string, { old, by }: BothPrices): string | null {
  const words = award.trim().replace(/\s+/g, ' ')
  if (isGeneral(words)) return null
  const isLow = LOW_PRICE.test(words)
  if (!isLow && !HIGH_PRICE.test(words)) return `Not verified: “${words}”.`
  if (old === null || by === null) return `We don’t know its price, so “${words}” may not be true.`
  if (isLow && by > old) return `It costs more, so “${words}” wouldn’t be true.`
  return !isLow && by < old ? `It costs less, so “${words}” wouldn’t be true.` : null
}

/**
 * Prior for averaging ratings, so that a few high ratings do not win: this many reviews with this many stars.
 */
const MIXED_IN = { stars: 4, reviews: 50 } as const

/** Sort key of candidates: stars averaged with 50 reviews of 4 stars. Unrated products come last. */
export const candidateScore = (rating: { stars: number; count: number } | null): number =>
  rating === null
    ? 0
    : (rating.stars * rating.count + MIXED_IN.stars * MIXED_IN.reviews) / (rating.count + MIXED_IN.reviews)

/** Minimum stars of an offered product. Others can still be found by search. */
export const STARS_LEAST = 4.5

/** Input for a product's expected earnings, in one currency and over the displayed days. */
export interface ExpectedFrom {
  /** US dollars lost a week through the old product, over all posts with known earnings; null if unknown. */
  atRisk: number | null
  prices: BothPrices
  /** Days in stock; null if never scanned. */
  daysInStock: number | null
  /** Days with known stock. */
  daysKnown: number
}

/** Expected US dollars a week with another product instead; null if unknown. */
export function expectedEarnings({
  atRisk,
  prices: { old, by },
  daysInStock,
  daysKnown,
}: ExpectedFrom): number | null {
  if (atRisk === null || old === null || by === null || old <= 0) return null
  return ((atRisk * by) / old) * (daysInStock === null || daysKnown === 0 ? 1 : daysInStock / daysKnown)
}

/** Display text of the formula. */
export const CANDIDATE_FORMULA = `Same category, in stock, ${STARS_LEAST} ★ and up. Expected a week = at risk a week × new price ÷ old price × share of the last 90 days in stock (100 % if never scanned), highest first. If a price or the amount at risk isn’t known, the best rated comes first: its average after adding ${MIXED_IN.reviews} reviews of ${MIXED_IN.stars} stars, so a few reviews don’t decide.`

/** Most candidates. */
export const CANDIDATES_MAXIMUM = 8

/** Most posts and articles in one replacement. */
export const PLACES_MAXIMUM = 500

/** Begins a mention of the old product that leads to another marketplace, where it may be in stock: it stays. */
const OTHER_MARKETPLACE = 'Link on '
export const linkOnOther = (marketplace: string, words: string): string =>
  `${OTHER_MARKETPLACE}${marketplace}: ${words}`
export const isOnOther = (mention: string): boolean => mention.startsWith(OTHER_MARKETPLACE)

/** Longest sentence in characters, and most answers in one call. */
export const SENTENCE_MAXIMUM = 1000
export const ANSWERS_MAXIMUM = 1000
