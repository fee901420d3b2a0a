import { GOODS_NUMBER, productOfAddress } from '#shared/format/amazon-address.ts'
import { withoutInvisible } from '#shared/format/invisible.ts'

/** A product in a plugin's markup with its name, which may be empty. */
export interface MarkedProduct {
  asin: string
  name: string
}

/** Shortcode attributes with products; for any other shortcode, attributes whose names indicate products. */
const NAMING: Readonly<Record<string, readonly string[]>> = {
  // AAWP
  amazon: ['box', 'link', 'fields', 'compare', 'asin', 'asins'],
  aawp: ['box', 'link', 'fields', 'compare', 'asin', 'asins'],
  // EasyAzon, in its two generations
  easyazon_link: ['identifier', 'asin'],
  easyazon_image: ['identifier', 'asin'],
  easyazon_cta: ['identifier', 'asin'],
  easyazon_infoblock: ['identifier', 'asin'],
  easyazon_popup: ['identifier', 'asin'],
  // Lasso
  lasso: ['amazon_id', 'asin', 'asins'],
}
/** AmaLinks Pro, Amazon Associates Link Builder, AzonPress, Auto Amazon Links and others. */
const USUAL = ['asin', 'asins']
/** Amazon Simple Affiliate writes the product between its brackets. */
const AROUND = /^asa\d?$/

const SHORTCODE = /\[([a-z][a-z0-9_-]{1,40})((?:\s[^\][\n]{0,2000})?)\]/gi
const ATTRIBUTE = /(?<![a-z0-9_-])([a-z][a-z0-9_-]*)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'\]]+))/gi
const LONGEST_NAME = 300

/** The products of a list such as `B0C9TR41XM, B0BVW52K7G`; none where anything in it is no product. */
function listed(words: string): string[] {
  const numbers = withoutInvisible(words)
    .toUpperCase()
    .split(/[\s,;|]+/)
    .filter((each) => each !== '')
  return numbers.every((each) => GOODS_NUMBER.test(each)) ? numbers : []
}

function attributesOf(words: string): Map<string, string> {
  const plain = words.replace(/&quot;|[“”″]/g, '"').replace(/[‘’]/g, "'")
  return new Map(
    [...plain.matchAll(ATTRIBUTE)].map(([, name = '', double, single, bare]) => [
      name.toLowerCase(),
      double ?? single ?? bare ?? '',
    ]),
  )
}

/** Text between a shortcode and its closing tag, if that is near. */
function insideOf(text: string, name: string, from: number): string {
  const rest = text.slice(from, from + LONGEST_NAME)
  const end = rest.toLowerCase().indexOf(`[/${name}]`)
  const words = end === -1 ? '' : rest.slice(0, end)
  return words.includes('<') || words.includes('[') ? '' : words.trim()
}

/** Whether doubled brackets end here or after the closing tag: readers see such a shortcode, and it doesn't run. */
function isShown(text: string, name: string, end: number): boolean {
  const rest = text.slice(end, end + LONGEST_NAME).toLowerCase()
  return rest.startsWith(']') || rest.includes(`[/${name}]]`)
}

/** The products of a post's shortcodes, in order. */
export function readShortcodes(text: string): MarkedProduct[] {
  const found: MarkedProduct[] = []
  for (const match of text.matchAll(SHORTCODE)) {
    const [whole, word = '', words = ''] = match
    const name = word.toLowerCase()
    const end = match.index + whole.length
    if (text[match.index - 1] === '[' && isShown(text, name, end)) continue
    const inside = insideOf(text, name, end)
    if (AROUND.test(name)) found.push(...listed(inside).map((asin) => ({ asin, name: '' })))
    const attributes = attributesOf(words)
    const naming = Object.hasOwn(NAMING, name) ? (NAMING[name] ?? USUAL) : USUAL
    const asins = naming.flatMap((attribute) => listed(attributes.get(attribute) ?? ''))
    const called = attributes.get('title') ?? attributes.get('text') ?? inside
    found.push(...asins.map((asin) => ({ asin, name: asins.length === 1 ? called : '' })))
  }
  return found
}

const BLOCK_KEY = /asins?$|^amazon_?id$/i
const DEEPEST = 6

/** Products in a block's attributes: by key, by address, and in nested shortcodes. */
function readValue(value: unknown, key: string, depth: number): MarkedProduct[] {
  if (depth > DEEPEST) return []
  if (typeof value === 'string') {
    if (BLOCK_KEY.test(key)) return listed(value).map((asin) => ({ asin, name: '' }))
    const asin = /amazon\.|amzn/i.test(value) && !value.includes('<') ? productOfAddress(value) : null
    return asin === null ? readShortcodes(value) : [{ asin, name: '' }]
  }
  if (Array.isArray(value)) return value.flatMap((each) => readValue(each, key, depth + 1))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, each]) => readValue(each, name, depth + 1))
}

/** Products in a block's opening comment; none if it is not a block. */
export function readBlockComment(comment: string): MarkedProduct[] {
  const [, json] = /^\s*wp:[a-z][a-z0-9_/-]*\s+(\{[\s\S]*\})\s*\/?\s*$/.exec(comment) ?? []
  if (json === undefined) return []
  try {
    return readValue(JSON.parse(json), '', 0)
  } catch {
    return []
  }
}
