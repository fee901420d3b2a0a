import type { AdapterHealth } from '../health.ts'

/** How often a page of a site was seen and opened by one search on one day. */
export interface SearchRow {
  /** The page's whole address. */
  page: string
  query: string
  clicks: number
  impressions: number
  /** The mean place in results, from 1 on. */
  position: number
}

/** What people searched for when they found our sites. Every method may throw `IntegrationError`. */
export interface SearchPerformance {
  /** Who says so: `built-in`, `Google Search Console`. */
  source: string
  /** Whether anything is known of a site, by its code in lower case. */
  covers(site: string): Promise<boolean>
  /** The newest day whose figures do not change any more, `yyyy-MM-dd`. */
  lastDay(): string
  /** All rows of a site and a day, in parts; none where nobody found it, or where the day is not known yet. */
  readDay(site: string, day: string): AsyncIterable<readonly SearchRow[]>
  check(): Promise<AdapterHealth>
}

/** Copies of a page for phones. */
const COPIES = /\/amp$/i

/**
 * What makes two addresses one page: host and path, without what browsers, phones and links to a heading add. A
 * relative address is below `base`. Null for what is no address.
 */
export function pageKey(address: string, base?: string): string | null {
  const url = URL.parse(address, base)
  if (url === null || !/^https?:$/.test(url.protocol)) return null
  let path = url.pathname
  while (path.endsWith('/')) path = path.slice(0, -1)
  const number = url.searchParams.get('p')
  const named = number !== null && /^\d{1,12}$/.test(number) ? `?p=${number}` : ''
  return `${url.host.replace(/^www\./i, '')}${path.replace(COPIES, '')}${named}`
}
