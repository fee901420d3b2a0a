import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SourcePart } from '#shared/features/posts/warehouse/rules.ts'
import { DAY_MS, HOUR_MS } from '#shared/format/duration.ts'
import { IntegrationError } from '../../../integrations/integration-error.ts'
import type { SourceQuery, SourceRows, WarehouseSource } from '../../../integrations/warehouse-source/port.ts'
import { sourceKey } from '../../../integrations/warehouse-source/port.ts'
import { sliceOf } from '../../../integrations/warehouse-source/source-slice.ts'
import { type Api, startApi } from '../../../testing/api.ts'
import { buildSite } from '../../../testing/builders.ts'
import { followWarehouse, READ_WAREHOUSE } from './verbs/follow-warehouse.ts'

type Rows = { [Part in SourcePart]: { row: SourceRows[Part]; writtenAt: Date }[] }

/** A warehouse in memory: what it is asked is written down, and it fails on demand. */
function memory() {
  const rows: Rows = { posts: [], earnings: [], availability: [] }
  const asked: { part: SourcePart; query: SourceQuery }[] = []
  const state = { before: async (_part: SourcePart, _signal?: AbortSignal) => {}, tells: true, most: 3 }
  const source: WarehouseSource = {
    adapter: 'Lakehouse',
    account: 'Lakehouse at home',
    get tellsChanges() {
      return { posts: state.tells, earnings: state.tells, availability: state.tells }
    },
    async read<Part extends SourcePart>(part: Part, query: SourceQuery, signal?: AbortSignal) {
      asked.push({ part, query })
      await state.before(part, signal)
      const keyOf = (row: SourceRows[Part]) => sourceKey(part, row).join('\t')
      const after = query.after?.join('\t') ?? ''
      const since = query.since ?? new Date(0)
      const found = rows[part]
        .filter(({ row, writtenAt }) => keyOf(row) > after && writtenAt > since)
        .map(({ row }) => row)
        .toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
      return sliceOf(part, found.slice(0, state.most), state.most)
    },
    check: async () => ({ adapter: 'Lakehouse', ok: true, detail: 'It answers.' }),
  }
  return { source, rows, asked, state }
}

const failure = (kind: 'timeout' | 'unauthorized') =>
  new IntegrationError('No.', { system: 'Lakehouse', kind, operation: 'read posts' })

let api: Api
let outside: ReturnType<typeof memory>
/** The last entry of the trail when a test began. */
let before: number
const current: WarehouseSource = {
  adapter: 'Lakehouse',
  account: 'Lakehouse at home',
  get tellsChanges() {
    return outside.source.tellsChanges
  },
  read: (...asked) => outside.source.read(...asked),
  check: () => outside.source.check(),
}
beforeAll(async () => {
  api = await startApi({}, { warehouseSource: current })
  await buildSite(api.database.db, { code: 'hs' })
})
beforeEach(async () => {
  outside = memory()
  // What the test before has left to be read is read.
  await api.app.queue.drain()
  await api.database.pool.query(
    'truncate content_posts, content_products, content_earnings, product_earnings, site_earnings, products, warehouse_readings cascade',
  )
  const { rows } = await api.database.pool.query('select coalesce(max(id), 0) as id from audit_entries')
  before = rows[0].id
})
afterAll(() => api.close())

function tell(posts: number[], writtenAt = api.now()) {
  for (const number of posts) {
    const post_id = String(number).padStart(2, '0')
    const asin = `B0AAAAAA${post_id}`
    outside.rows.posts.push({
      writtenAt,
      row: {
        site: 'hs',
        post_id,
        title: `Post ${post_id}`,
        published: '2026-01-05T00:00:00Z',
        modified: null,
        address: null,
        focus_keyword: `keyword ${post_id}`,
        picture: null,
        tracking_id: null,
        products: asin,
      },
    })
    const week = new Date(api.now().getTime() - 14 * DAY_MS).toISOString().slice(0, 10)
    const row = { site: 'hs', post_id, week, asin: '', earnings: `${number}.50` }
    outside.rows.earnings.push({ writtenAt, row })
    outside.rows.availability.push({
      writtenAt,
      row: { asin, availability: 'OUT_OF_STOCK', seen: '2026-01-06T00:00:00Z' },
    })
  }
}

const read = (of = api) => of.runJob(READ_WAREHOUSE)
const shown = async () => (await (await api.as('eng')).get('/api/warehouse')).body.warehouse
async function tracked() {
  const { body } = await (await api.as('eng')).get('/api/snowflake/content?sort=POST_ID&sortOrder=asc&page=1')
  return body.edges.map(
    ({ POST_ID, EARNINGS, FLAGS }: { POST_ID: string; EARNINGS: number; FLAGS: string[] }) => [
      POST_ID,
      EARNINGS,
      FLAGS.includes('OUT_OF_STOCK'),
    ],
  )
}
const entries = async () => {
  const { rows } = await api.database.pool.query(
    "select act from audit_entries where act like '%.imported' and id > $1 order by 1",
    [before],
  )
  return rows.map(({ act }) => act)
}

