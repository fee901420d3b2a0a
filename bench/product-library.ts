// npm run bench:products -- --products 200000 --rounds 15: pages of the Products Library compared with the
// best SQL, and a scan.
import { parseArgs } from 'node:util'
import { createProductLibrary } from '../src/server/features/products/product-library/feature.ts'
import { createProductsService } from '../src/server/features/products/products/service.ts'
import type { ProductCatalog } from '../src/server/integrations/product-catalog/port.ts'
import { createQueue } from '../src/server/jobs/queue.ts'
import { beginRunWith } from '../src/server/kernel/runs/run.ts'
import type { ProductQuery } from '../src/shared/features/products/product-library/contract.ts'
import { compareTimes, timed } from './compare.ts'
import { databaseTime, openBenchDatabase } from './database.ts'
import { median, report } from './report.ts'

const { values } = parseArgs({
  options: {
    products: { type: 'string', default: '1000000' },
    changes: { type: 'string', default: '30' },
    scanned: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '15' },
  },
})
const PRODUCTS = Number(values.products)
const CHANGES = Number(values.changes)
const SCANNED = Math.min(Number(values.scanned), PRODUCTS)
const ROUNDS = Number(values.rounds)

const database = await openBenchDatabase()
const { db, pool } = database

/**
 * Names of a shop, four states, a fifth with earnings, and the given number of stock changes per product over
 * three years.
 */
async function fill() {
  const client = await pool.connect()
  await client.query('set statement_timeout = 0; set session_replication_role = replica')
  await client.query(`
    insert into products (asin, name, award, stock, stock_since, scanned_at, article_count, earnings_30d)
    select 'B0' || upper(substr(md5(i::text), 1, 8)) as asin,
      (array['Tarnwick', 'Dunlarch', 'Skerrow', 'Fellmark', 'Crestwell', 'Lowmarsh', 'Solvane', 'Hopscote'])[1 + h % 8] || ' ' ||
      initcap(substr(md5((i * 7)::text), 1, 6)) || ' ' ||
      (array['Kettle', 'Robot Vacuum', 'Dog Bed', 'Desk Lamp', 'Tent', 'Air Fryer', 'Stroller', 'Headphones'])[1 + (h / 8) % 8] || ' ' || h % 90,
      'Best Overall',
      case when h % 250 = 0 then 'INVALID_ASIN' when h % 20 = 1 then 'OUT_OF_STOCK' when h % 40 = 2 then 'NOT_SCANNED' else 'IN_STOCK' end,
      now() - h % 90 * interval '1 day', now() - h % 48 * interval '1 hour', h % 12, case when h % 5 = 0 then h % 500000 end
    from generate_series(1, ${PRODUCTS}) i, lateral (select hashint4(i) & 2147483647 as h) k
    on conflict (asin) do nothing`)
  await client.query(`
    insert into product_stocks (product_id, stock, created_at)
    select product_id, (array['IN_STOCK', 'OUT_OF_STOCK'])[1 + k % 2], now() - (k * 36 + product_id % 30) * interval '1 day'
    from products, generate_series(1, ${CHANGES}) k`)
  await client.query(`
    insert into catalog_readings (asin, item, read_at)
    select asin, jsonb_build_object('asin', asin, 'title', name, 'stock', 'IN_STOCK',
      'price', jsonb_build_object('amount', 79.99, 'display', '$79.99', 'currency', 'USD')), now() - interval '3 hours'
    from products`)
  await client.query('insert into product_counts select stock, count(*) from products group by 1')
  await client.query('vacuum analyze')
  client.release(true)
}
await fill()

let asked = 0
const catalog: ProductCatalog = {
  async getItems(asins) {
    asked += 1
    const items = asins.map((asin, index) => ({
      asin,
      title: asin,
      stock: (asked + index) % 50 === 0 ? ('OUT_OF_STOCK' as const) : ('IN_STOCK' as const),
    }))
    return { items, invalid: [] }
  },
  check: async () => ({ adapter: 'bench', ok: true, detail: '' }),
}
const log = { info() {}, warn() {}, error() {} }
const clock = () => new Date()
const queue = createQueue({ pool, log })
const { service, jobs } = createProductLibrary({
  db,
  clock,
  timeZone: 'UTC',
  catalog,
  products: createProductsService({ db, catalog, clock, log }),
  vendors: { amazon: undefined },
  enqueueOnce: queue.enqueueOnce,
  beginRun: beginRunWith({ clock, ...queue }),
  log,
  stockScan: { dailyAt: '00:00', callsPerDay: SCANNED / 10 },
  system: { isSample: async () => true },
  outside: { reportFailure: async () => {}, reportSuccess: async () => {} },
})
await queue.start(jobs, { work: false })

const BASE: ProductQuery = {
  query: '',
  stock: null,
  page: 1,
  perPage: 20,
  sort: 'product_id',
  sortOrder: 'asc',
}
const AWARDS = `coalesce((select json_agg(award) from (select award from article_products where asin = p.asin
  union select award from content_products where asin = p.asin limit 10) a), '[]')`
const RECENT = `coalesce((select json_agg(s) from (
  select stock, created_at from product_stocks s where s.product_id = p.product_id and created_at >= now() - interval '90 days'
  union all (select stock, created_at from product_stocks s where s.product_id = p.product_id
    and created_at < now() - interval '90 days' order by created_at desc limit 1)) s), '[]')`

