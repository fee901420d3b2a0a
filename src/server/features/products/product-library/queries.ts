import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type {
  Product,
  ProductFilter,
  ProductSort,
  StockCounts,
} from '#shared/features/products/product-library/contract.ts'
import { SHOWN_DAYS, STOCKS, type Stock } from '#shared/features/products/product-library/rules.ts'
import type { Db } from '../../../db/connect.ts'
import { productCounts, productPrices, productStocks, products } from '../../../db/schema/products.ts'
import { asLiteral } from '../../../db/sql/like-pattern.ts'
import { readingOrder } from '../../../db/sql/reading-order.ts'
import { stockOrder } from '../../../db/sql/stock-order.ts'
import type { CatalogItem } from '../../../integrations/product-catalog/port.ts'

const MOST_WORDS = 10
/** Shorter words are inside every second name, and no index finds them there. */
const INDEXED_LENGTH = 3
/** What words find is counted up to here. */
export const MOST_COUNTED = 10_000
const MOST_AWARDS = 10
const MOST_CHANGES = 500

/** Every word must be somewhere in the name or the ASIN; one or two letters must begin a word. */
function contains(typed: string): SQL[] {
  const words = typed.split(/\s+/).filter((word) => word !== '')
  return words.slice(0, MOST_WORDS).map((word) => {
    const text = asLiteral(word)
    if (word.length >= INDEXED_LENGTH)
      return sql`(p.name ilike ${`%${text}%`} or p.asin ilike ${`%${text}%`})`
    return sql`(p.name ilike ${`${text}%`} or p.name ilike ${`% ${text}%`} or p.asin ilike ${`${text}%`})`
  })
}

/** What a filter asks of `products p`. */
export function matchingProducts({ query, stock }: ProductFilter): SQL {
  const asked = [...contains(query), ...(stock === null ? [] : [sql`p.stock = ${stock}`])]
  return asked.length === 0 ? sql`true` : sql.join(asked, sql` and `)
}

// Each order has an index, which can be read in both directions.
const ORDERS: Record<ProductSort, { asc: SQL; desc: SQL }> = {
  product_id: { asc: sql`p.product_id`, desc: sql`p.product_id desc` },
  asin: { asc: sql`p.asin`, desc: sql`p.asin desc` },
  name: {
    asc: sql`${readingOrder(sql`p.name`)}, p.product_id`,
    desc: sql`${readingOrder(sql`p.name`)} desc, p.product_id desc`,
  },
  in_stock: {
    asc: sql`${stockOrder(sql`p.stock`)}, p.asin`,
    desc: sql`${stockOrder(sql`p.stock`)} desc, p.asin desc`,
  },
  countArticles: {
    asc: sql`p.article_count, p.product_id`,
    desc: sql`p.article_count desc, p.product_id desc`,
  },
  earnings_30d: {
    asc: sql`p.earnings_30d nulls first, p.product_id desc`,
    desc: sql`p.earnings_30d desc nulls last, p.product_id`,
  },
}

interface PageOf {
  filter: ProductFilter
  sort: ProductSort
  sortOrder: 'asc' | 'desc'
  limit: number
  offset: number
  /** The total number, if it is known exactly. */
  total: number | null
}

/** Ids of one page and their positions, read from the nearer end if the total is known. */
function pageOf({ filter, sort, sortOrder, limit, offset, total }: PageOf): SQL {
  const after = total === null ? 0 : total - offset - limit
  const isBackwards = total !== null && offset > Math.max(after, 0)
  // The products of one state are ordered by ASIN, for which there is a smaller index.
  const by = filter.stock !== null && sort === 'in_stock' ? 'asin' : sort
  const order = ORDERS[by][isBackwards === (sortOrder === 'asc') ? 'desc' : 'asc']
  const [most, skipped] = isBackwards
    ? [Math.max(limit + Math.min(after, 0), 0), Math.max(after, 0)]
    : [limit, offset]
  const place = sql.raw(isBackwards ? '-row_number() over ()' : 'row_number() over ()')
  return sql`(select id, ${place} as place from (
    select p.product_id as id from products p where ${matchingProducts(filter)}
    order by ${order} limit ${most}::int offset ${skipped}::bigint) found) page`
}

const countsOf = (rows: readonly { stock: Stock; products: number }[]): StockCounts => {
  const known = new Map(rows.map(({ stock, products: count }) => [stock, count]))
  // One for each state, which is what the type says.
  return Object.fromEntries(STOCKS.map((stock) => [stock, known.get(stock) ?? 0])) as StockCounts
}

/** Stored number of products per state. */
export async function readStoredCounts(db: Db): Promise<StockCounts> {
  return countsOf(
    await db
      .select({ stock: productCounts.stock, products: sql<number>`sum(${productCounts.products})::int` })
      .from(productCounts)
      .groupBy(productCounts.stock),
  )
}

