import { GOODS_NUMBER, productOfAddress } from '#shared/format/amazon-address.ts'
import { attributesIn } from '../../markup/markup-attributes.ts'
import {
  isMarkup,
  linksIn,
  mapLinks,
  mapPieces,
  markupIn,
  type Piece,
  piecesOf,
} from '../../markup/markup-pieces.ts'
import { escapeText, lineOf } from '../../markup/plain-text.ts'
import { LONGEST_PARSED } from './block-grammar.ts'
import { readContent } from './block-markup.ts'
import { leftoversOf } from './exchange-leftovers.ts'
import { exchangeNames } from './exchange-names.ts'
import { addressOfLink, PRICE_ALONE, productOf } from './link-markup.ts'
import { OWN_PICTURE, OWN_TABLE, pictureBlock, withoutOffers } from './offer-markup.ts'
import { withCosts } from './offer-refresh.ts'
import { setAsideOthers } from './other-marketplaces.ts'
import { withPicks } from './picks-markup.ts'
import type { PlannedExchange, PostMarkup, ProductExchange } from './port.ts'
import { readMentions } from './post-mentions.ts'
import { PRICE } from './price-text.ts'
import { asinOfAnchor } from './section-anchors.ts'
import { exchangedEntries } from './structured-post.ts'

/** The reasons why a post cannot be changed in place, as shown to users. */
export const EXCHANGE_FAULTS = {
  tooLong: 'The post is too long to change from here. Edit it on the site.',
  gone: 'The post no longer mentions the product.',
  there: 'The post already recommends the new product. Edit it on the site.',
  short: 'The post has short links that may lead to the product. Edit it on the site.',
  picture: 'The post shows the product in an image. Edit it on the site.',
  price: 'The post mentions the price, and we don’t know the new product’s. Edit it on the site.',
  prices: 'The post mentions a price next to the product. Edit it on the site.',
  rating: 'The post mentions a rating next to the product. Edit it on the site.',
  box: 'The post shows the product in another plugin’s box. Edit the box on its site.',
  marketplace:
    'The post links to the product on another marketplace, where we haven’t checked the new one. Edit it on the site.',
  unread: 'The post mentions the product in a way we don’t understand. Edit it on the site.',
} as const

/** A rating, or a number of ratings. */
const RATING =
  /[★☆⭐]|\d\s?(?:\/|out of)\s?(?:5|10)\b|\d[+k]?\s(?:(?:customer|global|verified) )?(?:ratings?|reviews?|stars?)\b/i
