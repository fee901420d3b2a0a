import { inArray, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { articleProducts, articles } from '#server/db/schema/articles.ts'
import { catalogGoods } from '#server/db/schema/catalog.ts'
import { contentProducts } from '#server/db/schema/content.ts'
import { productPrices, productStocks, products, stockScans } from '#server/db/schema/products.ts'
import { saveReadings } from '#server/features/products/products/store.ts'
import { createBuiltInCatalog } from '#server/integrations/product-catalog/built-in.ts'
import { dayOf, quoteOf } from '#server/integrations/product-catalog/day-trade.ts'
import type { Stock } from '#shared/features/products/product-library/rules.ts'
import { dayAt } from '#shared/format/day.ts'
import { DAY_MS, HOUR_MS } from '#shared/format/duration.ts'
import { inventedAsin } from './asin.ts'
import { RECOMMENDED, type SampleGood, sampleGoods } from './goods.ts'
import { goneFor, isGone } from './tracked.ts'

const HISTORY_DAYS = 90
/** After midnight each day was scanned, the last time this long ago. */
const SCANNED_AT_MS = 3 * HOUR_MS
/** The number of scans since the marketplace dropped the products it no longer sells. */
const UNKNOWN_SCANS = 12
/** Products of the newest articles that have not been scanned yet. */
const NEW_ARTICLES = 3
const ROWS_PER_INSERT = 2000

interface Told {
  stock: Stock
  at: Date
}

/** When the products were scanned: once a day, today a few hours ago. */
function scansUpTo(now: Date): Date[] {
  const last = now.getTime() - SCANNED_AT_MS
  const today = Math.floor(last / DAY_MS) * DAY_MS
  const days = Array.from(
    { length: HISTORY_DAYS },
    (_, index) => today - (HISTORY_DAYS - index - 1) * DAY_MS + SCANNED_AT_MS,
  )
  return [...days.slice(0, -1), last].map((moment) => new Date(moment))
}

const stockIn = (cents: number | null): Stock => (cents === null ? 'OUT_OF_STOCK' : 'IN_STOCK')

/** Price in cents on this day; null while out of stock. A discontinued product had its list price before. */
function pastQuoteOf(good: SampleGood, day: number, today: number): number | null {
  if (!isGone(good)) return quoteOf(good, day)
  return today - day <= goneFor(good) ? null : good.listPrice
}

/** History from the scans of a product of the built-in marketplace: changes of its stock and price. */
function historyOf(good: SampleGood, scans: readonly Date[]) {
  const today = dayOf(scans.at(-1) ?? new Date(0))
  const quotes = scans.map((at) => ({ at, cents: pastQuoteOf(good, dayOf(at), today) }))
  const stocks: Told[] = quotes
    .map(({ at, cents }) => ({ at, stock: stockIn(cents) }))
    .filter(({ stock }, index, all) => stock !== all[index - 1]?.stock)
  const prices = quotes
    .flatMap(({ at, cents }) => (cents === null ? [] : [{ at, cents }]))
    .filter(({ cents }, index, all) => cents !== all[index - 1]?.cents)
  return { stocks, prices }
}

/** Each change of a product's stock that the scans have seen, the earliest first. */
export const stockChanges = (good: SampleGood, now: Date): Told[] => historyOf(good, scansUpTo(now)).stocks

async function insertAll<Row>(
  rows: readonly Row[],
  insert: (some: Row[]) => Promise<unknown>,
): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_PER_INSERT)
    await insert(rows.slice(from, from + ROWS_PER_INSERT))
}

/** The products by number and ASIN that have been there long enough to be scanned. */
async function listScanned(tx: Db) {
  return tx
    .select({ id: products.id, asin: products.asin })
    .from(products)
    .where(
      sql`exists (select from ${articleProducts} join ${articles} using (article_id)
          where ${articleProducts.asin} = ${products.asin} and ${articles.id} not in
            (select article_id from articles order by created_at desc, article_id limit ${NEW_ARTICLES}::int))
        or exists (select from ${contentProducts} where ${contentProducts.asin} = ${products.asin})`,
    )
    .orderBy(products.id)
}

/** One of the two discontinued products no longer exists in the marketplace. */
async function withdraw(tx: Db, asin: string | undefined): Promise<void> {
  if (asin !== undefined) await tx.delete(catalogGoods).where(inArray(catalogGoods.asin, [asin]))
}

