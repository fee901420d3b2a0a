import { escapeText, plainText } from '../../plain-text.ts'
import type { Block } from './block-grammar.ts'
import type { PostOffer, PostProduct } from './port.ts'

export const PICTURE = 'aop-picture'
export const OFFER = 'aop-offer'
const COST = 'aop-price'

/** Our own blocks of what a product costs and where it is bought; in older posts, one paragraph says both. */
export const OWN_OFFER =
  /(?:<!-- wp:paragraph \{[^<>]{0,200}"aop-price"[^<>]{0,200}\} -->(?:(?!<!--)[\s\S]){0,2000}<!-- \/wp:paragraph -->\s{0,20})?<!-- wp:(paragraph|buttons) \{[^<>]{0,200}"aop-offer"[^<>]{0,200}\} -->[\s\S]{0,5000}?<!-- \/wp:\1 -->/g
/** The same of what it costs alone, where an editor has moved it. */
export const OWN_PRICE =
  /<!-- wp:paragraph \{[^<>]{0,200}"aop-price"[^<>]{0,200}\} -->(?:(?!<!--)[\s\S]){0,2000}<!-- \/wp:paragraph -->/g
/** Our own block of what it looks like. */
export const OWN_PICTURE =
  /<!-- wp:image \{[^<>]{0,200}"aop-picture"\} -->[\s\S]{0,5000}?<!-- \/wp:image -->/g
export const withoutOffers = (content: string) => content.replace(OWN_OFFER, '').replace(OWN_PICTURE, '')
/** Without anything that changes with the marketplace, wherever it stands. */
export const withoutPrices = (content: string) => withoutOffers(content).replace(OWN_PRICE, '')

/** Search engines want to know which links are paid for. */
const REL = 'sponsored nofollow'
const DATE = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
const TIME = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'UTC' })
const isWebAddress = (address: string) => ['https:', 'http:'].includes(URL.parse(address)?.protocol ?? '')
const linked = (link: string, html: string) => `<a href="${escapeText(link)}" rel="${REL}">${html}</a>`

/** The product as it looks, which leads to where it is bought; nothing where nobody knows how it looks. */
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

/** What the line of the price says, as HTML; null where nobody knows. */
export const costWords = ({ price, isSoldOut }: Cost): string | null => {
  if (price === null) return isSoldOut === true ? 'Currently unavailable' : null
  const time = `${DATE.format(price.asOf)}, ${TIME.format(price.asOf)} UTC`
  return `<strong>${escapeText(price.display)}</strong> as of ${time}`
}

/** What the product costs. A price moves, so that it says of which time it is; nothing where nobody knows it. */
export function priceBlock(offer: PostOffer): string | null {
  const html = costWords(offer)
  return html === null
    ? null
    : `<!-- wp:paragraph {"className":"${COST}"} -->\n<p class="${COST}">${html}</p>\n<!-- /wp:paragraph -->`
}

/** What the button promises. */
export const offerWords = ({ price, isSoldOut }: Cost): string =>
  price === null && isSoldOut !== true ? 'See the price on Amazon' : 'View on Amazon'

/** Where the product is bought: a button, which looks as the site's theme wants it. */
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

/** Both, as they stand one after the other. */
export const costAndOffer = (offer: PostOffer): string =>
  [priceBlock(offer), offerBlock(offer)].filter((block) => block !== null).join('\n\n')

const HREF = /<a\b[^>]{0,2000}?\bhref="([^"]{0,4000})"/i
const SOURCE = /<img\b[^>]{0,2000}?\bsrc="([^"]{0,4000})"/i
const PRICE = /^(.{0,30}\d.{0,10}?) (?:as of|on Amazon)/

const addressIn = (pattern: RegExp, blocks: readonly Block[]): string | null => {
  const address = plainText(blocks.map(({ source }) => pattern.exec(source)?.[1]).find(Boolean) ?? '')
  return isWebAddress(address) ? address : null
}

/** What the blocks of a product say of where it is bought. */
export function readOffer(blocks: readonly Block[]): PostProduct['offer'] {
  const offers = blocks.filter(({ classes }) => classes.includes(OFFER))
  const pictures = blocks.filter(({ classes }) => classes.includes(PICTURE))
  const link = addressIn(HREF, [...offers, ...pictures])
  if (link === null) return undefined
  const costs = blocks.filter(({ classes }) => classes.includes(COST))
  const price = [...costs, ...offers].map(({ source }) => PRICE.exec(plainText(source))?.[1]).find(Boolean)
  return { link, imageUrl: addressIn(SOURCE, pictures), price: price ?? null }
}