/** Elements that show a picture or a video, and CSS `url()`. */
const PICTURE = /<(?:img|picture|svg|image|video|iframe|object|embed)\b|\burl\(/i
const PICTURES = /^(?:img|source|image|video|iframe|object|embed)$/
/** The delimiters of captions. */
const CAPTIONS = [
  ['<figcaption', '</figcaption>'],
  ['[caption', '[/caption]'],
] as const
/** Quotations and machine-readable parts: nothing in them is exchanged. */
const QUOTED = ['blockquote', 'q', 'cite', 'script', 'style', 'template'].map(
  (name) => [`<${name}`, `</${name}>`] as const,
)
/** Marks the place of our table of products. */
const TABLE_PLACE = '<!-- aop-table -->'
/** Elements whose end ends a passage. */
const PASSAGES = /^(?:p|li|tr|td|th|div|figure|figcaption|h[1-6]|blockquote)$/
const ADDRESSES = /^(?:href|src|srcset|poster|data-(?:lazy-)?src(?:set)?)$/

/** The parts of a post that are read but not changed. */
interface ReadBeside {
  /** The content as readers see it. */
  rendered: string
  /** The title and the excerpt. */
  texts: readonly string[]
}

type FaultKind = keyof typeof EXCHANGE_FAULTS
/** The product is not in the text of the post. */
const FINAL: readonly FaultKind[] = ['gone', 'box']

class Fault extends Error {
  readonly kind: FaultKind
  constructor(kind: FaultKind) {
    super(EXCHANGE_FAULTS[kind])
    this.kind = kind
  }
}
function refuse(kind: FaultKind): never {
  throw new Fault(kind)
}

/** Our own blocks with the current price and picture. Refuses a price or a rating that an editor has put there. */
function exchangeOffers(content: string, { old, by }: ProductExchange): string {
  const { price, imageUrl = null } = by
  return withCosts(content, old.asin, { shown: { price }, check: refuseFigures }).replace(
    OWN_PICTURE,
    (block) => {
      const link = openingTags(block).find(({ name }) => name === 'a')
      const href = link && addressOfLink(link.text)
      if (!href || productOf(link.text) !== old.asin) return block
      const picture = pictureBlock({ link: href, imageUrl, price }, by.name) ?? ''
      return exchangeNumbers(picture, old.asin, by.asin)
    },
  )
}

const isNamedIn = (text: string, names: readonly string[]) => {
  const small = text.toLowerCase()
  return names.some((name) => [name, escapeText(name)].some((said) => small.includes(said.toLowerCase())))
}

/** What a tag says in its attributes, without its addresses. */
const attributesOf = (tag: string) =>
  attributesIn(tag)
    .filter(({ key }) => !ADDRESSES.test(key))
    .map(({ value }) => value)
    .join(' | ')

/** Whether the link leads within the post, as in a table of contents. */
const isOfPage = (tag: string) => addressOfLink(tag)?.startsWith('#') === true

/**
 * Exchanges the text of a link to the product if it is only a name or a price; other text stays. Refuses pictures,
 * ratings, prices within other text, and a link to anything else that contains the old name.
 */
function exchangeLinks(content: string, { old, by }: ProductExchange, names: readonly string[]): string {
  return mapLinks(content, ({ source, tag, words }) => {
    const product = productOf(tag)
    if (product !== old.asin) return isNamedIn(words, names) && !isOfPage(tag) ? refuse('unread') : source
    if (PICTURE.test(words) || PICTURE.test(tag)) refuse('picture')
    if (PRICE.test(attributesOf(tag))) refuse('prices')
    const exchanged = exchangeWords(words, by, names)
    return exchanged === words ? source : `${tag}${exchanged}</a>`
  })
}

/** The words of a link to the product, whose name or price is exchanged if they are nothing else. */
function exchangeWords(
  words: string,
  { name, price }: ProductExchange['by'],
  names: readonly string[],
): string {
  const said = lineOf(words)
  if (RATING.test(said)) return refuse('rating')
  if (names.includes(said) && !words.includes('<')) return escapeText(name)
  if (!PRICE.test(said)) return words
  if (!PRICE_ALONE.test(said)) return refuse('prices')
  if (price === null) return refuse('price')
  return words.replace(PRICE, () => escapeText(price.display))
}

interface Passage {
  text: string
  isOurs: boolean
}

/** The text between the ends of elements and the delimiters of blocks. */
function passagesOf(content: string): string[] {
  const passages: string[] = []
  let passage = ''
  for (const { kind, name, text } of piecesOf(content)) {
    const isEnd = kind === 'close' ? PASSAGES.test(name) : /^<!-- \/?wp:/.test(text)
    if (isEnd) passages.push(passage)
    passage = isEnd ? '' : passage + text
  }
  return [...passages, passage]
}

const openingTags = (html: string): Piece[] => [...piecesOf(html)].filter(({ kind }) => kind === 'open')

/** Refuses a piece with a price in its text or attributes, or a rating in its text. */
function refuseFigures(piece: string): void {
  const rest = mapLinks(piece, () => '')
  const said = lineOf(rest)
  const isPriced = openingTags(rest).some(({ text }) => text.includes('=') && PRICE.test(attributesOf(text)))
  if (PRICE.test(said) || isPriced) refuse('prices')
  if (RATING.test(said)) refuse('rating')
}

/** Whether a piece links to another product. */
const isOfOthers = (text: string, asin: string) =>
  linksIn(text).some(({ tag }) => {
    const product = productOf(tag)
    return product !== null && product !== asin
  })

/** The next piece in one direction that is ours or has text. */
function saidNear(pieces: readonly Passage[], at: number, step: 1 | -1): Passage | undefined {
  for (let place = at + step; ; place += step) {
    const piece = pieces[place]
    if (piece === undefined || piece.isOurs || lineOf(piece.text) !== '') return piece
  }
}

/**
 * Refuses a price or a rating next to the product that may be its own, and a picture in the same piece. Our own blocks
 * and, for prices and ratings, the product's links are exempt.
 */
function refuseFiguresBeside(content: string, asin: string): void {
  const pieces = passagesOf(withoutOffers(content)).map((text) => ({
    text,
    isOurs: text.toUpperCase().includes(asin),
  }))
  pieces.forEach(({ text, isOurs }, at) => {
    if (!isOurs) return
    if (PICTURE.test(text)) refuse('picture')
    refuseFigures(text)
    for (const near of [saidNear(pieces, at, -1), saidNear(pieces, at, 1)])
      if (near !== undefined && !near.isOurs && !isOfOthers(near.text, asin)) refuseFigures(near.text)
  })
}

/** Yields each part of a lower-case text between two delimiters, with the opening one. */
function* between(text: string, [from, to]: readonly [string, string]): Generator<string> {
  for (let at = text.indexOf(from); at !== -1; ) {
    const end = text.indexOf(to, at)
    if (end === -1) return
    yield text.slice(at, end)
    at = text.indexOf(from, end)
  }
}

/** How WordPress spells, in any language, letters that are not a base letter with an accent. */
const LETTERS: Readonly<Record<string, string>> = {
  ...{ ß: 's', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd' },
  ...{ ð: 'd', þ: 'th', ħ: 'h', ı: 'i', ŧ: 't', ŋ: 'n' },
}
/** The general spelling, the German and the Danish one. */
const SPELLINGS: readonly Readonly<Record<string, string>>[] = [
  {},
  { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' },
  { ø: 'oe', å: 'aa' },
]

/** The possible file names of a product. None if its name is a single word or has letters without a Latin spelling. */
function slugsOf(name: string): string[] {
  const small = name.normalize('NFC').toLowerCase()
  const slugs = SPELLINGS.map((spelling) => {
    const spelled = small.replace(/\p{L}/gu, (letter) => spelling[letter] ?? LETTERS[letter] ?? letter)
    const letters = spelled.normalize('NFD').replace(/\p{M}/gu, '')
    return /(?![a-z])\p{L}/u.test(letters) ? '' : letters.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '')
  })
  return [...new Set(slugs)].filter((slug) => slug.includes('-'))
}

/** Refuses if the name is in a picture's tag or caption, in a quotation or in a machine-readable part. */
function refuseNames(content: string, names: readonly string[]): void {
  const slugs = names.flatMap(slugsOf)
  const small = content.toLowerCase()
  const isWithin = (signs: readonly (readonly [string, string])[]) =>
    signs.some((pair) => [...between(small, pair)].some((words) => isNamedIn(words, names)))
  for (const { name, text } of openingTags(small))
    if (PICTURES.test(name) && (isNamedIn(text, names) || slugs.some((slug) => text.includes(slug))))
      refuse('picture')
  if (isWithin(CAPTIONS)) refuse('picture')
  if (isWithin(QUOTED)) refuse('unread')
}

/** Refuses an address that contains the ASIN but does not lead to the product: the new address may not exist. */
function refuseAddresses(tag: string, asin: string): void {
  for (const { key, value } of attributesIn(tag)) {
    if (!ADDRESSES.test(key) || !value.toUpperCase().includes(asin)) continue
    if (productOfAddress(value) !== asin && asinOfAnchor(value) !== asin) refuse('unread')
  }
}

const exchangeNumbers = (content: string, from: string, to: string) => {
  const number = new RegExp(`(?:(?<=%[0-9A-F]{2})|(?<![A-Z0-9]))${from}(?![A-Z0-9])`, 'gi')
  return mapPieces(content, (piece) => {
    const { text } = piece
    if (!isMarkup(piece) || !text.toUpperCase().includes(from)) return text
    refuseAddresses(text, from)
    return text.replace(number, to)
  })
}

/** The product's names in our own blocks and in the exchange. Leaves out single words, which may mean anything. */
function namesIn(markup: PostMarkup, { asin, name }: ProductExchange['old']): string[] {
  const own = markup.content.includes('aop-product') ? readContent(markup.content).products : []
  const names = [name, ...own.filter((product) => product.asin === asin).map((product) => product.name)]
  return [...new Set(names.map((each) => each.trim()))].filter((each) => each.includes(' '))
}

/** The number of times a text contains an ASIN. */
const countOf = (text: string, asin: string) => text.toUpperCase().split(asin).length - 1

/** Refuses if a plugin's box shows the product: the box's content is not in the post. */
function refuseBoxes({ content, products }: PostMarkup, rendered: string, asin: string): void {
  const mentioned = readMentions({
    raw: content,
    rendered: content,
    products: products ?? undefined,
  }).products
  const seen = readMentions({ raw: rendered, rendered }).products
  const isOf = (each: { asin: string }) => each.asin === asin
  if (!seen.some(isOf)) return
  if (!mentioned.some(isOf)) refuse('box')
  // A plugin may repeat the product any number of times for a shortcode or block that names it.
  const isPlugins = markupIn(content).some((piece) => /^(?:\[|<!--)/.test(piece) && countOf(piece, asin) > 0)
  if (!isPlugins && countOf(rendered, asin) > countOf(content, asin)) refuse('box')
}

const numbersOf = (markup: PostMarkup) =>
  readMentions({ raw: markup.content, rendered: markup.content, products: markup.products ?? undefined })

function exchangeAll(
  post: PostMarkup,
  exchange: ProductExchange,
  { rendered }: ReadBeside,
): PostMarkup & { kept: readonly string[] } {
  const { old, by } = exchange
  refuseBoxes(post, rendered, old.asin)
  // The table repeats what the products show. It follows them afterwards.
  if (post.content.includes(TABLE_PLACE)) refuse('unread')
  const tables = post.content.match(OWN_TABLE) ?? []
  const aside =
    setAsideOthers(post.content.replace(OWN_TABLE, TABLE_PLACE), exchange) ?? refuse('marketplace')
  const markup = { ...post, content: aside.content }
  const { products, shortLinks } = numbersOf(markup)
  if (!products.some(({ asin }) => asin === old.asin)) refuse(aside.told.length > 0 ? 'marketplace' : 'gone')
  if (products.some(({ asin }) => asin === by.asin)) refuse('there')
  if (shortLinks > 0) refuse('short')
  const names = namesIn(markup, old)
  const offered = exchangeOffers(markup.content, exchange)
  refuseFiguresBeside(offered, old.asin)
  refuseNames(offered, names)
  const linked = exchangeLinks(offered, exchange, names)
  const content = exchangeNumbers(exchangeNames(linked, names, by.name), old.asin, by.asin)
  const inField = (field: string | null) => field?.replaceAll(`"${old.asin}"`, `"${by.asin}"`) ?? null
  const structured = exchangedEntries(markup.structured, exchange, [old.name, ...names])
  const changed = { content, products: inField(markup.products), structured }
  const expected = products.map(({ asin }) => (asin === old.asin ? by.asin : asin))
  const isClean = [content, changed.products, changed.structured].every(
    (text) => !text?.toUpperCase().includes(old.asin),
  )
  const found = numbersOf(changed).products.map(({ asin }) => asin)
  if (!isClean || found.join() !== expected.join()) refuse('unread')
  let next = 0
  const whole = aside.restored(content).replaceAll(TABLE_PLACE, () => tables[next++] ?? '')
  const renewed = withPicks(whole, post.content)
  const after = renewed.match(OWN_TABLE) ?? []
  const isOf = (table: string, asin: string) => table.toUpperCase().includes(asin)
  if (after.some((table) => isOf(table, old.asin))) refuse('unread')
  // Every table that showed the old product shows the new one.
  if (tables.some((table, at) => isOf(table, old.asin) && !isOf(after[at] ?? by.asin, by.asin)))
    refuse('unread')
  return { ...changed, content: renewed, kept: aside.told }
}

/**
 * Replaces one product by another: the ASINs, addresses, names and prices that are ours or that we understand. Text
 * about the product stays. Returns the reason for users if the post is not fully understood and so cannot be changed.
 */
function exchangeProduct(
  markup: PostMarkup,
  exchange: ProductExchange,
  beside: ReadBeside,
): ReturnType<typeof exchangeAll> | Fault {
  const { content } = markup
  if (content.length > LONGEST_PARSED) return new Fault('tooLong')
  const isOdd = !content.isWellFormed() || content.includes('\0')
  if (isOdd || ![exchange.old, exchange.by].every(({ asin }) => GOODS_NUMBER.test(asin)))
    return new Fault('unread')
  try {
    return exchangeAll(markup, exchange, beside)
  } catch (error) {
    if (error instanceof Fault) return error
    throw error
  }
}

/** The planned exchange for a post, with the mentions of the old product that would remain. */
export function plannedExchange(
  id: number,
  before: PostMarkup,
  exchange: ProductExchange,
  beside: ReadBeside = { rendered: before.content, texts: [] },
): PlannedExchange {
  const made = exchangeProduct(before, exchange, beside)
  if (made instanceof Fault)
    return { id, fault: made.message, ...(FINAL.includes(made.kind) ? { isFinal: true } : {}) }
  const { kept, ...after } = made
  const names = namesIn(before, exchange.old)
  const leftovers = leftoversOf(exchange, { after, beside: beside.texts, names })
  return { id, before, after, leftovers: [...kept, ...leftovers] }
}
