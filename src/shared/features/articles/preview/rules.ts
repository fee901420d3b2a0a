/** As in preview addresses and sheets, in either case. */
export const SITE_CODE = /^[a-z][a-z0-9]{1,9}$/i
export const ASIN = /^[A-Z0-9]{10}$/

/** Said of a post that the site's content management system does not have. */
export const postNotFound = (id: string | number) => `Post '${id}' not found in the content management system`

/** The address if a page may load or open it: of the web, or of our own. Anything else, such as a script, is null. */
export function safeAddress(address: string | null | undefined): string | null {
  if (!address) return null
  const isOwn = /^\/(?![/\\])/.test(address)
  return isOwn || /^https?:\/\//i.test(address) ? address : null
}

/** Price before savings, in whole units of the currency; null if the price or the savings are unknown. */
export function originalPrice(amount: number | undefined, savings: number | undefined): number | null {
  if (amount === undefined || savings === undefined || savings <= 0) return null
  // Sums of cents, so that 0.1 + 0.2 is 0.3.
  return Math.round((amount + savings) * 100) / 100
}

/** Everything but `IN_STOCK` is worth a warning, which says what the state is. */
export const isOutOfStock = (stock: string | undefined) => stock !== 'IN_STOCK'