async function storeStates(
  tx: Db,
  states: readonly (Told & { id: number })[],
  scannedAt: Date,
): Promise<void> {
  await tx.execute(sql`
    update products p set stock = t.stock, stock_since = t.since, scanned_at = ${scannedAt.toISOString()}::timestamptz
    from unnest(${sql.param(states.map(({ id }) => id))}::int[], ${sql.param(states.map(({ stock }) => stock))}::text[],
      ${sql.param(states.map(({ at }) => at.toISOString()))}::timestamptz[]) t(id, stock, since)
    where p.product_id = t.id`)
}

/** What the last scan has said of the products, as the marketplace's pages still show it. */
async function storeLastReadings(tx: Db, asins: readonly string[], scannedAt: Date): Promise<void> {
  const { items } = await createBuiltInCatalog({ db: tx, clock: () => scannedAt }).getItems(asins)
  await saveReadings(
    tx,
    items.map((item) => ({ asin: item.asin, item })),
    scannedAt,
  )
}

/** Products of categories with a discontinued one, as if a user had looked for a replacement. */
function onShelvesOfGone(goods: readonly SampleGood[]): string[] {
  const shelfOf = ({ categories }: SampleGood) => categories.at(-1)
  const shelves = new Set(goods.filter(isGone).map(shelfOf))
  return goods.filter((good) => shelves.has(shelfOf(good))).map(({ asin }) => asin)
}

/** What the daily scans of three months have found out about the products that the sample's articles recommend. */
export async function insertStock(
  tx: Db,
  { now, timeZone = 'UTC' }: { now: Date; timeZone?: string },
): Promise<void> {
  const goods = new Map(sampleGoods().map((good) => [good.asin, good]))
  const scans = scansUpTo(now)
  const [scannedAt = now, before] = [scans.at(-1), scans.at(-2)]
  const unknownSince = scans.at(-UNKNOWN_SCANS) ?? scannedAt
  const scanned = await listScanned(tx)
  const isGoneNow = (asin: string) => {
    const good = goods.get(asin)
    return good !== undefined && isGone(good)
  }
  // Products named in articles stay, so that they can be replaced.
  const named = new Set(RECOMMENDED.map(({ name }) => inventedAsin(name)))
  const withdrawn = scanned.find(({ asin }) => isGoneNow(asin) && !named.has(asin))?.asin
  await withdraw(tx, withdrawn)
  const histories = scanned.map(({ id, asin }) => {
    const good = goods.get(asin)
    const known = good ? historyOf(good, scans) : { stocks: [], prices: [] }
    if (good && asin !== withdrawn) return { id, ...known }
    return { id, prices: [], stocks: [...known.stocks, { stock: 'INVALID_ASIN' as const, at: unknownSince }] }
  })
  const stocks = histories.flatMap(({ id, stocks: told }) =>
    told.map(({ stock, at }) => ({ productId: id, stock, createdAt: at })),
  )
  const prices = histories.flatMap(({ id, prices: told }) =>
    told.map(({ at, cents }) => ({ productId: id, createdAt: at, cents, currency: 'USD' })),
  )
  await insertAll(
    stocks.toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime()),
    (some) => tx.insert(productStocks).values(some),
  )
  await insertAll(prices, (some) => tx.insert(productPrices).values(some))
  const states = histories.flatMap(({ id, stocks: told }) => told.slice(-1).map((last) => ({ id, ...last })))
  await storeStates(tx, states, scannedAt)
  const read = [...scanned.map(({ asin }) => asin), ...onShelvesOfGone([...goods.values()])]
  await storeLastReadings(
    tx,
    [...new Set(read)].filter((asin) => asin !== withdrawn),
    scannedAt,
  )
  const news = stocks.filter(({ createdAt }) => createdAt >= scannedAt && before !== undefined)
  const found = (stock: Stock) => news.filter((each) => each.stock === stock).length
  await tx.insert(stockScans).values({
    kind: 'daily',
    day: dayAt(scannedAt, timeZone),
    state: 'finished',
    total: scanned.length,
    done: scanned.length,
    scanned: scanned.length,
    wentOut: found('OUT_OF_STOCK'),
    cameBack: found('IN_STOCK'),
    startedAt: scannedAt,
    endedAt: scannedAt,
  })
}
