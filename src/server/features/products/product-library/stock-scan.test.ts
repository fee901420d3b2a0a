import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/format/duration.ts'
import { articleProducts } from '../../../db/schema/articles.ts'
import { IntegrationError, type IntegrationErrorKind } from '../../../integrations/integration-error.ts'
import type { CatalogItem, ProductCatalog } from '../../../integrations/product-catalog/port.ts'
import { RESUME_RUNS } from '../../../kernel/runs/resume-runs.ts'
import { type Api, type Client, startApi } from '../../../testing/api.ts'
import { buildArticle } from '../../../testing/builders.ts'
import { insertSamplePassword } from '../../ground/system/store.ts'
import { updateStocks } from './stock-store.ts'

let api: Api
let manager: Client
/** The questions that the catalogue was asked. */
let questions: string[][]
let stocks: Map<string, CatalogItem['stock']>
let answering: () => void
let beforeAnswer: () => Promise<void>
/** Of these the catalogue says something that nobody understands. */
let unverified: Set<string>
const fails = (kind: IntegrationErrorKind, retryAfterMs?: number) => () => {
  throw new IntegrationError('No', {
    system: 'Shop',
    kind,
    operation: 'read items',
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  })
}
const catalog: ProductCatalog = {
  async getItems(asins) {
    questions.push([...asins])
    await beforeAnswer()
    answering()
    const known = asins.filter((asin) => stocks.has(asin))
    return {
      items: known.map((asin) => ({
        asin,
        title: `The ${asin}`,
        stock: stocks.get(asin) ?? 'IN_STOCK',
        ...(unverified.has(asin) ? { isUnverified: true } : {}),
      })),
      invalid: asins.filter((asin) => asin.startsWith('B0GONE')),
    }
  },
  check: async () => ({ adapter: 'test', ok: true, detail: '' }),
}

const start = async (environment: Record<string, string> = {}) => {
  api = await startApi({ STOCK_SCAN_AT: '00:00', ...environment }, { catalog })
  await insertSamplePassword(api.database.db, 'secret')
  manager = await api.as('opm')
}
beforeEach(() => {
  questions = []
  stocks = new Map()
  unverified = new Set()
  answering = () => {}
  beforeAnswer = async () => {}
})
afterEach(() => api.close())

const rowsOf = async (query: string) => (await api.database.pool.query(query)).rows
const asinOf = (number: number) => `B0SCAN${String(number).padStart(4, '0')}`
const asinsOf = (count: number) => Array.from({ length: count }, (_, index) => asinOf(index))

/** Products that one article recommends, all of them in stock. */
async function addProducts(asins: readonly string[]) {
  const { id: articleId } = await buildArticle(api.database.db, { userId: manager.id })
  await api.database.db.delete(articleProducts)
  await api.database.pool.query('delete from products where article_count = 0')
  await api.database.db
    .insert(articleProducts)
    .values(asins.map((asin, position) => ({ articleId, position, asin, name: '', award: '' })))
  for (const asin of asins) if (!asin.startsWith('B0GONE')) stocks.set(asin, 'IN_STOCK')
}
const begin = () => api.runJob('product-library.begin-scan')
/** Begins a scan if it is due, and runs it. */
const scan = async () => {
  await begin()
  await api.app.queue.drain()
}
const states = async () =>
  Object.fromEntries(
    (await rowsOf('select asin, stock from products order by asin')).map(({ asin, stock }) => [asin, stock]),
  )
const history = async (asin: string) =>
  (
    await rowsOf(
      `select s.stock from product_stocks s join products using (product_id) where asin = '${asin}' order by s.created_at`,
    )
  ).map(({ stock }) => stock)
const scans = async () => (await manager.get('/api/products/scans')).body

