/** Copies of a page for phones. */
const COPIES = /\/amp$/i
/** A host without a scheme, as people type and reports print it. */
const BARE_HOST = /^(?:[\p{L}\d](?:[\p{L}\d-]*[\p{L}\d])?\.)+\p{L}{2,}(?::\d+)?(?=\/|$)/u

/** Nearly all parts need no work. */
const PLAIN = /^[\w.~-]*$/

const plainHost = (host: string) => host.replace(/^www\./, '').replace(/\.(?=:|$)/, '')

function parse(address: string, base: string | undefined): URL | null {
  try {
    return new URL(address, base)
  } catch {
    return null
  }
}

/** The address with the scheme that it lacks; a path stays relative to the base. */
function withScheme(address: string, base: string | undefined): string {
  const host = BARE_HOST.exec(address)?.[0]
  if (host === undefined) return address
  const isHost = base === undefined || host.length < address.length || isSameHost(host, base)
  return isHost ? `https://${address}` : address
}

const isSameHost = (host: string, base: string) =>
  plainHost(host.toLowerCase()) === plainHost(parse(base, undefined)?.host ?? '')

/** A part of a path in its one form: RFC 3986, 6.2.2, and letters with their marks as one character. */
function normalized(part: string): string {
  if (PLAIN.test(part)) return part
  try {
    return encodeURIComponent(decodeURIComponent(part).normalize('NFC'))
  } catch {
    return part.replace(/%[\da-f]{2}/gi, (escaped) => escaped.toUpperCase())
  }
}

/**
 * A key that two addresses of the same page share: host and path, without what browsers, phones, campaigns and links to
 * a heading add, however the letters are escaped, and with or without a scheme. A relative address is below `base`. Null
 * for a text that is no address of the web.
 */
export function pageKey(address: string, base?: string): string | null {
  const url = parse(withScheme(address.trim(), base), base)
  if (url === null || !/^https?:$/.test(url.protocol)) return null
  const path = url.pathname
    .split('/')
    .filter((part) => part !== '')
    .map((part) => `/${normalized(part)}`)
    .join('')
  const number = url.searchParams.get('p')
  const named = number !== null && /^\d{1,12}$/.test(number) ? `?p=${number}` : ''
  return `${plainHost(url.host)}${path.replace(COPIES, '')}${named}`
}
