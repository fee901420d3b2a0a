import { DAY_MS, HOUR_MS } from '#shared/format/duration.ts'
import { withoutInvisible } from '../../../format/invisible.ts'

/** A reading this young counts as current. */
export const READING_FRESH_MS = HOUR_MS
/** The marketplace's licence forbids showing older prices. */
export const PRICE_SHOWN_MS = DAY_MS

export const ASIN_PATTERN = /^[A-Z0-9]{10}$/

/** Stored form of an ASIN. */
export const tidyAsin = (asin: string) => withoutInvisible(asin).trim().toUpperCase()

/** A product with its name in the shop. */
export interface ShopProduct {
  title: string
  brand?: string | undefined
  /** From broadest to narrowest. */
  categories?: readonly string[] | undefined
}

/**
 * Likeness of a name and the shop's product. `same`: nothing contradicts it. `doubtful`: a user should check.
 * `other`: clearly another product.
 */
export type Likeness = 'same' | 'doubtful' | 'other'

const wordsOf = (list: string) => new Set(list.split(' '))
/** Stop words for product names. */
const FILLERS = wordsOf(
  'a an the and or with without for of in on by to from our your its this that new set pack pcs pair edition version series',
)
/** Words that fit any kind of product: they neither connect nor distinguish two names. */
const COMMON_WORDS = wordsOf(
  'best pro plus premium deluxe mini micro max ultra super large small medium big compact portable wide slim tall extra ' +
    'electric cordless wireless automatic auto smart digital manual adjustable foldable quiet silent heavy light duty ' +
    'professional classic original basic advanced stainless steel plastic wooden wood metal cotton home house kitchen ' +
    'indoor outdoor office travel family kids adults black white grey gray red blue green brown silver gold beige teal',
)
const UNITS = wordsOf(
  'l ml liter litre liters litres qt quart quarts oz ounce ounces lb lbs g kg cm mm m inch inches in ft w watt watts v pa mah gb tb cup cups gal gallon count ct piece pieces person',
)
const MEASURE = new RegExp(`^[\\d.]+(${[...UNITS].join('|')})?$`)