describe('the daily scan', () => {
  it('queries ten at a time, top earners first, then products never scanned, then the longest unscanned', async () => {
    await start()
    await addProducts(asinsOf(25))
    await api.database.pool.query(`
      update products set scanned_at = now() - interval '3 days' + right(asin, 4)::int * interval '1 hour' where asin >= '${asinOf(15)}';
      update products set earnings_30d = 5 where asin = '${asinOf(20)}';
      update products set earnings_30d = 700 where asin = '${asinOf(3)}'`)
    await scan()
    expect(questions.map(({ length }) => length)).toEqual([10, 10, 5])
    const numbers = questions.flat().map((asin) => Number(asin.slice(-4)))
    const never = [0, 1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]
    expect(numbers).toEqual([3, 20, ...never, 15, 16, 17, 18, 19, 21, 22, 23, 24])
    expect(await scans()).toMatchObject({
      is_scanning: true,
      running: null,
      last: { kind: 'daily', state: 'finished', total: 25, done: 25, scanned: 25, failed: 0 },
      calls_today: 3,
    })
    expect(await rowsOf('select from stock_scan_items')).toEqual([])
  })

  it('comes once a day and not early, and new products are scanned within the hour', async () => {
    await start({ STOCK_SCAN_AT: '12:00' })
    await addProducts(asinsOf(3))
    const toNoon = (DAY_MS + 12 * HOUR_MS - (api.now().getTime() % DAY_MS)) % DAY_MS
    api.advance(toNoon - HOUR_MS)
    await scan()
    expect(await scans()).toMatchObject({ last: null })
    const [between] = await rowsOf('select kind, scanned from stock_scans')
    expect(between).toEqual({ kind: 'between', scanned: 3 })
    api.advance(HOUR_MS + MINUTE_MS)
    await scan()
    await scan()
    expect(await scans()).toMatchObject({ last: { kind: 'daily', scanned: 3 } })
    const asked = questions.length
    stocks.set(asinOf(99), 'OUT_OF_STOCK')
    const { id: articleId } = await buildArticle(api.database.db, { userId: manager.id })
    await api.database.db
      .insert(articleProducts)
      .values({ articleId, position: 1, asin: asinOf(99), name: 'New', award: '' })
    api.advance(HOUR_MS)
    await scan()
    expect(questions.slice(asked).flat().toSorted()).toEqual(['B0AAAAAAA1', asinOf(99)])
    expect((await states())[asinOf(99)]).toBe('OUT_OF_STOCK')
  })

  it('treats readings that a page made within the hour as done', async () => {
    await start()
    await addProducts(asinsOf(12))
    const { body } = await manager.get('/api/products?perPage=100')
    for (const { product_id } of body.nodes.slice(0, 11))
      await manager.get(`/api/products/${product_id}/paapi`)
    const asked = questions.length
    await scan()
    expect(questions.slice(asked)).toEqual([[asinOf(11)]])
    expect((await scans()).last).toMatchObject({ done: 12, scanned: 1 })
  })

  it('is not made where no marketplace is connected that knows the products', async () => {
    api = await startApi({ STOCK_SCAN_AT: '00:00' }, { catalog })
    manager = await api.as('opm')
    await addProducts(asinsOf(3))
    await scan()
    expect(questions).toEqual([])
    expect((await scans()).is_scanning).toBe(false)
    const { body } = await manager.get('/api/products')
    await manager.get(`/api/products/${body.nodes[0].product_id}/paapi`)
    expect(new Set(Object.values(await states()))).toEqual(new Set(['NOT_SCANNED']))
    expect((await manager.post('/api/products/scans', { stock: 'All' })).status).toBe(409)
  })
})

