import { DAY_MS } from '#shared/format/duration.ts'
import type { GAP_KINDS, ScannedArticle, ScannedProduct } from './contract.ts'

export const INVALID_URL = 'Invalid URL'
export const ARTICLE_UNAVAILABLE = 'Article Unavailable'
export const STORY_NOT_LOADED = 'Couldn’t load the article.'
export const NO_OWN_ARTICLE = 'No articles from our sites'

/** Rarer words say nothing about an article. */
export const SHOWN_FROM = 6
const SHORTEST_WORD = 2
const GAP_TEXT = 300

/** Normal form of a word: NFC, lower case. */
export const foldWord = (word: string): string => word.trim().normalize('NFC').toLowerCase()

/** Normal form of a word list: folded, unique, sorted. */
export function tidyWords(words: readonly string[]): string[] {
  return [...new Set(words.map(foldWord))].filter((word) => word !== '').sort()
}

/** Folded words of a text: runs of at least two letters of any script. */
export function wordsOf(text: string): string[] {
  const runs =
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/\p{L}[\p{L}\p{M}]*/gu) ?? []
  return runs.filter((word) => [...word].length >= SHORTEST_WORD)
}

/**
 * Whether this is a single word as comparisons count them; anything else on the exclusion list would never
 * match.
 */
export function isOneWord(text: string): boolean {
  const words = wordsOf(text)
  return words.length === 1 && words[0] === foldWord(text)
}

/**
 * Every text of an article once: bold words are already in paragraphs, and the title is usually in a heading.
 */
function textsOf({ title, heroText, content }: ScannedArticle): string[] {
  const parts = content.filter(({ type }) => type !== 'b').map(({ value }) => value)
  const said = new Set(parts.map(foldWord))
  const hero = parts.length === 0 ? [heroText] : []
  return said.has(foldWord(title)) ? parts : [title, ...hero, ...parts]
}

