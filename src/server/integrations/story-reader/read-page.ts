import type { CheerioAPI } from 'cheerio/slim'
import { type HostProfile, profileOf } from './host-profiles.ts'
import { type LinkedData, readLinkedData } from './linked-data.ts'
import { type PageBody, readBody } from './page-body.ts'
import { findIn, openPage } from './page-document.ts'
import { readProducts } from './page-products.ts'
import { isElement, momentOf, type PageNode, textOf, tidyText, webAddress } from './page-text.ts'
import type { Story } from './port.ts'

const TITLE_MAXIMUM = 300
const HERO_MAXIMUM = 4000

interface Page {
  $: CheerioAPI
  url: string
  root: PageNode
  profile: HostProfile
  linked: LinkedData
  body: PageBody
  meta: ReadonlyMap<string, string>
}

/** Our own blocks in a post, which separate its text from the theme. */
const OWN_PARTS = 'div.aop-intro, div.aop-product'

/** What the page says of itself in its head, by name; the first of each counts. */
function metaOf($: CheerioAPI): Map<string, string> {
  const found = new Map<string, string>()
  for (const { attribs } of $('meta').slice(0, 300).toArray()) {
    const name = (attribs.property ?? attribs.name ?? '').toLowerCase()
    if (name !== '' && attribs.content && !found.has(name)) found.set(name, attribs.content)
  }
  return found
}

/** Container of the article: the parent of our own blocks if there are any, or the main part of the page. */
function containerOf($: CheerioAPI, { container }: HostProfile): PageNode | undefined {
  const own = $(OWN_PARTS).get(0)?.parent
  if (own && isElement(own)) return own
  const articles = $(container).slice(0, 2).toArray()
  if (articles.length === 1) return articles[0]
  return $('main, [role="main"]').get(0) ?? articles[0] ?? $('body').get(0) ?? $.root().get(0)
}

const wordsOf = ({ $ }: Pick<Page, '$'>, selector: string, most: number, root?: PageNode) => {
  const [element] = root === undefined ? $(selector).toArray() : findIn($, selector, root)
  return element === undefined ? null : textOf(element, { most }) || null
}

const firstOf = (values: readonly (string | null | undefined)[], most: number): string | null =>
  values.map((value) => tidyText(value ?? '', most)).find((value) => value !== '') ?? null

function titleOf(page: Page): string | null {
  const { $, linked, meta, profile, root, body } = page
  const heading = body.content.find(({ type }) => type === 'h1')
  return firstOf(
    [
      linked.title,
      meta.get('og:title') ?? meta.get('twitter:title'),
      wordsOf(page, profile.title, TITLE_MAXIMUM, root),
      heading?.value,
      linked.listTitle,
      $('title').first().text(),
    ],
    TITLE_MAXIMUM,
  )
}

/** What readers see first: the opening of the article, or how the page sums itself up. */
function heroOf(page: Page): string {
  const { linked, meta, profile, root, body } = page
  const opening = body.opening.join('\n\n')
  const own = wordsOf(page, profile.hero, HERO_MAXIMUM, root)
  const hero = own ?? (opening || null) ?? linked.description ?? meta.get('og:description') ?? ''
  return hero.length > HERO_MAXIMUM ? `${hero.slice(0, HERO_MAXIMUM - 1)}…`.toWellFormed() : hero
}

function momentIn({ $, root, profile, linked, meta }: Page): string | null {
  const shown = findIn($, profile.updated, root)[0]?.attribs.datetime
  const named = ['article:modified_time', 'og:updated_time', 'article:published_time']
  return (
    linked.updatedAt ??
    named.map((name) => momentOf(meta.get(name))).find((moment) => moment !== null) ??
    momentOf(shown)
  )
}

function writerOf(page: Page): string | null {
  const { linked, meta, profile } = page
  const named = [meta.get('article:author'), meta.get('author')].filter(
    (name) => name !== undefined && !/^https?:/i.test(name),
  )
  return firstOf([linked.writer, ...named, wordsOf(page, profile.writer, 100)], 100)
}

function imageOf({ linked, meta, body, url }: Page, writerIcon: string | null): string | null {
  const pictures = body.sections.flatMap(({ images }) => images)
  const shown = pictures.find(({ address }) => webAddress(address, url) !== writerIcon)?.address
  const addresses = [linked.image ?? undefined, meta.get('og:image'), shown]
  return addresses.map((address) => webAddress(address, url)).find((address) => address !== null) ?? null
}

/** Questions that the page answers are headings, also where only its linked data names them. */
function contentOf({ body, linked }: Page): Story['content'] {
  const said = new Set(body.content.map(({ value }) => value))
  const questions = linked.questions.filter((question) => !said.has(question))
  return [...body.content, ...questions.slice(0, 50).map((value) => ({ type: 'h3' as const, value }))]
}

/** The article on a page; null if the page has no title or no content. */
export function readPage(html: string, url: string): Story | null {
  const $ = openPage(html)
  const profile = profileOf(url)
  const root = containerOf($, profile)
  if (root === undefined) return null
  const linked = readLinkedData($)
  const page: Page = { $, url, root, profile, linked, body: readBody($, root, profile), meta: metaOf($) }
  const title = titleOf(page)
  if (title === null) return null
  const writerIcon = webAddress(linked.writerIcon ?? $(profile.writerIcon).first().attr('src'), url)
  return {
    title,
    url,
    image: imageOf(page, writerIcon),
    writer: writerOf(page),
    writerIcon,
    updatedAt: momentIn(page),
    heroText: heroOf(page),
    products: readProducts(page.body, linked.products, url),
    content: contentOf(page),
  }
}