describe('a change of stock', () => {
  beforeEach(async () => {
    await start()
    // Hours before the next day's scan, which a few hours more do not reach.
    api.advance(DAY_MS + HOUR_MS - (api.now().getTime() % DAY_MS))
    await addProducts([asinOf(1), 'B0GONE0001'])
    await scan()
  })

  it('is a row of history once it has lasted for an hour, from when it was seen first', async () => {
    expect(await states()).toEqual({ [asinOf(1)]: 'IN_STOCK', B0GONE0001: 'INVALID_ASIN' })
    stocks.set(asinOf(1), 'OUT_OF_STOCK')
    api.advance(DAY_MS)
    const seen = api.now()
    await scan()
    expect((await states())[asinOf(1)]).toBe('IN_STOCK')
    expect((await scans()).last).toMatchObject({ went_out: 0 })
    api.advance(HOUR_MS + MINUTE_MS)
    await scan()
    expect((await states())[asinOf(1)]).toBe('OUT_OF_STOCK')
    expect(await history(asinOf(1))).toEqual(['IN_STOCK', 'OUT_OF_STOCK'])
    const [row] = await rowsOf(`select stock_since from products where asin = '${asinOf(1)}'`)
    expect(Math.abs(row.stock_since.getTime() - seen.getTime())).toBeLessThan(MINUTE_MS)
    expect((await scans()).last).toMatchObject({ kind: 'between', went_out: 1, came_back: 0 })
    stocks.set(asinOf(1), 'IN_STOCK')
    api.advance(DAY_MS)
    await scan()
    api.advance(HOUR_MS + MINUTE_MS)
    await scan()
    expect(await history(asinOf(1))).toEqual(['IN_STOCK', 'OUT_OF_STOCK', 'IN_STOCK'])
    expect((await scans()).last).toMatchObject({ came_back: 1 })
  })

  it('that is taken back within the hour is no news', async () => {
    stocks.set(asinOf(1), 'OUT_OF_STOCK')
    api.advance(DAY_MS)
    await scan()
    stocks.set(asinOf(1), 'IN_STOCK')
    api.advance(HOUR_MS + MINUTE_MS)
    await scan()
    api.advance(HOUR_MS + MINUTE_MS)
    await scan()
    expect(await history(asinOf(1))).toEqual(['IN_STOCK'])
    stocks.set(asinOf(1), 'OUT_OF_STOCK')
    api.advance(DAY_MS)
    await scan()
    expect((await states())[asinOf(1)]).toBe('IN_STOCK')
  })

  it('is never made by a look-up that fails, or that says nothing of a product', async () => {
    api.advance(DAY_MS)
    answering = fails('unavailable')
    const before = questions.length
    await begin()
    for (let tries = 0; tries < 4; tries++) {
      await api.app.queue.drain()
      await api.database.pool.query(
        "update jobs.job set start_after = now() where name = 'product-library.scan-stock' and state < 'active'",
      )
    }
    expect(questions.length - before).toBe(3)
    expect((await scans()).last).toMatchObject({ state: 'finished', scanned: 0, failed: 2 })
    answering = () => {}
    stocks.clear()
    api.advance(DAY_MS)
    await scan()
    expect((await scans()).last).toMatchObject({ scanned: 1, failed: 1 })
    stocks.set(asinOf(1), 'OUT_OF_STOCK')
    unverified.add(asinOf(1))
    api.advance(DAY_MS)
    await scan()
    expect((await scans()).last).toMatchObject({ scanned: 1, failed: 1 })
    api.advance(2 * HOUR_MS)
    await scan()
    expect(await states()).toEqual({ [asinOf(1)]: 'IN_STOCK', B0GONE0001: 'INVALID_ASIN' })
    expect(await history(asinOf(1))).toEqual(['IN_STOCK'])
  })

  it('is not made from an older reading that arrives later', async () => {
    stocks.set(asinOf(1), 'OUT_OF_STOCK')
    const old = { readAt: new Date(api.now().getTime() - DAY_MS), keepsPrices: false }
    await updateStocks(api.database.db, [{ asin: asinOf(1), item: null }], old)
    const [row] = await rowsOf(`select stock, seen_stock from products where asin = '${asinOf(1)}'`)
    expect(row).toEqual({ stock: 'IN_STOCK', seen_stock: null })
  })
})

describe('the budget of a day', () => {
  it('is never exceeded, by any number of scans or a restart, and starts over the next day', async () => {
    await start({ STOCK_SCAN_CALLS_PER_DAY: '3' })
    await addProducts(asinsOf(45))
    await api.database.pool.query('update products set earnings_30d = right(asin, 4)::int + 1')
    await scan()
    expect(questions).toHaveLength(3)
    expect(questions.flat().map((asin) => Number(asin.slice(-4)))).toEqual(
      Array.from({ length: 30 }, (_, index) => 44 - index),
    )
    expect(await scans()).toMatchObject({ calls_today: 3, calls_per_day: 3, last: { done: 30, total: 30 } })
    const refused = await manager.post('/api/products/scans', { stock: 'All' })
    expect([refused.status, refused.body.message]).toEqual([409, 'Today’s calls are used up.'])
    await scan()
    expect(questions).toHaveLength(3)
    api.advance(DAY_MS)
    await scan()
    expect(questions).toHaveLength(6)
  })

  it('is shared by scans that run at the same time: both are stopped when it is used up, and say why', async () => {
    await start({ STOCK_SCAN_CALLS_PER_DAY: '2' })
    await addProducts(asinsOf(30))
    await begin()
    expect((await manager.post('/api/products/scans', { stock: 'All' })).status).toBe(202)
    // One alone would have both calls, and the other one nothing left to ask for: the first answer waits for both.
    const { promise: bothAsked, resolve } = Promise.withResolvers<void>()
    beforeAnswer = () => {
      if (questions.length === 2) resolve()
      return bothAsked
    }
    await api.app.queue.drain()
    expect(questions).toHaveLength(2)
    const stopped = { state: 'stopped', reason: 'Today’s calls are used up.' }
    expect(await rowsOf('select state, reason from stock_scans')).toEqual([stopped, stopped])
  })
})

