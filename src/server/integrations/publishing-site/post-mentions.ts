import { load } from 'cheerio/slim'
import { z } from 'zod'
import { tidyAsin } from '#shared/features/products/products/rules.ts'
import { GOODS_NUMBER, isShortAddress, saleOfAddress } from '#shared/format/amazon-address.ts'
import { beginningOf, lineOf } from '../../markup/plain-text.ts'
import { readJson } from '../../read-json.ts'
import { isLinkWords } from '../link-words.ts'
import { readContent } from './block-markup.ts'
import { type MarkedProduct, readBlockComment, readShortcodes } from './plugin-markup.ts'

export interface MentionedProduct extends MarkedProduct {
  award: string
}

export interface PostMentions {
  products: MentionedProduct[]
  /** How many short links there are that only the marketplace can follow: which products they sell is unknown. */
  shortLinks: number
  /** Affiliate tag of each product's links: of each product, the first link with a tag. */
  tags: ReadonlyMap<string, string>
}

const MOST_PRODUCTS = 200
/** No real post is longer. A longer one would block everything else while being parsed. */
const MOST_CHARACTERS = 1_000_000
const MOST_NODES = 40_000
const LONGEST_NAME = 300
/** In what plugins show, and in what editors write: `data-asin`, `data-aawp-product-asin`, `data-product-id`… */
const DATA_KEY = /^data-(?:[a-z0-9-]*-)?(?:asin|product-id|amazon-id)$/
/** Deeper nesting does not occur in real posts. */
const DEEPEST = 12

type Node = NonNullable<ReturnType<ReturnType<typeof load>['root']>[0]>['children'][number]

interface Found {
  products: MarkedProduct[]
  short: Set<string>
  tags: Map<string, string>
}

function wordsIn(node: Node, depth = 0): string {
  if (node.type === 'text') return node.data
  if (depth > DEEPEST || !('children' in node)) return ''
  return node.children.map((each) => wordsIn(each, depth + 1)).join(' ')
}

function nameIn(node: Node): string {
  const words = wordsIn(node).replace(/\s+/g, ' ').trim()
  return isLinkWords(words) ? '' : words
}

function readElement(node: Node, found: Found): void {
  if (node.type === 'comment') found.products.push(...readBlockComment(node.data))
  if (!('attribs' in node)) return
  for (const [key, value] of Object.entries(node.attribs)) {
    const asin = tidyAsin(value)
    if (DATA_KEY.test(key) && GOODS_NUMBER.test(asin)) found.products.push({ asin, name: '' })
  }
  const { href } = node.attribs
  if (node.name !== 'a' || href === undefined) return
  const sale = saleOfAddress(href)
  if (sale === null) {
    if (isShortAddress(href)) found.short.add(href)
    return
  }
  const { asin, tag } = sale
  found.products.push({ asin, name: nameIn(node) })
  if (tag !== null && !found.tags.has(asin)) found.tags.set(asin, tag)
}

/** What links, data and blocks of a piece of HTML name, in the order of the page. */
function readHtml(html: string, found: Found): void {
  const waiting: Node[] = load(beginningOf(html, MOST_NODES)).root().get(0)?.children.toReversed() ?? []
  for (let count = 0; count < MOST_NODES; count++) {
    const node = waiting.pop()
    if (node === undefined) return
    readElement(node, found)
    if ('children' in node) waiting.push(...node.children.toReversed())
  }
}

const OwnProducts = z.array(z.object({ asin: z.string(), award: z.string().catch('') }))

/** What our own field says that the post sells, as JSON. */
function ownProducts(json: string | undefined): MentionedProduct[] {
  const products = OwnProducts.safeParse(readJson(json ?? '')).data ?? []
  return products.map(({ asin, award }) => ({ asin: asin.toUpperCase(), name: '', award }))
}

/**
 * The products that a post recommends, in order, each once: from our own blocks and field, marketplace links
 * in all forms, and plugins' markup, both as stored and as rendered by the site.
 */
export function readMentions(post: {
  raw: string
  /** The rendered content; equal to the raw one if the site returns nothing else. */
  rendered: string
  /** Our own field of products. */
  products?: string | undefined
}): PostMentions {
  const found: Found = { products: [], short: new Set(), tags: new Map() }
  const ours = post.raw.includes('aop-product') ? readContent(post.raw).products : []
  const own = [...ours, ...ownProducts(post.products)]
  if (post.rendered !== post.raw) readHtml(post.rendered, found)
  readHtml(post.raw, found)
  found.products.push(...readShortcodes(post.raw.slice(0, MOST_CHARACTERS)))
  const products = new Map<string, MentionedProduct>()
  const plain = found.products.map((product) => ({ ...product, award: '' }))
  for (const { asin, name, award } of [...own, ...plain]) {
    if (!GOODS_NUMBER.test(asin)) continue
    const known = products.get(asin)
    if (known === undefined && products.size >= MOST_PRODUCTS) break
    const called = lineOf(name).slice(0, LONGEST_NAME).toWellFormed()
    products.set(asin, {
      asin,
      name: known?.name || called,
      award: known?.award || award.slice(0, LONGEST_NAME),
    })
  }
  return { products: [...products.values()], shortLinks: found.short.size, tags: found.tags }
}