/** Number of matches per state; null if there are more than `MOST_COUNTED`. */
export async function countFound(db: Db, query: string): Promise<StockCounts | null> {
  const { rows } = await db.execute<{ stock: Stock; products: number }>(sql`
    select stock, count(*)::int as products from (
      select p.stock from products p where ${matchingProducts({ query, stock: null })} limit ${MOST_COUNTED + 1}::int
    ) found group by stock`)
  const total = rows.reduce((sum, { products: count }) => sum + count, 0)
  return total > MOST_COUNTED ? null : countsOf(rows)
}

/** How many a filter finds, counted up to one more than `MOST_COUNTED`. */
export async function countUpTo(db: Db, filter: ProductFilter): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from (
      select from products p where ${matchingProducts(filter)} limit ${MOST_COUNTED + 1}::int) found`)
  return rows[0]?.count ?? 0
}

const p = alias(products, 'p')

export interface ReadProduct {
  product: typeof products.$inferSelect
  awards: string[]
  /** The catalogue's last reading and its time; null without one, or if the product does not exist there. */
  item: CatalogItem | null
  readAt: Date | null
  /** Its changes of the last days, the earliest first, and the one before them. */
  recent: { stock: Stock; created_at: string }[]
  /** What posts lose by it; null while it can be bought, or none recommends it. */
  risk: Product['risk']
}

const riskOf = sql`(select case when count(*) > 0 then json_build_object('weekly', sum(cents),
  'is_estimated', coalesce(bool_or(is_estimated) filter (where cents is not null), false), 'posts', count(*)) end
  from stock_risks k where k.asin = p.asin)`

// Asked row by row, of the few that a page shows; those of drafts are their writers’ own affair.
const awardsOf = sql`coalesce((select json_agg(award order by newest desc) from (
  select award, max(newest) as newest from (
    select award, product_id::bigint as newest from article_products join articles r using (article_id)
    where asin = p.asin and r.status <> 'draft' and counts_as_article(r.revises_id, r.status)
    union all select award, content_post_id - 10000000000 from content_products join content_posts c using (content_post_id)
    where asin = p.asin and c.article_id is null and c.gone_at is null) told
  where award <> '' group by award order by 2 desc limit ${sql.raw(String(MOST_AWARDS))}) a), '[]')`

const recentOf = (
  from: SQL,
) => sql`coalesce((select json_agg(json_build_object('stock', stock, 'created_at', created_at)
  order by created_at) from (
    select stock, created_at from product_stocks s where s.product_id = p.product_id and s.created_at >= ${from}
    union all (select stock, created_at from product_stocks s
      where s.product_id = p.product_id and s.created_at < ${from} order by created_at desc limit 1)) s), '[]')`

/** Everything that is shown of some products, whose numbers and places `page` has, in the order of their places. */
function readShown(db: Db, page: SQL, now: Date): Promise<ReadProduct[]> {
  const from = sql`${now.toISOString()}::timestamptz - interval '${sql.raw(String(SHOWN_DAYS))} days'`
  return db
    .select({
      product: getTableColumns(p),
      awards: sql<string[]>`${awardsOf}`,
      item: sql<CatalogItem | null>`r.item`,
      readAt: sql<Date | null>`r.read_at`.mapWith(products.scannedAt),
      recent: sql<ReadProduct['recent']>`${recentOf(from)}`,
      risk: sql<ReadProduct['risk']>`${riskOf}`,
    })
    .from(page)
    .innerJoin(p, sql`${p.id} = page.id`)
    .leftJoin(sql`catalog_readings r`, sql`r.asin = p.asin`)
    .orderBy(sql`place`)
}

/** One page of the list. */
export const listProducts = (db: Db, page: PageOf, now: Date) => readShown(db, pageOf(page), now)

export async function readProduct(db: Db, id: number, now: Date): Promise<ReadProduct | undefined> {
  const [found] = await readShown(db, sql`(select ${id}::int as id, 1 as place) page`, now)
  return found
}

/** The history of a product's stock, the newest change first. */
export async function listStocks(db: Db, productId: number) {
  return db
    .select()
    .from(productStocks)
    .where(sql`${productStocks.productId} = ${productId}`)
    .orderBy(sql`${productStocks.createdAt} desc, ${productStocks.id} desc`)
    .limit(MOST_CHANGES)
}

/** What a product cost from a moment on: the price of that moment, and each that came after it. */
export async function listPrices(db: Db, productId: number, from: Date) {
  const start = sql`${from.toISOString()}::timestamptz`
  const first = sql`coalesce((select max(created_at) from product_prices
    where product_id = ${productId} and created_at <= ${start}), ${start})`
  return db
    .select()
    .from(productPrices)
    .where(sql`${productPrices.productId} = ${productId} and ${productPrices.createdAt} >= ${first}`)
    .orderBy(productPrices.createdAt)
}
