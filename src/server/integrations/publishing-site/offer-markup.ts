import { escapeText, plainText } from '../../plain-text.ts'
import type { Block } from './block-grammar.ts'
import type { PostOffer, PostProduct } from './port.ts'

export const PICTURE = 'aop-picture'
export const OFFER = 'aop-offer'

/** Our own block of where a product is bought. */
export const OWN_OFFER =
  /<!-- wp:paragraph \{[^<>]{0,200}"aop-offer"\} -->[\s\S]{0,5000}?<!-- \/wp:paragraph -->/g
/** Our own block of what it looks like. */
export const OWN_PICTURE =
  /<!-- wp:image \{[^<>]{0,200}"aop-picture"\} -->[\s\S]{0,5000}?<!-- \/wp:image -->/g
export const withoutOffers = (content: string) => content.replace(OWN_OFFER, '').replace(OWN_PICTURE, '')

/** Search engines want to know which links are paid for. */
const REL = 'sponsored nofollow'
const DATE = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
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

/** Where the product is bought. A price moves, so that it says of which day it is. */
export function offerBlock({ link, price }: PostOffer): string {
  const words = price === null ? 'See it on Amazon' : `${price.display} on Amazon`
  const day = price === null ? '' : ` as of ${DATE.format(price.asOf)}`
  return [
    `<!-- wp:paragraph {"className":"${OFFER}"} -->`,
    `<p class="${OFFER}">${linked(link, escapeText(words))}${day}</p>`,
    '<!-- /wp:paragraph -->',
  ].join('\n')
}

const HREF = /<a\b[^>]{0,2000}?\bhref="([^"]{0,4000})"/i
const SOURCE = /<img\b[^>]{0,2000}?\bsrc="([^"]{0,4000})"/i
const PRICE = /^(.{0,30}\d.{0,10}) on Amazon/

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
  const [offer] = offers
  const price = offer === undefined ? undefined : PRICE.exec(plainText(offer.source))?.[1]
  return { link, imageUrl: addressIn(SOURCE, pictures), price: price ?? null }
}
