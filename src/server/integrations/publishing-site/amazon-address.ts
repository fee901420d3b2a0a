/** As the marketplace numbers goods: its own numbers begin with a B, and books have theirs. */
export const GOODS_NUMBER = /^(?:B[0-9A-Z]{9}|\d{9}[\dX])$/

const SHOP = /(?:^|\.)(?:amazon\.[a-z]{2,3}(?:\.[a-z]{2})?|amzn\.[a-z]{2,4})$/
/** What shortens addresses so that only the marketplace knows where they lead to. */
const SHORTENER = /(?:^|\.)(?:a\.co|amzn\.(?:to|eu|asia))$/
const IN_PATH =
  /\/(?:dp|gp\/product(?:\/glance)?|gp\/aw\/(?:d|ol)|gp\/offer-listing|exec\/obidos\/(?:asin|tg\/detail\/-)|o\/asin|asin|product|product-reviews|d)\/([a-z0-9]{10})(?![a-z0-9])/i
const SHORT_PATH = /^\/([a-z0-9]{10})(?:[/?#]|$)/i
/** An address inside an address inside an address is nobody's link to a shop. */
const DEEPEST = 2
const LONGEST = 4000

const numberIn = (words: string | undefined): string | null => {
  const number = words?.toUpperCase() ?? ''
  return GOODS_NUMBER.test(number) ? number : null
}

function parsed(address: string): URL | null {
  const url = URL.parse(address.trim().slice(0, LONGEST), 'https://site.invalid')
  return url !== null && /^https?:$/.test(url.protocol) ? url : null
}

function numberOf({ hostname, pathname, searchParams }: URL): string | null {
  if (!SHOP.test(hostname)) return null
  const inPath = numberIn(IN_PATH.exec(pathname)?.[1])
  if (inPath !== null) return inPath
  if (/(?:^|\.)amzn\.com$/.test(hostname)) return numberIn(SHORT_PATH.exec(pathname)?.[1])
  return numberIn(searchParams.get('asin') ?? searchParams.get('ASIN') ?? undefined)
}

/** What an address of the marketplace sells, and the tag by which the marketplace pays for it; null where it has none. */
interface Sale {
  asin: string
  tag: string | null
}

/**
 * What an address of the marketplace sells, in any of the forms that its addresses have, also where a network that
 * counts clicks stands before it; null for any other address.
 */
export function saleOfAddress(address: string, depth = 0): Sale | null {
  const url = parsed(address)
  if (url === null) return null
  const asin = numberOf(url)
  if (asin !== null) return { asin, tag: url.searchParams.get('tag') || null }
  if (depth === DEEPEST) return null
  for (const value of url.searchParams.values()) {
    if (!/^(?:https?:)?\/\//i.test(value)) continue
    const inside = saleOfAddress(value, depth + 1)
    if (inside !== null) return inside
  }
  return null
}

/** The product that an address of the marketplace leads to; null for any other address. */
export const productOfAddress = (address: string): string | null => saleOfAddress(address)?.asin ?? null

/** Whether an address leads to the marketplace without saying to which product: only the marketplace knows. */
export function isShortAddress(address: string): boolean {
  const url = parsed(address)
  return url !== null && url.pathname.length > 1 && SHORTENER.test(url.hostname) && numberOf(url) === null
}