describe('an account that the vendor refuses', () => {
  it.each([
    ['payment_required', 3600],
    ['unauthorized', 3600],
    ['rate_limited', 420],
  ] as const)(
    'for “%s” is left alone, costs no product its turn, and the scan continues later',
    async (kind, pause) => {
      await start()
      await addProducts(asinsOf(12))
      answering = fails(kind, kind === 'rate_limited' ? 420_000 : undefined)
      await scan()
      expect(questions).toHaveLength(1)
      expect((await scans()).running).toMatchObject({ done: 0, failed: 0, state: 'running' })
      const [waiting] = await rowsOf(
        "select extract(epoch from start_after - now())::int as seconds from jobs.job where name = 'product-library.scan-stock' and state < 'active'",
      )
      expect(waiting.seconds).toBeGreaterThan(pause - 60)
      expect(waiting.seconds).toBeLessThanOrEqual(pause)
      answering = () => {}
      await api.database.pool.query(
        "update jobs.job set start_after = now() where name = 'product-library.scan-stock'",
      )
      await api.app.queue.drain()
      expect((await scans()).last).toMatchObject({ scanned: 12, failed: 0 })
    },
  )
})

describe('a scan that is killed', () => {
  it('resumes where it stopped, with every effect once', async () => {
    await start()
    await addProducts(asinsOf(35))
    await begin()
    answering = () => {
      if (questions.length === 3) throw new Error('killed')
    }
    await expect(api.app.queue.drain()).rejects.toThrow('killed')
    expect((await scans()).running).toMatchObject({ done: 20, scanned: 20 })
    // The job got lost with its server.
    await api.database.pool.query("delete from jobs.job where name = 'product-library.scan-stock'")
    answering = () => {}
    api.advance(HOUR_MS)
    await api.runJob(RESUME_RUNS)
    await api.app.queue.drain()
    expect((await scans()).last).toMatchObject({ state: 'finished', done: 35, scanned: 35 })
    expect(questions.flat().filter((asin) => asin === asinOf(0))).toHaveLength(1)
    const [rows] = await rowsOf(
      'select count(*)::int, count(distinct product_id)::int as products from product_stocks',
    )
    expect(rows).toEqual({ count: 35, products: 35 })
  })

  it('and carried out by two servers at once counts every product once', async () => {
    await start()
    await addProducts(asinsOf(40))
    await begin()
    const [row] = await rowsOf('select stock_scan_id as "scanId" from stock_scans')
    const job = api.app.jobs.find(({ name }) => name === 'product-library.scan-stock')
    await Promise.all([job?.run(row), job?.run(row)])
    expect((await scans()).last).toMatchObject({ done: 40, scanned: 40 })
    expect(await rowsOf('select from product_stocks')).toHaveLength(40)
  })
})

describe('a requested scan', () => {
  it('covers the products of the filter, can be left, and is in the audit trail', async () => {
    await start()
    await addProducts(asinsOf(15))
    await scan()
    await api.database.pool.query(
      `update products set name = 'Lamp', scanned_at = now() - interval '1 day' where asin >= '${asinOf(4)}'`,
    )
    const asked = questions.length
    const { status, body } = await manager.post('/api/products/scans', { query: 'lamp', stock: 'IN_STOCK' })
    expect(status).toBe(202)
    expect(body).toMatchObject({
      kind: 'asked',
      state: 'running',
      user: { id: manager.id },
      total: 11,
      done: 0,
    })
    expect((await scans()).running).toMatchObject({ user: { id: manager.id }, total: 11 })
    const again = await manager.post('/api/products/scans', { stock: 'All' })
    expect([again.status, again.body.message]).toEqual([
      409,
      'A scan is already running. Wait until it’s done.',
    ])
    await api.app.queue.drain()
    expect(questions.slice(asked).map(({ length }) => length)).toEqual([10, 1])
    expect(await scans()).toMatchObject({ running: null, last: { kind: 'asked', done: 11, scanned: 11 } })
    const trail = await rowsOf("select actor_id, after from audit_entries where act = 'stock.scan-asked'")
    expect(trail).toEqual([
      { actor_id: manager.id, after: { query: 'lamp', stock: 'IN_STOCK', products: 11 } },
    ])
    expect(
      (await manager.post('/api/products/scans', { query: 'nothing of the kind', stock: 'All' })).status,
    ).toBe(409)
  })
})