export function frequenciesOf(article: ScannedArticle): Map<string, number> {
  const counts = new Map<string, number>()
  for (const text of textsOf(article))
    for (const word of wordsOf(text)) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

export interface WordRow {
  word: string
  theirs: number
  ours: number
}

/** Words that either article uses often, most frequent first, without the exclusion list. */
export function compareWords(
  theirs: ReadonlyMap<string, number>,
  ours: ReadonlyMap<string, number>,
  excluded: readonly string[],
): WordRow[] {
  const leftOut = new Set(excluded.map(foldWord))
  return [...new Set([...theirs.keys(), ...ours.keys()])]
    .map((word) => ({ word, theirs: theirs.get(word) ?? 0, ours: ours.get(word) ?? 0 }))
    .filter(({ word }) => !leftOut.has(word))
    .filter((row) => Math.max(row.theirs, row.ours) >= SHOWN_FROM)
    .sort(
      (one, other) =>
        Math.max(other.theirs, other.ours) - Math.max(one.theirs, one.ours) ||
        (one.word < other.word ? -1 : 1),
    )
}

/** Mean of price and price limit if both exist; otherwise the one that does. */
export function averagePrice({ price, priceLimit }: Pick<ScannedProduct, 'price' | 'priceLimit'>) {
  if (price === null || priceLimit === null) return price ?? priceLimit
  // In cents, so that 0.1 + 0.2 is 0.3.
  return Math.round((price + priceLimit) * 50) / 100
}

/** Average price of the products with a price; null if there is none. */
export function averagePriceOf(products: readonly ScannedProduct[]): number | null {
  const prices = products.map(averagePrice).filter((price) => price !== null)
  if (prices.length === 0) return null
  return Math.round((100 * prices.reduce((sum, price) => sum + price, 0)) / prices.length) / 100
}

/** Whether a line is in both articles, or in which one. */
export type Side = 'both' | 'theirs' | 'ours'

/** The same for a word, plus whether one article uses it more than twice as often. */
export type WordSide = Side | 'more theirs' | 'more ours'

export function wordSideOf({ theirs, ours }: Pick<WordRow, 'theirs' | 'ours'>): WordSide {
  if (ours === 0) return 'theirs'
  if (theirs === 0) return 'ours'
  if (theirs > ours * 2) return 'more theirs'
  return ours > theirs * 2 ? 'more ours' : 'both'
}

export interface Line {
  text: string
  side: Side
}

export interface Lines {
  theirs: Line[]
  ours: Line[]
}

const identityOf = (text: string) => wordsOf(text).join(' ') || foldWord(text)

/** Lines of both articles, each once, with the side. Ignores case and punctuation. */
export function compareLines(theirs: readonly string[], ours: readonly string[]): Lines {
  const known = (lines: readonly string[]) => new Map(lines.map((text) => [identityOf(text), text]))
  const [left, right] = [known(theirs), known(ours)]
  const lines = (own: Map<string, string>, other: Map<string, string>, side: Side) =>
    [...own].map(([identity, text]) => ({ text, side: other.has(identity) ? ('both' as const) : side }))
  return { theirs: lines(left, right, 'theirs'), ours: lines(right, left, 'ours') }
}

export interface ProductRow {
  asin: string
  theirs: ScannedProduct | null
  ours: ScannedProduct | null
}

/** Products of both by ASIN: theirs in their order, then those only in ours. */
export function compareProducts(
  theirs: readonly ScannedProduct[],
  ours: readonly ScannedProduct[],
): ProductRow[] {
  const [left, right] = [theirs, ours].map(
    (products) => new Map(products.map((product) => [product.asin, product])),
  )
  const asins = new Set([...(left?.keys() ?? []), ...(right?.keys() ?? [])])
  return [...asins].map((asin) => ({
    asin,
    theirs: left?.get(asin) ?? null,
    ours: right?.get(asin) ?? null,
  }))
}

export interface KeywordMatch {
  keyword_id: number
  keyword: string
  is_tracked: boolean
  side: Side
}

function compareKeywords(
  theirs: ScannedArticle['keywords'],
  ours: ScannedArticle['keywords'],
): KeywordMatch[] {
  const [left, right] = [theirs, ours].map((list) => new Set(list.map(({ keyword_id: id }) => id)))
  const all = new Map([...theirs, ...ours].map((each) => [each.keyword_id, each]))
  return [...all.values()].map((each) => {
    const isTheirs = left?.has(each.keyword_id)
    return {
      ...each,
      side: isTheirs && right?.has(each.keyword_id) ? 'both' : isTheirs ? 'theirs' : 'ours',
    }
  })
}

export interface Pair<Value> {
  theirs: Value
  ours: Value
}

export interface Comparison {
  updated: Pair<string | null>
  hero: Pair<string>
  products: ProductRow[]
  averagePrice: Pair<number | null>
  keywords: KeywordMatch[]
  wordCount: Pair<number>
  words: WordRow[]
  paragraphs: Lines
  figures: Lines
  titles: Lines
  bold: Lines
}

const sum = (counts: ReadonlyMap<string, number>) =>
  [...counts.values()].reduce((all, count) => all + count, 0)

const linesOf = ({ content }: ScannedArticle, types: readonly string[]) =>
  content.filter(({ type }) => types.includes(type)).map(({ value }) => value)

/** Everything that differs between two articles. */
export function compareArticles(
  theirs: ScannedArticle,
  ours: ScannedArticle,
  excluded: readonly string[],
): Comparison {
  const counts = { theirs: frequenciesOf(theirs), ours: frequenciesOf(ours) }
  const lines = (...types: string[]) => compareLines(linesOf(theirs, types), linesOf(ours, types))
  return {
    updated: { theirs: theirs.updatedAt, ours: ours.updatedAt },
    hero: { theirs: theirs.heroText, ours: ours.heroText },
    products: compareProducts(theirs.products, ours.products),
    averagePrice: { theirs: averagePriceOf(theirs.products), ours: averagePriceOf(ours.products) },
    keywords: compareKeywords(theirs.keywords, ours.keywords),
    wordCount: { theirs: sum(counts.theirs), ours: sum(counts.ours) },
    words: compareWords(counts.theirs, counts.ours, excluded),
    paragraphs: lines('p'),
    figures: lines('figure'),
    titles: lines('h1', 'h2', 'h3'),
    bold: lines('b'),
  }
}

export type GapKind = (typeof GAP_KINDS)[number]

/** Something that the winner's article has and ours lacks. */
export interface Gap {
  kind: GapKind
  text: string
}

export const gapOf = (kind: GapKind, text: string): Gap => ({ kind, text: text.slice(0, GAP_TEXT).trim() })

/** Identity of a gap. */
export const gapKey = ({ kind, text }: Gap): string => `${kind} ${text}`

/** They use the word often, and ours less than half as often. */
export const isWordGap = ({ theirs, ours }: WordRow): boolean => theirs >= SHOWN_FROM && ours * 2 < theirs

export const wordGap = ({ word, theirs, ours }: WordRow): Gap =>
  gapOf('word', `“${word}”: ${theirs} times, ours ${ours}`)

export const productGap = ({ asin, name }: Pick<ScannedProduct, 'asin' | 'name'>): Gap =>
  gapOf('product', `${asin} ${name}`)

/** One gap for all paragraphs if theirs has more; otherwise null. */
export function paragraphsGap({ paragraphs }: Pick<Comparison, 'paragraphs'>): Gap | null {
  const [theirs, ours] = [paragraphs.theirs.length, paragraphs.ours.length]
  return theirs > ours ? gapOf('paragraphs', `${theirs} paragraphs, ours has ${ours}`) : null
}

const missing = (kind: GapKind, { theirs }: Lines) =>
  theirs.filter(({ side }) => side === 'theirs').map(({ text }) => gapOf(kind, text))

/**
 * Everything that ours lacks, ordered by category. A product is a single gap, even if its name also occurs as
 * a heading, caption, bold text or word. Their title is not a gap.
 */
export function gapsOf(comparison: Comparison, title: string): Gap[] {
  const { products, words, figures, titles, bold } = comparison
  const lacked = products.flatMap(({ theirs, ours }) => (theirs && !ours ? [theirs] : []))
  const names = lacked.map(({ name }) => wordsOf(name)).filter(({ length }) => length > 0)
  const namesOne = (text: string) => {
    const line = ` ${wordsOf(text).join(' ')} `
    return names.some((name) => line.includes(` ${name.join(' ')} `))
  }
  const parts = new Set(names.flat())
  const paragraphs = paragraphsGap(comparison)
  return [
    ...lacked.map(productGap),
    ...words.filter((row) => isWordGap(row) && !parts.has(row.word)).map(wordGap),
    ...(paragraphs ? [paragraphs] : []),
    ...[...missing('figure', figures), ...missing('heading', titles), ...missing('bold', bold)].filter(
      ({ kind, text }) => !namesOne(text) && !(kind === 'heading' && text === title),
    ),
  ]
}

/** ASINs of products begin with B0; those of books are ISBNs. */
const PRODUCT_GAP = /^(B0[A-Z0-9]{8}|\d{9}[\dX])(?:\s+(\S.*))?$/

/** The product of a gap; null if it names no ASIN. */
export function productOfGap({ kind, text }: Gap): { asin: string; name: string } | null {
  const [, asin, name = ''] = kind === 'product' ? (PRODUCT_GAP.exec(text) ?? []) : []
  return asin === undefined ? null : { asin, name: name.trim() }
}

/** The parts of a story that may explain why it held a keyword. */
export interface CausingStory {
  publishedDate: string | null
  items: readonly { asin: string; name: string }[]
}

export type Cause =
  | { kind: 'out'; name: string; since: string | null }
  | { kind: 'missing'; name: string }
  | { kind: 'older'; days: number }
  | { kind: 'fewer'; ours: number; theirs: number }
  | { kind: 'lower'; name: string; place: number }

/** The place of a product in a story, from 1; 0 if the story lacks it. */
export const rankIn = (items: CausingStory['items'], wanted: string): number =>
  items.findIndex(({ asin }) => asin === wanted) + 1

/** The products of their story that ours lacks, in their order. */
export const lackedIn = <Item extends CausingStory['items'][number]>(
  theirs: readonly Item[],
  ours: CausingStory['items'],
): Item[] => theirs.filter(({ asin }) => rankIn(ours, asin) === 0)

const CAUSES = 2
/** Days from which a story counts as much older. */
const OLD_DAYS = 90
/** Below this share of their products, ours offers less choice. */
const FEW = 0.75
/** Days by which theirs is newer, if both dates can be parsed; otherwise 0. */
function daysOlder(theirs: CausingStory, ours: CausingStory): number {
  const [their, own] = [theirs, ours].map(({ publishedDate }) => Date.parse(`${publishedDate ?? ''} UTC`))
  return Number.isFinite(their) && Number.isFinite(own) ? Math.round(((their ?? 0) - (own ?? 0)) / DAY_MS) : 0
}

/**
 * The two likeliest reasons why they hold a keyword: our first product cannot be bought, ours lacks their
 * first one, ours is much older or shorter, or has their first product further down.
 */
export function causesOf(
  theirs: CausingStory,
  ours: CausingStory,
  firstOut: { since: string | null } | null,
): Cause[] {
  const [their] = theirs.items
  const [own] = ours.items
  const place = their ? rankIn(ours.items, their.asin) : 0
  const days = daysOlder(theirs, ours)
  const causes: (Cause | false | null | undefined)[] = [
    own && firstOut && { kind: 'out', name: own.name, since: firstOut.since },
    their && place === 0 && { kind: 'missing', name: their.name },
    days >= OLD_DAYS && { kind: 'older', days },
    ours.items.length < theirs.items.length * FEW && {
      kind: 'fewer',
      ours: ours.items.length,
      theirs: theirs.items.length,
    },
    their && place > 1 && { kind: 'lower', name: their.name, place },
  ]
  return causes
    .filter((cause): cause is Cause => typeof cause === 'object' && cause !== null)
    .slice(0, CAUSES)
}
