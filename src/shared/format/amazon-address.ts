import { withoutInvisible } from './invisible.ts'

/** An ISBN-10, or an ASIN of anything but a book, which begins with a B. */
export const GOODS_NUMBER = /^(?:B[0-9A-Z]{9}|\d{9}[\dX])$/

const SHOP_HOST = String.raw`(?:[\w-]+\.)*(?:amazon\.[a-z]{2,3}(?:\.[a-z]{2})?|amzn\.[a-z]{2,4})`
const SHOP = new RegExp(`^${SHOP_HOST}$`)
/** Hosts of short links: only the marketplace knows where they lead. */
const SHORTENER = /(?:^|\.)(?:a\.co|amzn\.(?:to|eu|asia))$/
const IN_PATH =
  /\/(?:dp|gp\/product(?:\/glance)?|gp\/aw\/(?:d|ol)|gp\/offer-listing|exec\/obidos\/(?:asin|tg\/detail\/-)|o\/asin|asin|product|product-reviews|d)\/([a-z0-9]{10})(?![a-z0-9])/i
const SHORT_PATH = /^\/([a-z0-9]{10})(?:[/?#]|$)/i
/** A click counter may lead to another one, which leads to the shop. Deeper nesting is not followed. */
const DEEPEST = 2
const LONGEST = 4000

const numberIn = (words: string | null | undefined): string | null => {
  const number = withoutInvisible(words ?? '').toUpperCase()
  return GOODS_NUMBER.test(number) ? number : null
}

/** `text` with its percent escapes decoded; unchanged if they are malformed. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function parsed(address: string, base = 'https://site.invalid'): URL | null {
  try {
    const url = new URL(address.trim().slice(0, LONGEST), base)
    return /^https?:$/.test(url.protocol) ? url : null
  } catch {
    return null
  }
}

function numberOf({ hostname, pathname, searchParams }: URL): string | null {
  if (!SHOP.test(hostname)) return null
  const path = withoutInvisible(decoded(pathname))
  const inPath = numberIn(IN_PATH.exec(path)?.[1])
  if (inPath !== null) return inPath
  if (/(?:^|\.)amzn\.com$/.test(hostname)) return numberIn(SHORT_PATH.exec(path)?.[1])
  return numberIn(searchParams.get('asin') ?? searchParams.get('ASIN'))
}

const SCHEME = /^(?:https?:)?\/\//i
const HOST_FIRST = new RegExp(`^${SHOP_HOST}/`, 'i')
/** Base64 of `http`. */
const ENCODED = /^(?:a1)?(aHR0c[\w+/=-]*)$/

function fromBase64(text: string): string | null {
  const [, encoded] = ENCODED.exec(text) ?? []
  if (encoded === undefined) return null
  try {
    return atob(encoded.replaceAll('-', '+').replaceAll('_', '/'))
  } catch {
    return null
  }
}

/** The address that a part of another address is; null if it is none. */
function addressIn(part: string, { origin, hostname }: URL): string | null {
  const text = /^https?%3a/i.test(part) ? decoded(part) : part
  if (SCHEME.test(text)) return text
  if (HOST_FIRST.test(text)) return `https://${text}`
  // A shop's own redirects leave out the host.
  if (text.startsWith('/') && SHOP.test(hostname)) return origin + text
  return fromBase64(text)
}

/** The addresses that an address carries, in its query or at the end of its path. */
function carriedBy(url: URL): string[] {
  const inPath = /\/((?:https?:|www\.).*)$/i
    .exec(decoded(url.pathname))?.[1]
    ?.replace(/^(https?:)\/+/i, '$1//')
  // An address that was not escaped makes the rest of it parameters, and the first of them its name.
  const parts = [...url.searchParams].flatMap(([name, value]) => [
    value,
    value === '' ? name : `${name}=${value}`,
  ])
  return [...(inPath === undefined ? [] : [inPath + url.search]), ...parts].flatMap(
    (part) => addressIn(part, url) ?? [],
  )
}

/** The product that an address of the marketplace sells, and the tag of the site that is paid for it, if any. */
interface Sale {
  asin: string
  tag: string | null
  /** The host of the shop, such as `amazon.co.uk`. */
  marketplace: string
}

const marketplaceOf = ({ hostname }: URL): string =>
  /amazon\.[a-z]{2,3}(?:\.[a-z]{2})?$/.exec(hostname)?.[0] ?? 'amazon.com'

/**
 * The product that an address leads to, in any form that the marketplace's addresses have, and also behind redirects of
 * the shop and of networks that count clicks. Null for any other address.
 */
export function saleOfAddress(address: string, depth = 0): Sale | null {
  const url = parsed(address)
  if (url === null) return null
  const asin = numberOf(url)
  if (asin !== null)
    return { asin, tag: url.searchParams.get('tag') || null, marketplace: marketplaceOf(url) }
  if (depth === DEEPEST) return null
  for (const carried of carriedBy(url)) {
    const sale = saleOfAddress(carried, depth + 1)
    if (sale !== null) return sale
  }
  return null
}

/** The ASIN of the product that an address leads to; null for any other address. */
export const productOfAddress = (address: string): string | null => saleOfAddress(address)?.asin ?? null

/** The marketplace on which an address sells a product, such as `amazon.co.uk`; null for any other address. */
export const marketplaceOfAddress = (address: string): string | null =>
  saleOfAddress(address)?.marketplace ?? null

/** Whether an address is a short link of the marketplace, which doesn't say which product it leads to. */
export function isShortAddress(address: string): boolean {
  const url = parsed(address)
  return url !== null && url.pathname.length > 1 && SHORTENER.test(url.hostname) && numberOf(url) === null
}

const ADDRESS = new RegExp(String.raw`(?:https?://|(?<![\w.@-])(?:${SHOP_HOST}|a\.co)/)[^\s<>"']+`, 'gi')

/** The addresses in a text, such as a message that was shared from the shop's app, with a scheme. */
const addressesIn = (text: string): string[] =>
  [...text.slice(0, LONGEST).matchAll(ADDRESS)].map(([address]) => {
    const bare = address.replace(/[.,;:!?)\]]+$/, '')
    return SCHEME.test(bare) ? bare : `https://${bare}`
  })

/** The ASIN of the first product that an address in the text leads to; null if none does. */
export function productInText(text: string): string | null {
  for (const address of addressesIn(withoutInvisible(text))) {
    const asin = productOfAddress(address)
    if (asin !== null) return asin
  }
  return null
}

/** Whether the text has a short link and no address that says which product is meant. */
export const isShortLink = (text: string): boolean =>
  productInText(text) === null && addressesIn(text).some(isShortAddress)
