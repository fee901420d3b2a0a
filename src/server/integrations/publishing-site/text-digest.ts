import { createHash } from 'node:crypto'
import { plainText } from '../../markup/plain-text.ts'
import { withoutPrices } from './offer-markup.ts'
import { PRICE } from './price-text.ts'

/** A shortcode with its attributes: what it shows is its plugin's, and changes without an editor. */
const SHORTCODE = /\[\/?[a-z][^\][\n]{0,2000}\]/gi
const PRICES = new RegExp(PRICE.source, 'gi')

/**
 * Tells whether two readings of a post have the same text. Markup, links, shortcodes and prices are left out: a change of
 * these alone is technical.
 */
export function textDigest(content: string): string {
  const words = plainText(withoutPrices(content).replace(SHORTCODE, ' '))
  const text = words.replace(PRICES, ' ').replace(/\s+/g, ' ').trim()
  return createHash('sha256').update(text).digest('base64url')
}
