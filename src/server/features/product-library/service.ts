import type { ProductFilter, ProductQuery } from '#shared/features/product-library/contract.ts'
import { dayAt } from '#shared/format/day.ts'
import type { Db } from '../../db/connect.ts'
import type { RememberedTotals } from '../../db/remembered-totals.ts'
import { notFound } from '../../errors.ts'
import type { Caller } from '../../security/actor.ts'
import { listMentions, listStories } from './mention-queries.ts'
import type { ScanParts } from './parts.ts'
import * as queries from './queries.ts'
import { findShownScan } from './scan-queries.ts'
import { countCalls } from './scan-store.ts'
import { askForScan } from './verbs/ask-for-scan.ts'

const PRICE_DAYS = 180
const DAY_MS = 86_400_000

interface ServiceParts extends ScanParts {
  totals: RememberedTotals
}

/** How many a filter finds, and how many in each state. */
async function countFound({ db }: ServiceParts, { query, stock }: ProductFilter) {
  const stocks = query === '' ? await queries.readKeptCounts(db) : await queries.countFound(db, query)
  if (stocks !== null) {
    const all = Object.values(stocks).reduce((sum, count) => sum + count, 0)
    return { stocks, total: stock === null ? all : stocks[stock], isMore: false }
  }
  const count = stock === null ? Number.POSITIVE_INFINITY : await queries.countUpTo(db, { query, stock })
  return { stocks, total: Math.min(count, queries.MOST_COUNTED), isMore: count > queries.MOST_COUNTED }
}

async function findProduct(db: Db, id: number, now: Date): Promise<queries.ReadProduct> {
  const [found] = await queries.readProducts(db, [id], now)
  if (found === undefined) throw notFound('Product')
  return found
}

/** The Products Library: what is recommended, whether it can be bought, and how often that is looked up. */
export function createLibraryService(parts: ServiceParts) {
  const { db, clock, timeZone, products, callsPerDay } = parts
  const find = (id: number) => findProduct(db, id, clock())
  const asinOf = async (id: number) => (await find(id)).product.asin

  return {
    async listProducts({ page, perPage: limit, sort, sortOrder, ...filter }: ProductQuery) {
      const counted = await countFound(parts, filter)
      const total = counted.isMore ? null : counted.total
      const offset = (page - 1) * limit
      const ids = await queries.listProductIds(db, { filter, sort, sortOrder, limit, offset, total })
      return { ...counted, rows: await queries.readProducts(db, ids, clock()) }
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
        parts.isScanning(),
        findShownScan(db, 'running'),
        findShownScan(db, 'last'),
        countCalls(db, dayAt(clock(), timeZone)),
      ])
      return { isScanning, running, last, calls, callsPerDay }
    },
    askForScan: (actor: Caller, filter: ProductFilter) => askForScan(parts, actor, filter),
  }
}
export type LibraryService = ReturnType<typeof createLibraryService>