describe('an outside warehouse', () => {
  it('is read into the Content Tracker: posts, their earnings, and sold-out products', async () => {
    tell([1, 2, 3, 4])
    expect(await shown()).toMatchObject({ adapter: 'Lakehouse', read_at: null, started_at: null })
    await read()
    expect(await tracked()).toEqual([
      ['01', 1.5, true],
      ['02', 2.5, true],
      ['03', 3.5, true],
      ['04', 4.5, true],
    ])
    const known = await shown()
    expect(known).toMatchObject({ started_at: null, failed_since: null, failure: null, refused: [] })
    expect(api.now().getTime() - Date.parse(known.read_at)).toBeLessThan(60_000)
  })

  it('is queried again only for rows written since, with some overlap, and a repeat leaves no entry', async () => {
    tell([1, 2])
    await read()
    const first = await entries()
    outside.asked.length = 0
    api.advance(HOUR_MS)
    await read()
    expect(outside.asked.map(({ part }) => part)).toEqual(['posts', 'earnings', 'availability'])
    const [asked] = outside.asked
    const sinceAgo = api.now().getTime() - (asked?.query.since?.getTime() ?? 0)
    expect(sinceAgo).toBeGreaterThan(HOUR_MS + 9 * 60_000)
    expect(sinceAgo).toBeLessThan(HOUR_MS + 12 * 60_000)
    expect(await entries()).toEqual(first)
    expect(first).toEqual(['availability.imported', 'content.imported', 'earnings.imported'])
  })

  it('that goes away in the middle is read on from there, nothing twice and nothing missing', async () => {
    tell([1, 2, 3, 4, 5, 6, 7])
    let slices = 0
    outside.state.before = async () => {
      if (++slices === 2) throw failure('timeout')
    }
    await read()
    expect(await shown()).toMatchObject({
      part: 'posts',
      rows: 3,
      read_at: null,
      failure: 'Lakehouse did not answer in time.',
    })
    expect((await tracked()).map(([id]: [string]) => id)).toEqual(['01', '02', '03'])
    outside.asked.length = 0
    await read()
    expect(outside.asked[0]?.query.after).toEqual(['hs', '03'])
    expect(await tracked()).toHaveLength(7)
    expect(await shown()).toMatchObject({ failed_since: null, failure: null })
  })

  it('that fails keeps its values, shows since when it has failed, and no screen waits for it', async () => {
    tell([1])
    await read()
    const { read_at: readAt } = await shown()
    outside.state.before = async () => {
      throw failure('unauthorized')
    }
    api.advance(HOUR_MS)
    await read()
    const { failed_since: since } = await shown()
    api.advance(HOUR_MS)
    await read()
    expect(await shown()).toMatchObject({
      read_at: readAt,
      failed_since: since,
      failure: 'Lakehouse did not accept our credentials.',
    })
    outside.state.before = () => new Promise(() => {})
    expect(await tracked()).toEqual([['01', 1.5, true]])
  })

  it('is left when the server stops: its query is aborted, and nothing is called a failure', async () => {
    tell([1])
    let wasAborted = false
    const { promise: isAsked, resolve } = Promise.withResolvers<void>()
    outside.state.before = (_part, signal) =>
      new Promise((_, reject) => {
        signal?.addEventListener('abort', () => {
          wasAborted = true
          reject(signal.reason)
        })
        resolve()
      })
    const other = await startApi({}, { warehouseSource: current })
    const reading = read(other)
    await isAsked
    await other.app.server.close()
    await reading
    const { rows } = await other.database.pool.query('select failure from warehouse_readings')
    expect([wasAborted, rows]).toEqual([true, [{ failure: null }]])
    await other.close()
  })

  it('reports left-out rows with the reason, and is read as a whole once the missing site exists', async () => {
    tell([1])
    const [told] = outside.rows.posts
    if (told) outside.rows.posts.push({ ...told, row: { ...told.row, site: 'zz' } })
    await read()
    expect((await shown()).refused).toEqual([{ part: 'posts', why: 'site: There is no such site.', rows: 1 }])
    await buildSite(api.database.db, { code: 'zz' })
    api.advance(DAY_MS)
    await read()
    expect((await shown()).refused).toEqual([])
    expect(await tracked()).toHaveLength(2)
  })

  it('keeps reporting the left-out rows until everything is read again, and counts no row twice', async () => {
    tell([1])
    const [told] = outside.rows.posts
    if (told) outside.rows.posts.push({ ...told, row: { ...told.row, site: 'nowhere' } })
    await read()
    const leftOut = [{ part: 'posts', why: 'site: There is no such site.', rows: 1 }]
    expect((await shown()).refused).toEqual(leftOut)
    for (const later of [5 * 60_000, HOUR_MS, HOUR_MS]) {
      api.advance(later)
      await read()
      expect((await shown()).refused).toEqual(leftOut)
    }
    outside.rows.posts.pop()
    await (await api.as('eng')).post('/api/warehouse/read', { everything: true })
    await api.app.queue.drain()
    expect((await shown()).refused).toEqual([])
  })

  it('that says of stock but not when changes nothing that our own scan has seen since the reading before', async () => {
    const { pool } = api.database
    outside.state.tells = false
    tell([1])
    for (const each of outside.rows.availability) each.row = { ...each.row, seen: null }
    const nextReading = async () => {
      api.advance(7 * HOUR_MS)
      await read()
      const { rows } = await pool.query('select stock from products')
      return rows[0]?.stock
    }
    expect(await nextReading()).toBe('OUT_OF_STOCK')
    api.advance(HOUR_MS)
    await pool.query("update products set stock = 'IN_STOCK', scanned_at = $1", [api.now()])
    expect(await nextReading()).toBe('IN_STOCK')
    expect(await nextReading()).toBe('OUT_OF_STOCK')
    for (const each of outside.rows.availability) each.row = { ...each.row, availability: 'Now' }
    expect(await nextReading()).toBe('IN_STOCK')
  })

  it('that takes too long for a slice is reported as timed out', async () => {
    outside.state.before = (_part, signal) =>
      new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
    const nothing = async () => {}
    const deps = {
      db: api.database.db,
      clock: () => api.now(),
      enqueueOnce: nothing,
      log: { warn: () => {} },
      warehouseSource: current,
      imports: { posts: nothing, earnings: nothing, availability: nothing },
      sliceMs: 20,
    }
    await followWarehouse(deps, new AbortController().signal)
    expect(await shown()).toMatchObject({
      failure: 'Lakehouse did not answer in time.',
      failed_since: expect.any(String),
    })
  })

  it('is read from the beginning on request, also while a slice is being written', async () => {
    tell([1])
    await read()
    const { pool } = api.database
    const eng = await api.as('eng')
    const slice = await pool.connect()
    await slice.query('begin')
    await slice.query('select from warehouse_readings for update')
    const { rows } = await slice.query('select pg_backend_pid() as id')
    const asked = eng.post('/api/warehouse/read', { everything: true })
    const waiting = 'select from pg_stat_activity where $1 = any(pg_blocking_pids(pid))'
    await vi.waitFor(async () => expect((await pool.query(waiting, [rows[0].id])).rowCount).toBe(1), 20_000)
    await slice.query('update warehouse_readings set version = version + 1')
    await slice.query('commit')
    slice.release()
    expect((await asked).status).toBe(200)
    outside.asked.length = 0
    await api.app.queue.drain()
    expect(outside.asked.map(({ query }) => query.since)).toEqual([null, null, null])
  })

  it('that cannot report changes is read as a whole, and not before six hours have passed', async () => {
    outside.state.tells = false
    tell([1])
    await read()
    const first = outside.asked.length
    api.advance(5 * HOUR_MS)
    await read()
    expect(outside.asked).toHaveLength(first)
    api.advance(2 * HOUR_MS)
    await read()
    expect(outside.asked.slice(first).map(({ query }) => query.since)).toEqual([null, null, null])
  })

  it('is read by one server at a time: a second one stops', async () => {
    tell([1, 2, 3, 4, 5, 6, 7])
    await Promise.all([read(), read()])
    expect(await tracked()).toHaveLength(7)
    await read()
    expect((await tracked()).map(([, earned]: [string, number]) => earned)).toEqual([
      1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5,
    ])
  })

  it('is read on request by users who manage connections, from the start if they like', async () => {
    tell([1])
    await read()
    const eng = await api.as('eng')
    outside.asked.length = 0
    expect((await eng.post('/api/warehouse/read', { everything: true })).status).toBe(200)
    await api.app.queue.drain()
    expect(outside.asked.map(({ query }) => query.since)).toEqual([null, null, null])
    expect((await (await api.as('wrt')).post('/api/warehouse/read', {})).status).toBe(403)
    const { body } = await (await api.as('adm')).get('/api/audit?noun=warehouse')
    expect(body.nodes[0]).toMatchObject({ act: 'warehouse.read-asked' })
  })

  it('is read once for several requests before it begins', async () => {
    const eng = await api.as('eng')
    for (let turn = 0; turn < 3; turn += 1) await eng.post('/api/warehouse/read', {})
    const waiting = await api.database.pool.query(
      "select from jobs.job where name = 'warehouse.read' and state = 'created'",
    )
    expect(waiting.rowCount).toBe(1)
    await api.app.queue.drain()
  })

  it('is listed in the health of systems under its own name', async () => {
    await api.runJob('outside.check')
    const { body } = await (await api.as('adm')).get('/api/health/systems')
    expect(body.find(({ port }: { port: string }) => port === 'Warehouse')).toMatchObject({
      adapter: 'Lakehouse',
      ok: true,
    })
  })
})

describe('without an outside warehouse', () => {
  it('nothing is read, and no age is shown', async () => {
    const other = await startApi()
    const eng = await other.as('eng')
    expect((await eng.get('/api/warehouse')).body).toEqual({ warehouse: null })
    expect((await eng.post('/api/warehouse/read', {})).status).toBe(409)
    await other.close()
  })
})
