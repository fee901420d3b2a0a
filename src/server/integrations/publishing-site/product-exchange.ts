import { GOODS_NUMBER, productOfAddress } from './amazon-address.ts'
import { readContent } from './block-markup.ts'
import { offerBlock } from './offer-markup.ts'
import { escapeText, plainText } from './plain-text.ts'
import type { PlannedExchange, PostMarkup, ProductExchange } from './port.ts'
import { readMentions } from './post-mentions.ts'

/** Why a post cannot be changed in place, for people. */
export const EXCHANGE_FAULTS = {
  tooLong: 'It is too long to be changed from here: change it on its site.',
  gone: 'The post does not name the product any more.',
  there: 'It recommends the new product already: change it on its site.',
  short: 'It has short links that may lead to the product: change it on its site.',
  picture: 'It shows the product in a picture: change it on its site.',
  price: 'It says what the product costs, and of the new one that is not known: change it on its site.',
  prices: 'It says beside the product what something costs: change it on its site.',
  unread: 'It names the product in a way that is not understood: change it on its site.',
} as const

/** A longer post would hold up everybody else while it is read. */
const MOST_CHARACTERS = 300_000
const LINK = /(<a\b[^<>]{0,4000}>)([\s\S]{0,2000}?)<\/a>/gi
const HREF = /\shref\s*=\s*(?:"([^"]*)"|'([^']*)')/i
/** Tags, comments, which blocks begin with, and shortcodes: only there a product is named by its number. */
const MARKUP = /<!--[\s\S]{0,4000}?-->|<[a-z][^<>]{0,4000}>|\[[a-z][^\][\n]{0,2000}\]/gi
const OWN_OFFER = /<!-- wp:paragraph \{[^<>]{0,200}"aop-offer"\} -->[\s\S]{0,5000}?<!-- \/wp:paragraph -->/g
const PRICE = /(?:US|CA|AU)?[$£€]\s?\d(?:[\d.,]*\d)?|\d[\d.,]*\d\s?€/
/** What a link says whose only sum is what the product costs: a saving, a bound or a sum of before is none of ours. */
const PRICE_ALONE = new RegExp(
  `^(?:(?:buy|shop|get|see|check|view|order)(?: it)?(?: now)? ?(?:for|at|from)? ?|price:? )?(?:${PRICE.source})(?: (?:on|at|from) amazon)?$`,
  'i',
)
/** Where one thing that is said ends: an element, or a block. */
const SAID = /<\/(?:p|li|tr|td|th|div|figure|figcaption|h[1-6]|blockquote)>|<!-- \/?wp:[\s\S]{0,4000}?-->/i
const ADDRESS =
  /\s(?:href|src|srcset|poster|data-(?:lazy-)?src|data-(?:lazy-)?srcset)\s*=\s*(?:"([^"]*)"|'([^']*)')/gi

class Fault extends Error {}
function refuse(kind: keyof typeof EXCHANGE_FAULTS): never {
  throw new Fault(EXCHANGE_FAULTS[kind])
}

const wordsOf = (markup: string) => plainText(markup).replace(/\s+/g, ' ').trim()

const productOf = (tag: string) => {
  const href = HREF.exec(tag)
  return href === null ? null : productOfAddress(plainText(href[1] ?? href[2] ?? ''))
}

/** Signs that a text may have, each as itself wherever it stands in a pattern. */
const literally = (text: string) => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')

/** What our own block says of where the product is bought, with the price of today. */
function exchangeOffers(content: string, { old, by }: ProductExchange): string {
  return content.replace(OWN_OFFER, (block) => {
    const [tag] = /<a\b[^<>]{0,4000}>/i.exec(block) ?? []
    const href = tag === undefined ? undefined : HREF.exec(tag)?.[1]
    if (tag === undefined || href === undefined || productOf(tag) !== old.asin) return block
    return offerBlock({ link: plainText(href), imageUrl: null, price: by.price })
  })
}

/**
 * The words of the links to the product: a name is the new one's, a price alone too, and a picture is nobody's to
 * exchange. A name that stands in a link to something else is somebody else's.
 */
function exchangeLinks(content: string, { old, by }: ProductExchange, names: readonly string[]): string {
  return content.replace(LINK, (link: string, tag: string, words: string) => {
    const said = wordsOf(words)
    const isName = names.includes(said)
    const product = productOf(tag)
    if (product !== old.asin) return isName && product !== null ? refuse('unread') : link
    if (/<img\b/i.test(words)) refuse('picture')
    if (isName && !words.includes('<')) return `${tag}${escapeText(by.name)}</a>`
    if (!PRICE.test(said)) return link
    if (!PRICE_ALONE.test(said)) return refuse('prices')
    const { price } = by
    if (price === null) return refuse('price')
    return `${tag}${words.replace(PRICE, () => escapeText(price.display))}</a>`
  })
}

/** Refuses where a sum stands beside the product that may be its price, but for our own blocks and its links. */
function refusePricesBeside(content: string, asin: string): void {
  const pieces = content.replace(OWN_OFFER, '').split(SAID)
  const read = pieces.map((piece) => {
    const products = [...piece.matchAll(LINK)].map(([, tag = '']) => productOf(tag))
    const isOurs = products.includes(asin) || piece.toUpperCase().includes(asin)
    return {
      isOurs,
      isOthers: products.some((product) => product !== null && product !== asin),
      isSum: PRICE.test(wordsOf(piece.replace(LINK, ''))),
      isSaid: wordsOf(piece) !== '',
    }
  })
  const said = read.filter(({ isOurs, isSaid }) => isOurs || isSaid)
  said.forEach(({ isSum, isOurs, isOthers }, at) => {
    if (!isSum) return
    const isBeside = !isOthers && [at - 1, at + 1].some((place) => said[place]?.isOurs)
    if (isOurs || isBeside) refuse('prices')
  })
}

