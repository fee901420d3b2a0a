import { attributesIn } from '../../markup/markup-attributes.ts'
import { linksIn, markupIn } from '../../markup/markup-pieces.ts'
import { lineOf, literally, plainText, sentencesOf } from '../../markup/plain-text.ts'
import { PRICE_ALONE, productOf } from './link-markup.ts'
import { withoutOwnCells } from './picks-markup.ts'
import type { PostMarkup, ProductExchange } from './port.ts'

/** Most mentions listed per post. */
const MOST = 100
const LONGEST = 300
/** Names of attributes that say something about a product. */
const SAYING =
  /title|name|text|desc|label|caption|heading|^alt$|image|img|picture|thumb|photo|price|cost|rating|star|review|score|feature|pros|cons|badge|verdict|summary/i
/** Names of attributes that hold links, styles and switches. */
const SETTING = /^(?:href|class|id|style|rel|target|classname|anchor|link|url|tag|template)$/i
/** Text made up only of these words says nothing about a product. */
const GENERAL =
  /^(?:(?:buy|shop|see|check|view|get|read|learn|find|more|it|on|at|from|the|this|our|amazon|price|latest|current|today|now|order|here|click|out|review|details?|deals?|true|false|yes|no)\b[^\p{L}\p{N}]*)+$/iu
/** Names of attributes in which a bare number says something about a product. */
const FIGURE = /price|cost|rating|star|review|score/i
const NUMBER = /^[\d.,]+$/
const SHORTCODE_WITH_WORDS = /(\[([a-z][a-z0-9_-]{1,40})\s[^\][\n]{0,2000}\])([^[\]]{1,300})\[\/\2\]/gi

/** A word of letters and digits is a model, unless it is a measure. */
const MODEL = /^(?=.*\d)(?=.*\p{L})[\p{L}\p{N}][\p{L}\p{N}./-]+$/u
const MEASURE =
  /^[\d.,/x-]+(?:l|liters?|litres?|v|volts?|w|watts?|oz|in|inch(?:es)?|cm|mm|ml|kg|g|lbs?|ft|pcs?|pack|qts?|quarts?|gb|tb|mb|hz|mah|k|cups?|speed|piece|st|nd|rd|th)$/i
const GENERAL_BRAND = /^(?:the|a|an|new|best|original|premium|\d.*)$/i

const wordsOf = (name: string) => name.split(/[\s,;:()[\]|“”"]+/).filter((word) => word.length > 1)

/** Words that identify a product: brand and model, unless the new product has them too. */
export function tellingWords(names: readonly string[], newName: string): string[] {
  const shared = new Set(wordsOf(newName.toLowerCase()))
  const found = names.flatMap((name) => {
    const words = wordsOf(name)
    const [brand = ''] = words
    const isBrand = /^\p{Lu}/u.test(brand) && !GENERAL_BRAND.test(brand) && words.length > 1
    return [...(isBrand ? [brand] : []), ...words.filter((word) => MODEL.test(word) && !MEASURE.test(word))]
  })
  return [...new Set(found.map((word) => word.toLowerCase()))].filter((word) => !shared.has(word))
}

/** Returns a function that tests whether a text names the old product, completely or by brand or model. */
function namingOf(names: readonly string[], newName: string): (text: string) => boolean {
  const whole = names.filter((name) => !newName.toLowerCase().includes(name.toLowerCase()))
  const said = [...whole.map((name) => name.toLowerCase()), ...tellingWords(names, newName)]
  if (said.length === 0) return () => false
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${said.map(literally).join('|')})(?![\\p{L}\\p{N}])`,
    'iu',
  )
  return (text) => pattern.test(text)
}

interface Exchanged {
  after: PostMarkup
  /** What else of the post readers see: its title and its excerpt. */
  beside: readonly string[]
  names: readonly string[]
}

/**
 * Everything in a post that would still be about the old product after the replacement, as display text:
 * sentences and link texts that name it, and attributes with its ASIN.
 */
export function leftoversOf({ by }: ProductExchange, { after, beside, names }: Exchanged): string[] {
  const isNaming = namingOf(names, by.name)
  const isOfNew = (words: string) => {
    const rest = words.replace(by.name, '').trim()
    return (
      rest === '' ||
      words.toUpperCase() === by.asin ||
      words === by.price?.display ||
      PRICE_ALONE.test(words) ||
      GENERAL.test(rest)
    )
  }
  const content = withoutOwnCells(after.content)
  const links = linksIn(content)
    .filter(({ tag }) => productOf(tag) === by.asin)
    .map(({ words }) => lineOf(words))
  const within = [...content.matchAll(SHORTCODE_WITH_WORDS)]
    .filter(([, opening = '']) => opening.toUpperCase().includes(by.asin))
    .map(([, , , words = '']) => lineOf(words))
  const attributes = markupIn(content)
    .filter((piece) => piece.toUpperCase().includes(by.asin))
    .flatMap(attributesIn)
    .filter(({ key, value }) => SAYING.test(key) && !SETTING.test(key) && !isOfNew(value))
    .filter(({ key, value }) => !NUMBER.test(value) || FIGURE.test(key))
  const sentences = [...beside, plainText(content)].flatMap(sentencesOf).filter(isNaming)
  const told = attributesOfJson(after.structured).filter(isNaming)
  return [
    ...new Set([
      ...[...links, ...within].filter((words) => !isOfNew(words)).map((words) => `Link text: ${words}`),
      ...attributes.map(({ key, value }) => `${key}: ${value}`),
      ...sentences,
      ...told.map((words) => `For search engines: ${words}`),
    ]),
  ]
    .map((words) => words.slice(0, LONGEST).toWellFormed())
    .slice(0, MOST)
}

/** Texts in structured data. */
const attributesOfJson = (json: string | null): string[] =>
  json === null
    ? []
    : [...json.matchAll(/:\s*("(?:[^"\\]|\\.){0,4000}")/g)].map(([, text = '']) => lineOf(unquoted(text)))

function unquoted(text: string): string {
  try {
    return String(JSON.parse(text))
  } catch {
    return text
  }
}
