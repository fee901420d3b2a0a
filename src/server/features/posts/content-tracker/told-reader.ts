import { z } from 'zod'
import { tidyAsin } from '#shared/features/products/products/rules.ts'
import { withoutInvisible } from '#shared/format/invisible.ts'
import { text } from '#shared/http/fields.ts'
import { holdsSheetError } from '../../../files/sheet-error.ts'
import { recognizeColumns } from '../../../kernel/imports/columns.ts'
import type { ImportRow, TableKind } from '../../../kernel/imports/table-reader.ts'
import { ASIN, dayOf, toldIdentifier, toldWords } from './told-text.ts'

const MOST_PRODUCTS = 200

/** How files of posts are understood. */
export const postsTable: TableKind = {
  recognize: recognizeColumns({
    site: [],
    post_id: [],
    title: ['post title'],
    published: ['post date'],
    modified: [],
    address: ['url', 'permalink', 'link'],
    focus_keyword: ['keyword'],
    picture: ['picture url'],
    tracking_id: [],
    products: ['items', 'product list'],
  }),
  expected: [
    ...['Site', 'Post_ID', 'Title', 'Published', 'Modified', 'Address', 'Focus_keyword', 'Picture'],
    ...['Tracking_ID', 'Products'],
  ],
}

const Product = z.object({
  asin: z.string().transform(tidyAsin).pipe(z.string().regex(ASIN)),
  name: text(1000).default(''),
  award: text(1000).default(''),
  image: text(2000).nullish(),
})
const Products = z.array(Product).max(MOST_PRODUCTS)
type Product = z.infer<typeof Product>

/** A post as described by a file. Undefined fields are not in the file. */
export interface ToldPost {
  site: string
  postId: string
  title: string
  /** ISO 8601, in UTC unless the file says otherwise. */
  published: string | undefined
  modified: string | undefined
  address: string | undefined
  focusKeyword: string | undefined
  picture: string | undefined
  trackingId: string | undefined
  products: Product[] | undefined
}

const LONGEST = {
  site: 200,
  post_id: 100,
  title: 1000,
  address: 2000,
  focus_keyword: 500,
  picture: 2000,
  tracking_id: 200,
}

/** Columns that name something, where an invisible character would make another name. */
const IDENTIFIERS: ReadonlySet<string> = new Set(['site', 'post_id', 'address', 'picture', 'tracking_id'])

function parseJson(value: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    return null
  }
}

/** Products as a list of objects, or ASINs parted by anything that is no letter or digit. */
function productsOf(cell: unknown): Product[] | undefined | null {
  if (cell === undefined || cell === null || cell === '') return undefined
  const isPlain = typeof cell === 'string' && !cell.trim().startsWith('[')
  const list =
    typeof cell === 'string'
      ? isPlain
        ? withoutInvisible(cell)
            .split(/[^a-z0-9]+/i)
            .filter(Boolean)
        : parseJson(cell)
      : cell
  const objects = Array.isArray(list)
    ? list.map((each) => (typeof each === 'string' ? { asin: each } : each))
    : list
  const parsed = Products.safeParse(objects)
  return parsed.success ? parsed.data : null
}

/** A day, or a moment as ISO 8601 writes it. Null where it is neither. */
function momentOf(words: string | undefined): string | undefined | null {
  if (words === undefined) return undefined
  const day = dayOf(words)
  if (day === null) return null
  const isMoment = /^\d{4}-\d+-\d+[T ]\d/.test(words)
  const moment = new Date(isMoment ? words.replace(' ', 'T') : `${day}T00:00:00Z`)
  return Number.isNaN(moment.getTime()) ? null : moment.toISOString()
}

/** An address of the web, or a path below the site's. */
function isAddress(words: string | undefined): boolean {
  if (words === undefined || /^\/[^/\\]/.test(words) || words === '/') return true
  return /^https?:\/\//i.test(words) && URL.canParse(words)
}

/** What sites number or name their posts by. */
const POST_ID = /^[\p{L}\p{N}._:-]+$/u

/** The parsed post, or a sentence about the line's fault. */
export function readToldPost({ cells }: Pick<ImportRow, 'cells'>): ToldPost | string {
  const words = Object.fromEntries(
    Object.keys(LONGEST).map((name) => [
      name,
      (IDENTIFIERS.has(name) ? toldIdentifier : toldWords)(cells, name),
    ]),
  )
  for (const [name, most] of Object.entries(LONGEST)) {
    const said = words[name]
    if (holdsSheetError(said)) return `${name}: Contains a spreadsheet error`
    if (said !== undefined && !text(most).safeParse(said).success)
      return `${name}: Must be text of at most ${most.toLocaleString('en')} characters`
  }
  const { site, post_id: postId, title } = words
  if (site === undefined) return 'site: Missing site'
  if (postId === undefined) return 'post_id: Missing post ID'
  if (!POST_ID.test(postId)) return 'post_id: Must be letters, digits, dots, hyphens or colons'
  if (title === undefined) return 'title: Missing title'
  for (const name of ['address', 'picture'] as const)
    if (!isAddress(words[name])) return `${name}: Must be an address that begins with https:// or with /`
  const published = momentOf(toldWords(cells, 'published'))
  const modified = momentOf(toldWords(cells, 'modified'))
  if (published === null) return 'published: Must be a date such as 2026-03-01'
  if (modified === null) return 'modified: Must be a date such as 2026-03-01'
  const products = productsOf(cells.products)
  if (products === null)
    return `products: Must be at most ${MOST_PRODUCTS} ASINs, or a list of products as JSON, each with its asin`
  return {
    site,
    postId,
    title,
    published,
    modified,
    address: words.address,
    focusKeyword: words.focus_keyword,
    picture: words.picture,
    trackingId: words.tracking_id,
    products,
  }
}
