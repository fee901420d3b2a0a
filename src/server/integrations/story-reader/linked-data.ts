import type { CheerioAPI } from 'cheerio/slim'
import { unescapedLine } from '../../markup/plain-text.ts'
import { readJson } from '../../read-json.ts'
import { asinInAddress, momentOf, numberOf, tidyText } from './page-text.ts'

const MOST_SCRIPTS = 20
const MOST_CHARACTERS = 500_000
const MOST_NODES = 5000
const ARTICLES = new Set(['Article', 'NewsArticle', 'BlogPosting', 'Review', 'AdvertiserContentArticle'])

type Node = Readonly<Record<string, unknown>>

/** What a page says of a product in its linked data. */
export interface LinkedProduct {
  asin: string | null
  name: string | null
  image: string | null
  award: string | null
  offerBy: string | null
  highlight: string | null
  price: number | null
  priceLimit: number | null
  oos: boolean | null
  rate: number | null
  totalRatings: number | null
}

export interface LinkedData {
  title: string | null
  listTitle: string | null
  image: string | null
  writer: string | null
  writerIcon: string | null
  updatedAt: string | null
  description: string | null
  products: LinkedProduct[]
  /** Questions that the page answers. */
  questions: string[]
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const first = (value: unknown): unknown => (Array.isArray(value) ? value[0] : value)

/** An address or a moment, or that of a record under one of the keys. */
function valueIn(value: unknown, most: number, ...keys: string[]): string | null {
  const one = first(value)
  const text = isNode(one) ? keys.map((key) => one[key]).find((each) => typeof each === 'string') : one
  if (typeof text !== 'string') return null
  return tidyText(text, most) || null
}

/** A text for readers, which many sites leave escaped as in their HTML. */
const said = (value: unknown, most: number, ...keys: string[]) =>
  unescapedLine(valueIn(value, most, ...keys) ?? '') || null

function amount(value: unknown): number | null {
  const one = first(value)
  if (typeof one === 'number') return Number.isFinite(one) ? one : null
  return typeof one === 'string' && one.length < 20 && one !== ''
    ? numberOf(one.replace(/^[$£€]\s?/, ''))
    : null
}

const typesOf = ({ '@type': type }: Node) =>
  (Array.isArray(type) ? type : [type]).filter((each) => typeof each === 'string')

function stockOf(availability: string | null): boolean | null {
  if (availability === null) return null
  if (/(OutOfStock|SoldOut|Discontinued)$/.test(availability)) return true
  return /(InStock|LimitedAvailability|OnlineOnly)$/.test(availability) ? false : null
}

function productOf(node: Node): LinkedProduct {
  const offer = first(node.offers)
  const offers: Node = isNode(offer) ? offer : {}
  const rating = first(node.aggregateRating)
  const ratings: Node = isNode(rating) ? rating : {}
  const numbers = [node.asin, node.sku, node.productID].filter((each) => typeof each === 'string')
  const named = numbers.map((each) => each.toUpperCase()).find((each) => /^B0[A-Z0-9]{8}$/.test(each))
  const linked = [valueIn(node.url, 2000), valueIn(node['@id'], 2000), valueIn(offers.url, 2000)]
  return {
    asin:
      linked.map((address) => asinInAddress(address ?? undefined)).find((asin) => asin !== null) ??
      named ??
      null,
    name: said(node.name, 300),
    image: valueIn(node.image, 2000, 'url', 'contentUrl'),
    award: said(node.award, 100),
    offerBy: said(offers.seller, 100, 'name'),
    highlight: said(node.description, 600),
    price: amount(offers.lowPrice ?? offers.price),
    priceLimit: amount(offers.highPrice),
    oos: stockOf(valueIn(offers.availability, 200)),
    rate: amount(ratings.ratingValue),
    totalRatings: amount(ratings.reviewCount ?? ratings.ratingCount),
  }
}

/** Everything described anywhere in the data, each once, no more than a page has. */
function nodesIn(roots: readonly unknown[]): Node[] {
  const found: Node[] = []
  const waiting: unknown[] = [...roots]
  for (let index = 0; index < waiting.length && index < MOST_NODES; index += 1) {
    const value = waiting[index]
    if (Array.isArray(value)) waiting.push(...value.slice(0, MOST_NODES))
    else if (isNode(value)) {
      found.push(value)
      waiting.push(
        ...Object.values(value)
          .slice(0, 100)
          .filter((each) => typeof each === 'object'),
      )
    }
  }
  return found
}

/** What a page says of itself for machines, `@graph` and lists included. */
export function readLinkedData($: CheerioAPI): LinkedData {
  const scripts = $('script[type="application/ld+json"]').slice(0, MOST_SCRIPTS)
  const nodes = nodesIn(
    scripts
      .toArray()
      .map((script) => $(script).text())
      .filter((text) => text.length <= MOST_CHARACTERS)
      .map((text) => readJson(text)),
  )
  const article = nodes.find((node) => typesOf(node).some((type) => ARTICLES.has(type)))
  const list = nodes.find((node) => typesOf(node).includes('ItemList'))
  return {
    title: said(article?.headline, 300) ?? said(article?.name, 300),
    listTitle: said(list?.name, 300),
    image: valueIn(article?.image, 2000, 'url', 'contentUrl'),
    writer: said(article?.author, 100, 'name'),
    writerIcon: isNode(first(article?.author))
      ? valueIn((first(article?.author) as Node).image, 2000, 'url', 'contentUrl')
      : null,
    updatedAt:
      momentOf(valueIn(article?.dateModified, 40) ?? undefined) ??
      momentOf(valueIn(article?.datePublished, 40) ?? undefined),
    description: said(article?.description, 4000),
    products: nodes.filter((node) => typesOf(node).includes('Product')).map(productOf),
    questions: nodes
      .filter((node) => typesOf(node).includes('Question'))
      .flatMap(({ name }) => said(name, 500) ?? []),
  }
}
