import { marketplaceOfAddress, productOfAddress } from '#shared/format/amazon-address.ts'
import { plainText } from '../../plain-text.ts'
import { PRICE } from './price-text.ts'

/** A link and its content. Each pattern here stops at its own beginning, or thousands of open ones take seconds. */
export const LINK = /(<a\b[^<>]{0,4000}>)((?:(?!<a\b)[\s\S]){0,2000}?)<\/a>/gi
export const HREF = /\shref\s*=\s*(?:"([^"]*)"|'([^']*)')/i
/** Tags, comments, which blocks begin with, and shortcodes: only there a product is named by its number. */
export const MARKUP = /<!--(?:(?!<!--)[\s\S]){0,4000}?-->|<[a-z][^<>]{0,4000}>|\[[a-z][^\][\n]{0,2000}\]/gi

/**
 * A link text whose only amount is the product's price. A saving, a limit or a former price does not match.
 */
export const PRICE_ALONE = new RegExp(
  `^(?:(?:buy|shop|get|see|check|view|order)(?: it)?(?: now)? ?(?:for|at|from)? ?|price:? )?(?:${PRICE.source})(?: (?:on|at|from) amazon)?$`,
  'i',
)

const addressOf = (tag: string) => {
  const href = HREF.exec(tag)
  return href === null ? null : plainText(href[1] ?? href[2] ?? '')
}

/** The product that a link leads to, by its opening tag. */
export const productOf = (tag: string): string | null => {
  const address = addressOf(tag)
  return address === null ? null : productOfAddress(address)
}

/** On which marketplace it does, such as `amazon.co.uk`; null for any other link. */
export const marketplaceOf = (tag: string): string | null => {
  const address = addressOf(tag)
  return address === null ? null : marketplaceOfAddress(address)
}