interface Question {
  name: string
  asked: Partial<ProductQuery>
  where: string
  order: string
  offset?: number
}
const name = 'lower(p.name collate "und-x-icu")'
const QUESTIONS: Question[] = [
  { name: 'no filter', asked: {}, where: 'true', order: 'p.product_id' },
  ...(['NOT_SCANNED', 'INVALID_ASIN', 'IN_STOCK', 'OUT_OF_STOCK'] as const).map((stock) => ({
    name: stock,
    asked: { stock },
    where: `p.stock = '${stock}'`,
    order: 'p.product_id',
  })),
  { name: 'by ASIN', asked: { sort: 'asin' }, where: 'true', order: 'p.asin' },
  { name: 'by name', asked: { sort: 'name' }, where: 'true', order: `${name}, p.product_id` },
  {
    name: 'by name downwards, OUT_OF_STOCK',
    asked: { sort: 'name', sortOrder: 'desc', stock: 'OUT_OF_STOCK' },
    where: "p.stock = 'OUT_OF_STOCK'",
    order: `${name} desc, p.product_id desc`,
  },
  { name: 'by stock', asked: { sort: 'in_stock' }, where: 'true', order: 'p.stock, p.product_id' },
  {
    name: 'by articles downwards',
    asked: { sort: 'countArticles', sortOrder: 'desc' },
    where: 'true',
    order: 'p.article_count desc, p.product_id desc',
  },
  {
    name: 'by earnings downwards',
    asked: { sort: 'earnings_30d', sortOrder: 'desc' },
    where: 'true',
    order: 'p.earnings_30d desc nulls last, p.product_id',
  },
  {
    name: 'by name, INVALID_ASIN',
    asked: { sort: 'name', stock: 'INVALID_ASIN' },
    where: "p.stock = 'INVALID_ASIN'",
    order: `${name}, p.product_id`,
  },
  {
    name: 'a rare word',
    asked: { query: 'a1b2c' },
    where: "(p.name ilike '%a1b2c%' or p.asin ilike '%a1b2c%')",
    order: 'p.product_id',
  },
  {
    name: 'a frequent word',
    asked: { query: 'kettle' },
    where: "(p.name ilike '%kettle%' or p.asin ilike '%kettle%')",
    order: 'p.product_id',
  },
  {
    name: 'two words, OUT_OF_STOCK',
    asked: { query: 'skerrow tent', stock: 'OUT_OF_STOCK' },
    where: "p.name ilike '%skerrow%' and p.name ilike '%tent%' and p.stock = 'OUT_OF_STOCK'",
    order: 'p.product_id',
  },
  {
    name: 'two letters',
    asked: { query: 'qx' },
    where: "(p.name ilike 'qx%' or p.name ilike '% qx%' or p.asin ilike 'qx%')",
    order: 'p.product_id',
  },
  {
    name: 'page in the middle',
    asked: { page: Math.floor(PRODUCTS / 40) },
    where: 'true',
    order: 'p.product_id',
    offset: (Math.floor(PRODUCTS / 40) - 1) * 20,
  },
  {
    name: 'by name, last page',
    asked: { sort: 'name', page: Math.floor(PRODUCTS / 20) },
    where: 'true',
    order: `${name}, p.product_id`,
    offset: (Math.floor(PRODUCTS / 20) - 1) * 20,
  },
]

/** One statement for the page and one for the total, run in parallel, as hand-written code would. */
const best =
  ({ where, order, offset = 0 }: Question) =>
  () =>
    Promise.all([
      pool.query(`select p.*, ${AWARDS} as awards, ${RECENT} as recent, r.item, r.read_at
        from (select * from products p where ${where} order by ${order} limit 20 offset ${offset}) p
        left join catalog_readings r using (asin) order by ${order}`),
      pool.query(`select count(*) from products p where ${where}`),
    ])

const rows: string[][] = []
for (const question of QUESTIONS) {
  const ours = () => service.listProducts({ ...BASE, ...question.asked })
  rows.push(await compareTimes(question.name, ours, best(question), ROUNDS))
  console.log(rows.at(-1)?.join(' | '))
}

/** Scans, and reads a page every tenth of a second meanwhile. */
async function measureScan() {
  const before = await databaseTime(database)
  let isDone = false
  const scan = timed(async () => {
    await jobs.find(({ name: job }) => job === 'product-library.begin-scan')?.run({})
    await queue.drain()
    isDone = true
  })
  const reads: number[] = []
  while (!isDone) {
    reads.push(
      (await timed(() => service.listProducts({ ...BASE, sort: 'earnings_30d', sortOrder: 'desc' }))).ms,
    )
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  const { ms } = await scan
  const spent = (await databaseTime(database)) - before
  const last = (await service.readScans()).last?.scan
  const sorted = reads.toSorted((one, other) => one - other)
  const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN
  return [
    `A scan of ${last?.scanned.toLocaleString('en')} products, ${CHANGES} changes of stock each before: ${(spent / 1000).toFixed(1)} s of the database's processor time (goal 60 s for 100,000), the lists that were read meanwhile among it; ${(ms / 1000).toFixed(0)} s by the clock. A page read meanwhile: median ${median(reads).toFixed(0)} ms, p99 ${p99.toFixed(0)} ms of ${reads.length} (goal 150 ms).`,
  ]
}
const notes = [
  'What words find is also counted in each state of the stock, which the best SQL does not do.',
  ...(SCANNED > 0 ? await measureScan() : []),
]
await queue.stop()
await database.close()

report('product-library', {
  title: `Products Library, ${PRODUCTS.toLocaleString('en')} products, ${(PRODUCTS * CHANGES).toLocaleString('en')} rows of history`,
  goal: 'a page with its total at most 1.5 × the best SQL',
  head: ['question', 'ours, ms', 'longest', 'best SQL, ms', 'longest', 'ratio'],
  rows,
  notes,
})
