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
