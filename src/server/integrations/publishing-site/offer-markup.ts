import { attributeWithin } from '../../markup/markup-attributes.ts'
import { ATTRIBUTES } from '../../markup/markup-pieces.ts'
import { escapeText, plainText } from '../../markup/plain-text.ts'
import type { Block } from './block-grammar.ts'
import { exchangedText } from './cell-text.ts'
import type { PostOffer, PostProduct } from './port.ts'
import { SOLD_OUT, PRICE as SUM } from './price-text.ts'

export const PICTURE = 'aop-picture'
export const OFFER = 'aop-offer'
export const COST = 'aop-price'

/** Attributes of a block with our class, beside which an editor may have added others. */
const classed = (name: string) =>
  String.raw`\{[^<>]{0,2000}"(?:[^"<>]{0,200} )?${name}(?: [^"<>]{0,200})?"[^<>]{0,2000}\}`
const PRICE_BLOCK = String.raw`<!-- wp:paragraph ${classed(COST)} -->(?:(?!<!--)[\s\S]){0,2000}<!-- /wp:paragraph -->`

/** Our own blocks for price and buy link; older posts have both in one paragraph. */
export const OWN_OFFER = new RegExp(
  String.raw`(?:${PRICE_BLOCK}\s{0,20})?<!-- wp:(paragraph|buttons) ${classed(OFFER)} -->[\s\S]{0,5000}?<!-- /wp:\1 -->`,
  'g',
)
/** Our block for the price alone, where an editor has moved it. */
export const OWN_PRICE = new RegExp(PRICE_BLOCK, 'g')
/** Our own block for the picture. */
export const OWN_PICTURE = new RegExp(
  String.raw`<!-- wp:image ${classed(PICTURE)} -->[\s\S]{0,5000}?<!-- /wp:image -->`,
  'g',
)
/** Our tables of picks, which repeat names, pictures and prices. */
export const OWN_TABLE = new RegExp(
  String.raw`<!-- wp:table ${classed('aop-table')} -->(?:(?!<!--)[\s\S]){0,100000}<!-- /wp:table -->`,
  'g',
)
export const withoutOffers = (content: string) => content.replace(OWN_OFFER, '').replace(OWN_PICTURE, '')
/** Removes everything that changes with the marketplace. */
export const withoutPrices = (content: string) =>
  withoutOffers(content.replace(OWN_TABLE, '')).replace(OWN_PRICE, '')

/** Search engines require marking paid links. */
export const REL = 'sponsored nofollow'
const DATE = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
const TIME = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'UTC' })
const isWebAddress = (address: string) => ['https:', 'http:'].includes(URL.parse(address)?.protocol ?? '')
const linked = (link: string, html: string) => `<a href="${escapeText(link)}" rel="${REL}">${html}</a>`

/** The product's picture with its buy link; null without a picture. */
export function pictureBlock({ link, imageUrl }: PostOffer, name: string): string | null {
  if (imageUrl === null || !isWebAddress(imageUrl)) return null
  const image = `<img src="${escapeText(imageUrl)}" alt="${escapeText(name)}"/>`
  return [
    `<!-- wp:image {"linkDestination":"custom","className":"${PICTURE}"} -->`,
    `<figure class="wp-block-image ${PICTURE}">${linked(link, image)}</figure>`,
    '<!-- /wp:image -->',
  ].join('\n')
}

type Cost = Pick<PostOffer, 'price' | 'isSoldOut'>

/** HTML of the price line; null if the price is unknown. */
export const costWords = ({ price, isSoldOut }: Cost): string | null => {
  if (price === null) return isSoldOut === true ? SOLD_OUT : null
  const time = `${DATE.format(price.asOf)}, ${TIME.format(price.asOf)} UTC`
  return `<strong>${escapeText(price.display)}</strong> as of ${time}`
}

/** Price of the product. Prices change, so it includes the time; null if the price is unknown. */
export function priceBlock(offer: Cost): string | null {
  const html = costWords(offer)
  return html === null
    ? null
    : `<!-- wp:paragraph {"className":"${COST}"} -->\n<p class="${COST}">${html}</p>\n<!-- /wp:paragraph -->`
}