/** As the attributes of a block are written within its comment. */
const inComment = (text: string) =>
  JSON.stringify(text)
    .replaceAll('--', '\\u002d\\u002d')
    .replaceAll('<', '\\u003c')
    .replaceAll('>', '\\u003e')
    .replaceAll('&', '\\u0026')

/** The name, wherever an element, an attribute or a block's attribute says nothing else; sentences are a person's. */
function exchangeNames(content: string, names: readonly string[], name: string): string {
  let text = content
  for (const known of names) {
    for (const said of new Set([known, escapeText(known)])) {
      const words = literally(said)
      text = text
        .replace(new RegExp(`>(\\s*)${words}(\\s*)<`, 'g'), (_all, before: string, after: string) =>
          [`>${before}`, escapeText(name), `${after}<`].join(''),
        )
        .replace(new RegExp(`(\\s(?:alt|title|text)=)"${words}"`, 'g'), (_all, attribute: string) =>
          [attribute, `"${escapeText(name)}"`].join(''),
        )
    }
    text = text.replaceAll(`:${inComment(known)}`, () => `:${inComment(name)}`)
  }
  return text
}

/** Where an address has the number without leading to the product, nobody knows whether the new one would be there. */
function refuseAddresses(tag: string, asin: string): void {
  for (const [, double, single] of tag.matchAll(ADDRESS)) {
    const address = plainText(double ?? single ?? '')
    if (address.toUpperCase().includes(asin) && productOfAddress(address) !== asin) refuse('unread')
  }
}

const exchangeNumbers = (content: string, from: string, to: string) => {
  const number = new RegExp(`(?:(?<=%[0-9A-F]{2})|(?<![A-Z0-9]))${from}(?![A-Z0-9])`, 'gi')
  return content.replace(MARKUP, (piece) => {
    if (piece.toUpperCase().includes(from)) refuseAddresses(piece, from)
    return piece.replace(number, to)
  })
}

/** What the product is called in our own blocks, and in what we know of it. A single word may mean something else. */
function namesIn(markup: PostMarkup, { asin, name }: ProductExchange['old']): string[] {
  const own = markup.content.includes('aop-product') ? readContent(markup.content).products : []
  const names = [name, ...own.filter((product) => product.asin === asin).map((product) => product.name)]
  return [...new Set(names.map((each) => each.trim()))].filter((each) => each.includes(' '))
}

const numbersOf = (markup: PostMarkup) =>
  readMentions({ raw: markup.content, rendered: markup.content, products: markup.products ?? undefined })

function exchangeAll(markup: PostMarkup, exchange: ProductExchange): PostMarkup {
  const { old, by } = exchange
  const { products, shortLinks } = numbersOf(markup)
  if (!products.some(({ asin }) => asin === old.asin)) return refuse('gone')
  if (products.some(({ asin }) => asin === by.asin)) refuse('there')
  if (shortLinks > 0) refuse('short')
  const names = namesIn(markup, old)
  const offered = exchangeOffers(markup.content, exchange)
  refusePricesBeside(offered, old.asin)
  const linked = exchangeLinks(offered, exchange, names)
  const content = exchangeNumbers(exchangeNames(linked, names, by.name), old.asin, by.asin)
  const inField = (field: string | null) => field?.replaceAll(`"${old.asin}"`, `"${by.asin}"`) ?? null
  const changed = { ...markup, content, products: inField(markup.products) }
  const expected = products.map(({ asin }) => (asin === old.asin ? by.asin : asin))
  const isClean = [content, changed.products, markup.structured].every(
    (text) => !text?.toUpperCase().includes(old.asin),
  )
  const found = numbersOf(changed).products.map(({ asin }) => asin)
  if (!isClean || found.join() !== expected.join()) refuse('unread')
  return changed
}

/**
 * A post with one product in place of another: the numbers, addresses, names and prices that are ours or that we can
 * read; what is written about it stays. Or why it cannot be changed, for people: what is only half understood is left.
 */
function exchangeProduct(markup: PostMarkup, exchange: ProductExchange): PostMarkup | string {
  const { content } = markup
  if (content.length > MOST_CHARACTERS) return EXCHANGE_FAULTS.tooLong
  const isOdd = !content.isWellFormed() || content.includes('\0')
  if (isOdd || ![exchange.old, exchange.by].every(({ asin }) => GOODS_NUMBER.test(asin)))
    return EXCHANGE_FAULTS.unread
  try {
    return exchangeAll(markup, exchange)
  } catch (error) {
    if (error instanceof Fault) return error.message
    throw error
  }
}

/** The same for a post of this number, and whether its words still name the old product afterwards. */
export function plannedExchange(id: number, before: PostMarkup, exchange: ProductExchange): PlannedExchange {
  const after = exchangeProduct(before, exchange)
  if (typeof after === 'string') return { id, fault: after }
  const name = exchange.old.name.trim().toLowerCase()
  const text = plainText(after.content).toLowerCase()
  return { id, before, after, isNamedStill: name !== '' && text.includes(name) }
}

/** Whether two say the same. */
export const isSameMarkup = (one: PostMarkup, other: PostMarkup) =>
  one.content === other.content && one.products === other.products && one.structured === other.structured
