import { readFileSync } from 'node:fs'
import type { PostStyle } from '#shared/features/ground/sites/rules.ts'
import type { VendorClient } from '../vendor-client/vendor-client.ts'
import type { WebFetcher, WebRequest } from '../web-fetcher/port.ts'
import { LinkList } from './wordpress-schemas.ts'

const MEGABYTE = 1024 * 1024
const MOST_PAGE_BYTES = 5 * MEGABYTE
const MOST_SHEET_BYTES = 2 * MEGABYTE
/** Plugins that move a page's CSS into files combine it into a few. */
const MOST_SHEETS = 4
const MOST_TAG = 2000

const VERSION = /--aop-style\s*:\s*["']?([\w-]+)/g
/** Sheets from before the version have no other mark. */
const OURS = /\.aop-product\.wp-block-group\b/
/** On every page of WordPress; a page without it is a bot check or the like. */
const OF_WORDPRESS = /\bwp-(content|includes|json)\b/
/** Files of WordPress and of plugins never contain a site's own CSS. */
const FOREIGN_SHEET = /\/(wp-includes|wp-content\/plugins)\//

const versionIn = (css: string) => [...css.matchAll(VERSION)].at(-1)?.[1]
const CURRENT = versionIn(
  readFileSync(new URL('../../../shared/features/ground/sites/post-style.css', import.meta.url), 'utf8'),
)

/** What this CSS contains of our sheet. If an old copy follows a new one, browsers use the old one. */
function styleIn(css: string): Exclude<PostStyle, 'unknown'> {
  const version = versionIn(css)
  if (version !== undefined) return version === CURRENT ? 'current' : 'old'
  return OURS.test(css) ? 'old' : 'missing'
}

/** The text after each opening of a tag, up to `end`. Linear, because a page may contain anything. */
const textsAfter = (html: string, opening: RegExp, end: RegExp) =>
  html
    .split(opening)
    .slice(1)
    .map((rest) => rest.split(end, 1)[0] ?? '')

const inlineCss = (html: string) => textsAfter(html, /<style\b/i, /<\/style/i).join('\n')

const plainHost = ({ hostname }: URL) => hostname.replace(/^www\./, '')
const isOfHost = (host: string) => (url: URL) => plainHost(url) === host

/** The first style sheets on the page's own host that may contain the site's CSS. */
function linkedSheets(html: string, page: URL): string[] {
  const isHere = isOfHost(plainHost(page))
  const addresses = textsAfter(html, /<link\b/i, />/).flatMap((link) => {
    const tag = link.slice(0, MOST_TAG)
    const href = /\bhref=["']?([^"'\s>]+)/i.exec(tag)?.[1]
    const url = href === undefined ? null : URL.parse(href.replaceAll(/&(amp|#0?38);/g, '&'), page.href)
    const isSheet = /\brel=["']?(stylesheet|preload)\b/i.test(tag) && /\.css\b/i.test(url?.pathname ?? '')
    return url && isSheet && isHere(url) && !FOREIGN_SHEET.test(url.pathname) ? [url.href] : []
  })
  return [...new Set(addresses)].slice(0, MOST_SHEETS)
}

/** Throws for a document of another type too, such as an error page in place of a style sheet. */
async function load(web: WebFetcher, address: string, request: WebRequest) {
  const { url, type, bytes } = await web.get(address, request)
  if (type !== request.accept) throw new Error(`Expected ${request.accept}, not ${type}`)
  return { url: new URL(url), text: bytes.toString('latin1') }
}

async function findStyle(web: WebFetcher, address: string): Promise<PostStyle> {
  const start = URL.parse(address)
  if (start === null) return 'unknown'
  const isHere = isOfHost(plainHost(start))
  // Redirects elsewhere lead to a page that is not the site's, such as a login.
  const mayVisit = (url: URL) => isHere(url) && !url.pathname.endsWith('/wp-login.php')
  const page = await load(web, start.href, { accept: 'text/html', mostBytes: MOST_PAGE_BYTES, mayVisit })
  const inline = styleIn(inlineCss(page.text))
  if (inline !== 'missing') return inline
  if (!OF_WORDPRESS.test(page.text)) return 'unknown'
  const request = { accept: 'text/css', mostBytes: MOST_SHEET_BYTES, mayVisit }
  const addresses = linkedSheets(page.text, page.url)
  const sheets = await Promise.all(addresses.map((address) => load(web, address, request)))
  return styleIn(sheets.map(({ text }) => text).join('\n'))
}

interface StyledSite {
  client: VendorClient
  baseUrl: string
}

/** Public address of the newest post; the home page if there is none, or if our account may not list posts. */
async function newestPage({ client, baseUrl }: StyledSite): Promise<string> {
  const posts = await client
    .send({
      operation: 'find newest post',
      method: 'GET',
      path: '/posts',
      query: { status: 'publish', per_page: 1, _fields: 'id,link' },
      answer: LinkList,
    })
    .catch(() => [])
  return posts[0]?.link ?? `${baseUrl}/`
}

/** Which version of our style sheet the site's newest page has, as its readers get it. Never throws. */
export const readPostStyle = async (site: StyledSite, web: WebFetcher): Promise<PostStyle> =>
  findStyle(web, await newestPage(site)).catch(() => 'unknown')
