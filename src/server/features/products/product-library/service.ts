import type { ProductFilter, ProductQuery } from '#shared/features/products/product-library/contract.ts'
import { dayAt } from '#shared/format/day.ts'
import { DAY_MS } from '#shared/format/duration.ts'
import type { Db } from '../../../db/connect.ts'
import { notFound } from '../../../errors.ts'
import type { Caller } from '../../../security/actor.ts'
import type { ScanDeps } from './deps.ts'
import { listMentions, listStories } from './mention-queries.ts'
import * as queries from './queries.ts'
import { findScanWithUser, findShownScan } from './scan-queries.ts'
import { countCalls } from './scan-store.ts'
import { askForScan } from './verbs/ask-for-scan.ts'

/** Pages up to here are read without waiting for their total. */
const NEAR = 1000
const PRICE_DAYS = 180
/** How many a filter finds, and how many in each state. */
async function countFound({ db }: ScanDeps, { query, stock }: ProductFilter) {
  const stocks = query === '' ? await queries.readStoredCounts(db) : await queries.countFound(db, query)
  if (stocks !== null) {
    const all = Object.values(stocks).reduce((sum, count) => sum + count, 0)
    return { stocks, total: stock === null ? all : stocks[stock], isMore: false }
  }
  const count = stock === null ? Number.POSITIVE_INFINITY : await queries.countUpTo(db, { query, stock })
  return { stocks, total: Math.min(count, queries.MOST_COUNTED), isMore: count > queries.MOST_COUNTED }
}

async function findProduct(db: Db, id: number, now: Date): Promise<queries.ReadProduct> {
  const found = await queries.readProduct(db, id, now)
  if (found === undefined) throw notFound('Product')
  return found
}

/** The Products Library: recommended products, their stock, and stock scans. */
export function createLibraryService(deps: ScanDeps) {
  const { db, clock, timeZone, products, callsPerDay } = deps
  const find = (id: number) => findProduct(db, id, clock())
  const asinOf = async (id: number) => (await find(id)).product.asin

  return {
    async listProducts({ page, perPage: limit, sort, sortOrder, ...filter }: ProductQuery) {
      const offset = (page - 1) * limit
      const counting = countFound(deps, filter)
      // A near page does not wait for its total, which would only tell from which end it is nearer.
      const total = offset < NEAR ? null : await counting.then((found) => (found.isMore ? null : found.total))
      const listed = { filter, sort, sortOrder, limit, offset, total }
      const [counted, rows] = await Promise.all([counting, queries.listProducts(db, listed, clock())])
      return { ...counted, rows }
    },
    readProduct: find,
    async listStocks(id: number) {
      await find(id)
      return queries.listStocks(db, id)
    },
    async listPrices(id: number) {
      await find(id)
      return queries.listPrices(db, id, new Date(clock().getTime() - PRICE_DAYS * DAY_MS))
    },
    async readProviderData(id: number) {
      const asin = await asinOf(id)
      const reading = (await products.readProducts([asin])).get(asin)
      if (reading === undefined) throw notFound('Product')
      return reading
    },
    async listStats(id: number) {
      const asin = await asinOf(id)
      return { asin, stories: await listStories(db, asin) }
    },
    listMentions: async (actor: Caller, id: number) => listMentions(db, await asinOf(id), actor.id),
    async readScans() {
      const [isScanning, running, last, calls] = await Promise.all([
        deps.isScanning(),
        findShownScan(db, 'running'),
        findShownScan(db, 'last'),
        countCalls(db, dayAt(clock(), timeZone)),
      ])
      return { isScanning, running, last, calls, callsPerDay }
    },
    async askForScan(actor: Caller, filter: ProductFilter) {
      const scan = await askForScan(deps, actor, filter)
      return (await findScanWithUser(db, scan.id)) ?? { scan, user: null }
    },
  }
}
export type LibraryService = ReturnType<typeof createLibraryService>
