import { DAY_MS, HOUR_MS } from '#shared/format/duration.ts'
import { withoutInvisible } from '../../format/invisible.ts'

/** What was read may be shown as today's for this long. */
export const READING_FRESH_MS = HOUR_MS
/** The marketplace's licence: no price is shown that is older. */
export const PRICE_SHOWN_MS = DAY_MS

/** Ten letters and digits, as every ASIN. */
export const ASIN_PATTERN = /^[A-Z0-9]{10}$/

/** An ASIN as it is stored, however it was typed. */
export const tidyAsin = (asin: string) => withoutInvisible(asin).trim().toUpperCase()

/** A product as the shop names it. */
export interface ShopProduct {
  title: string
  brand?: string | undefined
  /** From the broadest to the narrowest. */
  categories?: readonly string[] | undefined
}

/**
 * What a name and the shop's product have to do with each other: `same`, or nothing speaks against it; `doubtful`, and
 * somebody should look; `other`, plainly another product.
 */
export type Likeness = 'same' | 'doubtful' | 'other'

const wordsOf = (list: string) => new Set(list.split(' '))
/** Words that say nothing of a product. */
const FILLERS = wordsOf(
  'a an the and or with without for of in on by to from our your its this that new set pack pcs pair edition version series',
)
/** Words that any kind of product may have: they neither make two names one nor tell them apart. */
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

/** Small letters without marks; a number and its unit are one word. */
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

/** Apart by one letter, as a slip of the finger leaves it. */
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

/** One word in two forms: robot and robotic, blanket and blankets, a slip of the finger. Numbers and models have one form. */
function isSameWord(left: string, right: string): boolean {
  if (left === right) return true
  if (/\d/.test(left + right)) return false
  const [short, long] = left.length <= right.length ? [left, right] : [right, left]
  if (short.length >= SHORTEST_STEM && long.startsWith(short) && long.length - short.length <= LONGEST_ENDING)
    return true
  return short.length >= SHORTEST_MISSPELT && isOneLetterApart(short, long)
}

/** The words, and each two neighbours as one: airfryer is air fryer, V 2 is V2. */
function withJoined(words: readonly string[]): string[] {
  return [...words, ...words.slice(1).map((word, index) => (words[index] ?? '') + word)]
}

/** Which of the words stand among the others too, alone or joined with a neighbour. */
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

/** Letters and digits in one, and no measure; a letter or two before them belong to it: WH-1000XM5, AF 900. */
function modelsIn(words: readonly string[]): string[] {
  const pairs = words.flatMap((word, index) => {
    const next = words[index + 1] ?? ''
    return /^[a-z]{1,2}$/.test(word) && !FILLERS.has(word) && /^\d/.test(next) ? [word + next] : []
  })
  return [...words, ...pairs].filter((word) => /\d/.test(word) && /\p{L}/u.test(word) && !MEASURE.test(word))
}

/** The words that tell what a product is. */
const tellingWords = (words: readonly string[]) =>
  words.filter(
    (word) => !FILLERS.has(word) && !COMMON_WORDS.has(word) && !MEASURE.test(word) && !/^[a-z]$/.test(word),
  )

/** Of a name with fewer telling words than this that the shop does not know, nobody can say that it means another product. */
const FEWEST_WORDS = 2
/** The same where the brand agrees: a maker's own name for a product tells little. */
const FEWEST_WORDS_OF_BRAND = 3
/** So many of a name's telling words may be the shop's by accident. */
const ACCIDENT = 0.25

/** Brand and kind are right, the model is another one. */
function isOtherModel(words: readonly string[], title: readonly string[]): boolean {
  const models = modelsIn(words)
  const theirs = modelsIn(title)
  return models.length > 0 && theirs.length > 0 && !models.some((model) => theirs.includes(model))
}

/** The words that name the brand; null where not all of it is named. */
function wordsOfBrand(brand: readonly string[], words: readonly string[]): ReadonlySet<string> | null {
  const isNamed = brand.length > 0 && sharedWords(brand, words).size === brand.length
  return isNamed ? sharedWords(words, brand) : null
}

const isLatin = (text: string) => /\p{Script=Latin}/u.test(text)

/**
 * Whether a name may stand for what the shop sells: compared are words in any form, the brand, and models. Short names
 * and long ones, other orders, synonyms beside a word that agrees: all of these are the same product.
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
  // Words of two scripts cannot be held against each other.
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

/** A name by its words alone: a comma or a capital makes no other name. */
export const nameIdentity = (name: string) => namedWords(name).join(' ')
