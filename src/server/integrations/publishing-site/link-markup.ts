import { marketplaceOfAddress, productOfAddress } from '#shared/format/amazon-address.ts'
import { attributesIn } from '../../markup/markup-attributes.ts'
import { PRICE } from './price-text.ts'

/**
 * A link text whose only amount is the product's price. A saving, a limit or a former price does not match.
 */
export const PRICE_ALONE = new RegExp(
  `^(?:(?:buy|shop|get|see|check|view|order)(?: it)?(?: now)? ?(?:for|at|from)? ?|price:? )?(?:${PRICE.source})(?: (?:on|at|from) amazon)?$`,
  'i',
)

/** Where a link leads, by its opening tag; null if it leads nowhere. */
export const addressOfLink = (tag: string): string | null =>
  attributesIn(tag).find(({ key }) => key === 'href')?.value ?? null

/** The product that a link leads to, by its opening tag. */
export const productOf = (tag: string): string | null => {
  const address = addressOfLink(tag)
  return address === null ? null : productOfAddress(address)
}

/** On which marketplace it does, such as `amazon.co.uk`; null for any other link. */
export const marketplaceOf = (tag: string): string | null => {
  const address = addressOfLink(tag)
  return address === null ? null : marketplaceOfAddress(address)
}