/** Lower-case words without punctuation; a number and its unit become one word. */
function namedWords(text: string): string[] {
  const words = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[’']/g, '')
    .replace(/(\d),(\d)/g, '$1$2')
    .split(/[^\p{L}\p{N}.]+/u)
    .map((word) => word.replace(/^\.+|\.+$/g, ''))
    .filter((word) => word !== '')
  return words.flatMap((word, index) => {
    if (UNITS.has(word) && /^[\d.]+$/.test(words[index - 1] ?? '')) return []
    const next = words[index + 1] ?? ''
    return /^[\d.]+$/.test(word) && UNITS.has(next) ? [word + next] : [word]
  })
}

/** Differ by one letter, like a typo. */
function isOneLetterApart(left: string, right: string): boolean {
  const [short, long] = left.length <= right.length ? [left, right] : [right, left]
  if (long.length - short.length > 1) return false
  let at = 0
  while (at < short.length && short[at] === long[at]) at += 1
  return long.length === short.length
    ? short.slice(at + 1) === long.slice(at + 1)
    : short.slice(at) === long.slice(at + 1)
}

const SHORTEST_STEM = 4
const LONGEST_ENDING = 4
const SHORTEST_MISSPELT = 6

/**
 * Whether two words are forms of one: robot and robotic, blanket and blankets, a typo. Numbers and models
 * have only one form.
 */
function isSameWord(left: string, right: string): boolean {
  if (left === right) return true
  if (/\d/.test(left + right)) return false
  const [short, long] = left.length <= right.length ? [left, right] : [right, left]
  if (short.length >= SHORTEST_STEM && long.startsWith(short) && long.length - short.length <= LONGEST_ENDING)
    return true
  return short.length >= SHORTEST_MISSPELT && isOneLetterApart(short, long)
}

/** The words, plus every two neighbours joined: airfryer is air fryer, V 2 is V2. */
function withJoined(words: readonly string[]): string[] {
  return [...words, ...words.slice(1).map((word, index) => (words[index] ?? '') + word)]
}

/** Which words also occur in the others, alone or joined with a neighbour. */
function sharedWords(words: readonly string[], others: readonly string[]): Set<string> {
  const theirs = withJoined(others)
  const has = (word: string) => theirs.some((other) => isSameWord(word, other))
  return new Set(
    words.filter((word, index) => {
      const [before, after] = [words[index - 1], words[index + 1]]
      return (
        has(word) ||
        (before !== undefined && others.includes(before + word)) ||
        (after !== undefined && others.includes(word + after))
      )
    }),
  )
}

/**
 * Words with letters and digits that are not measures, including one or two letters before them: WH-1000XM5,
 * AF 900.
 */
function modelsIn(words: readonly string[]): string[] {
  const pairs = words.flatMap((word, index) => {
    const next = words[index + 1] ?? ''
    return /^[a-z]{1,2}$/.test(word) && !FILLERS.has(word) && /^\d/.test(next) ? [word + next] : []
  })
  return [...words, ...pairs].filter((word) => /\d/.test(word) && /\p{L}/u.test(word) && !MEASURE.test(word))
}

/** Words that identify a product. */
const tellingWords = (words: readonly string[]) =>
  words.filter(
    (word) => !FILLERS.has(word) && !COMMON_WORDS.has(word) && !MEASURE.test(word) && !/^[a-z]$/.test(word),
  )

/** With fewer identifying words, an unknown name cannot be called another product. */
const FEWEST_WORDS = 2
/** The same if the brand matches: a maker's own product name says little. */
const FEWEST_WORDS_OF_BRAND = 3
/** Share of a name's identifying words that may match the shop's by accident. */
const ACCIDENT = 0.25

/** Brand and kind match, but not the model. */
function isOtherModel(words: readonly string[], title: readonly string[]): boolean {
  const models = modelsIn(words)
  const theirs = modelsIn(title)
  return models.length > 0 && theirs.length > 0 && !models.some((model) => theirs.includes(model))
}

/** The words that name the brand; null if it is not named completely. */
function wordsOfBrand(brand: readonly string[], words: readonly string[]): ReadonlySet<string> | null {
  const isNamed = brand.length > 0 && sharedWords(brand, words).size === brand.length
  return isNamed ? sharedWords(words, brand) : null
}

const isLatin = (text: string) => /\p{Script=Latin}/u.test(text)

/**
 * Whether a name may mean the shop's product. Compares words in any form, the brand, and models. Short and
 * long names, other word orders, and synonyms next to a matching word all count as the same product.
 */
export function likenessOf(name: string, { title, brand = '', categories = [] }: ShopProduct): Likeness {
  const words = namedWords(name)
  const titleWords = namedWords(title)
  const brandWords = namedWords(brand)
  const shop = [...titleWords, ...brandWords, ...categories.slice(-2).flatMap(namedWords)]
  const ofBrand = wordsOfBrand(brandWords, words)
  const isOfBrand = ofBrand !== null
  const telling = tellingWords(words).filter((word) => !ofBrand?.has(word))
  if (telling.length === 0) return 'same'
  const shared = sharedWords(telling, shop)
  // Words of two scripts cannot be compared.
  const isComparable = isLatin(name) === isLatin(title)
  const fewest = isOfBrand ? FEWEST_WORDS_OF_BRAND : FEWEST_WORDS
  if (shared.size === 0) return isComparable && telling.length >= fewest ? 'other' : 'doubtful'
  if (!isOfBrand) {
    const share = shared.size / telling.length
    if (share <= ACCIDENT && isComparable) return 'other'
    const isOfOther = brand !== '' && share <= 0.5 && !shared.has(telling[0] ?? '')
    if (isOfOther) return 'doubtful'
  }
  return isOtherModel(words, titleWords) ? 'doubtful' : 'same'
}

/** Normal form of a name: commas and capitals make no difference. */
export const nameIdentity = (name: string) => namedWords(name).join(' ')