const COST_LINE = new RegExp(String.raw`(<p\b${ATTRIBUTES}>)([\s\S]*)(</p>)`)
const MOMENT = String.raw` as of [A-Z][a-z]{2,8} \d{1,2}, \d{4}, \d\d:\d\d UTC`
/** The price in our markup. */
const WRITTEN_PRICE = new RegExp(`(?:<strong>[^<>]{1,40}</strong>|${SUM.source})${MOMENT}`)
/** The price in the visible text, whatever tags an editor has put around it. */
const SAID_PRICE = new RegExp(`(?:${SUM.source})${MOMENT}`, 'i')

/** The line with our price replaced; null if it does not contain our price. */
function withoutOwn(line: string, words: string | null): string | null {
  if (WRITTEN_PRICE.test(line)) return line.replace(WRITTEN_PRICE, () => words ?? '').trim()
  const [said] = SAID_PRICE.exec(plainText(line).replaceAll(/\s+/g, ' ')) ?? []
  if (said !== undefined) return exchangedText(line, said, plainText(words ?? '')).trim()
  return line.includes(SOLD_OUT) ? line.replace(SOLD_OUT, () => words ?? '').trim() : null
}

/**
 * A price line with the current price; null if nothing of the line is left. An editor's words beside our price stay, but a
 * line with an editor's own price is replaced.
 */
export function refreshedCost(block: string, words: string | null): string | null {
  const [, , line = ''] = COST_LINE.exec(block) ?? []
  const text = withoutOwn(line, words)
  const isOthers =
    text === null && plainText(line) !== '' && !/ as of /.test(line) && !SUM.test(plainText(line))
  const refreshed = text ?? (isOthers ? [words ?? '', line].join(' ').trim() : words)
  if (refreshed === null || plainText(refreshed) === '') return null
  return block.replace(
    COST_LINE,
    (_all, open: string, _line: string, close: string) => open + refreshed + close,
  )
}

/** What the button promises. */
export const offerWords = ({ price, isSoldOut }: Cost): string =>
  price === null && isSoldOut !== true ? 'See the price on Amazon' : 'View on Amazon'

/** Buy link as a button, styled by the site's theme. */
export function offerBlock({ link, ...offer }: PostOffer): string {
  const words = offerWords(offer)
  const button = `<a class="wp-block-button__link wp-element-button" href="${escapeText(link)}" rel="${REL}">${words}</a>`
  return [
    `<!-- wp:buttons {"className":"${OFFER}"} -->`,
    `<div class="wp-block-buttons ${OFFER}"><!-- wp:button -->`,
    `<div class="wp-block-button">${button}</div>`,
    '<!-- /wp:button --></div>',
    '<!-- /wp:buttons -->',
  ].join('\n')
}

/** Price and buy link, in this order. */
export const costAndOffer = (offer: PostOffer): string =>
  [priceBlock(offer), offerBlock(offer)].filter((block) => block !== null).join('\n\n')

const PRICE = /^(.{0,30}\d.{0,10}?) (?:as of|on Amazon)/

const addressIn = (element: 'a' | 'img', blocks: readonly Block[]): string | null => {
  const key = element === 'a' ? 'href' : 'src'
  const address = blocks.map(({ source }) => attributeWithin(source, element, key)).find(Boolean) ?? ''
  return isWebAddress(address) ? address : null
}

/** Reads the offer from a product's blocks. */
export function readOffer(blocks: readonly Block[]): PostProduct['offer'] {
  const offers = blocks.filter(({ classes }) => classes.includes(OFFER))
  const pictures = blocks.filter(({ classes }) => classes.includes(PICTURE))
  const link = addressIn('a', [...offers, ...pictures])
  if (link === null) return undefined
  const costs = blocks.filter(({ classes }) => classes.includes(COST))
  const price = [...costs, ...offers].map(({ source }) => PRICE.exec(plainText(source))?.[1]).find(Boolean)
  // An editor may have put words before it.
  const sum = price === undefined ? null : (SUM.exec(price)?.[0] ?? price)
  return { link, imageUrl: addressIn('img', pictures), price: sum }
}
