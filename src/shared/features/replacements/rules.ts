import type { Permission } from '../../access/permissions.ts'
import type { ArticleContent } from '../articles/rules.ts'

type ArticleProductRow = ArticleContent['products'][number]

/** A product by what an article calls it. */
export interface NamedProduct {
  asin: string
  name: string
}

/** The new product takes the old one's place, or stood in the article already and moves up to it. */
export const EXCHANGE_MODES = ['replace', 'moveUp'] as const
export type ExchangeMode = (typeof EXCHANGE_MODES)[number]

/** What happens in a place: its article is saved, gets an update draft, or the live post itself is changed. */
export const PLACE_WAYS = ['save', 'update', 'live'] as const

/** Who may change live posts: those who decide what goes out. */
export const CHANGES_LIVE: readonly Permission[] = ['ValidateArticles']

/** In as many live posts one replacement goes at most: each is read beforehand. */
export const LIVE_MAXIMUM = 40

const isOf = (asin: string) => (row: { asin: string }) => row.asin.toUpperCase() === asin.toUpperCase()

/**
 * An article's products with one in place of another: at its place and under its award. One that stood there already
 * moves up with what is written of it; a new one comes without a summary, because the old one's is not about it. Null
 * where the old one is not among them.
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

/** Whether two lists of products say the same. */
export const areSameProducts = (one: readonly ArticleProductRow[], other: readonly ArticleProductRow[]) =>
  one.length === other.length &&
  one.every((row, index) => {
    const { asin, name, award, summary } = other[index] ?? row
    return row.asin === asin && row.name === name && row.award === award && row.summary === summary
  })

/** Where else an article names a product: there a person has to write it anew. */
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

/** What both products cost now, in one currency; null where that is not known. */
export interface BothPrices {
  old: number | null
  by: number | null
}

const LOW_PRICE = /\b(budget|value|cheap\w*|affordable|bargain|inexpensive|under)\b/i
const HIGH_PRICE = /\b(splurge|premium|luxury|upgrade|high-end)\b/i
/** An award of nothing but these says nothing that could be measured. */
const GENERAL_WORDS = new Set(
  'best top great good overall our the all around pick choice favourite favorite winner runner up also alternative recommended editor s editors second third place'.split(
    ' ',
  ),
)
const isGeneral = (award: string) =>
  (award.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).every((word) => GENERAL_WORDS.has(word))

/** Why an award would not, or might not, be true of another product; null where nothing speaks against it. */
export function awardDoubt(award: string, { old, by }: BothPrices): string | null {
  const words = award.trim().replace(/\s+/g, ' ')
  if (isGeneral(words)) return null
  const isLow = LOW_PRICE.test(words)
  if (!isLow && !HIGH_PRICE.test(words)) return `Not verified: “${words}”.`
  if (old === null || by === null) return `We don’t know its price, so “${words}” may not be true.`
  if (isLow && by > old) return `It costs more, so “${words}” wouldn’t be true.`
  return !isLow && by < old ? `It costs less, so “${words}” wouldn’t be true.` : null
}

/** What a rating is mixed with, so that a few stars of a few people are not the best: so many of so many stars. */
const MIXED_IN = { stars: 4, reviews: 50 } as const

/** By what candidates are put in order: the stars, mixed with 50 reviews of 4. Unrated ones come last. */
export const candidateScore = (rating: { stars: number; count: number } | null): number =>
  rating === null
    ? 0
    : (rating.stars * rating.count + MIXED_IN.stars * MIXED_IN.reviews) / (rating.count + MIXED_IN.reviews)

/** With fewer stars nothing is offered; whoever wants it all the same searches for it. */
export const STARS_LEAST = 4.5

/** What a product would stand for, in one currency and over the days that are shown. */
export interface ExpectedFrom {
  /** US dollars a week that the old one loses, of all posts in which that is known; null where it is not. */
  atRisk: number | null
  prices: BothPrices
  /** Of so many days it was in stock; null where it was never scanned. */
  daysInStock: number | null
  /** Of so many days it is known whether it was. */
  daysKnown: number
}

/** US dollars a week that are expected of a product in place of another; null where that cannot be said. */
export function expectedEarnings({
  atRisk,
  prices: { old, by },
  daysInStock,
  daysKnown,
}: ExpectedFrom): number | null {
  if (atRisk === null || old === null || by === null || old <= 0) return null
  return ((atRisk * by) / old) * (daysInStock === null || daysKnown === 0 ? 1 : daysInStock / daysKnown)
}

/** The same, for whoever asks. */
export const CANDIDATE_FORMULA = `Same category, in stock, ${STARS_LEAST} ★ and up. Expected a week = at risk a week × new price ÷ old price × share of the last 90 days in stock (100 % if never scanned), highest first. If a price or the amount at risk isn’t known, the best rated comes first: its average after adding ${MIXED_IN.reviews} reviews of ${MIXED_IN.stars} stars, so a few reviews don’t decide.`

/** Of as many products of a shelf the best are chosen. */
export const CANDIDATES_MAXIMUM = 8

/** As many posts and articles one replacement is about at most. */
export const PLACES_MAXIMUM = 500

/** As long as a sentence may be, and as many of them may be answered at once. */
export const SENTENCE_MAXIMUM = 1000
export const ANSWERS_MAXIMUM = 1000
