import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { plusDays } from '#shared/format/day.ts'
import type { Database } from '../../../db/connect.ts'
import { createTestDatabase } from '../../../db/testing.ts'
import { IntegrationError, type IntegrationErrorKind } from '../../../integrations/integration-error.ts'
import { buildSite } from '../../../testing/builders.ts'
import { writePosts } from '../content-tracker/post-store.ts'
import { createPostKeywords } from '../content-tracker/service.ts'
import type { CollectSearchesDeps } from './deps.ts'
import { beginSearches, collectSearches } from './verbs/collect-searches.ts'
import {
  RECOMPUTE_QUERIES,
  RECOMPUTE_TOTALS,
  recomputeQueries,
  recomputeSiteTotals,
} from './verbs/recompute-sums.ts'

const LAST = '2026-11-17'

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

/** A site that is connected, and a source that remembers what it is asked. */
async function stage(code: string) {
  const { id } = await buildSite(database.db, { code, url: `https://${code}.example` })
  const source = {
    asked: [] as string[],
    told: [] as string[],
    begun: [] as object[],
    /** Enqueued recomputations. */
    sums: [] as [string, object][],
    /** What it refuses with, from its third answer on. */
    refusal: null as IntegrationErrorKind | null,
    /** Days of which it says nothing. */
    silent: [] as string[],
  }
  const deps: CollectSearchesDeps = {
    db: database.db,
    clock: () => new Date(`${LAST}T12:00:00Z`),
    beginRun: async (_db, _name, key) => void source.begun.push(key),
    enqueueOnce: async (_db, name, payload) => void source.sums.push([name, payload]),
    isUnderWay: async () => false,
    postKeywords: createPostKeywords({ timeZone: 'UTC' }),
    log: { info: () => {}, warn: () => {} },
    tell: {
      failure: async ({ kind }) => void source.told.push(kind),
      success: async () => void source.told.push('success'),
    },
    searches: {
      source: 'test',
      covers: async (site) => site === code,
      lastDay: () => LAST,
      check: async () => ({ adapter: 'test', ok: true, detail: '' }),
      async *readDay(_site, day) {
        source.asked.push(day)
        if (source.refusal !== null && source.asked.length > 2)
          throw new IntegrationError('No', {
            system: 'test',
            operation: 'read',
            kind: source.refusal,
            ...(source.refusal === 'rate_limited' ? { retryAfterMs: 900_000 } : {}),
          })
        if (!source.silent.includes(day))
          yield [
            { page: `https://${code}.example/a`, query: 'kettle', clicks: 1, impressions: 2, position: 3 },
          ]
      },
    },
  }
  const days = async (): Promise<string[]> => {
    const { rows } = await database.pool.query(
      'select day::text from search_days where site_id = $1 order by day desc',
      [id],
    )
    return rows.map(({ day }) => day)
  }
  return { id, source, deps, days }
}

describe('the first fill of a year', () => {
  it('replaces invented days as soon as a real one was read, and not before', async () => {
    const { id, source, deps, days } = await stage('iv')
    const invented = { ...deps, searches: { ...deps.searches, isInvented: true as const } }
    await collectSearches(invented, id)
    const filled = await days()
    await beginSearches(invented)
    expect([filled.length > 300, source.begun]).toEqual([true, []])
    await beginSearches(deps)
    expect(source.begun).toEqual([{ siteId: id }])
    source.refusal = 'unauthorized'
    source.asked = ['', '']
    await collectSearches(deps, id)
    expect(await days()).toEqual(filled)
    const [first, second] = filled
    deps.searches.readDay = async function* (_site, day) {
      if (day !== first && day !== second) throw new Error('The server died')
      yield [{ page: 'https://iv.example/a', query: 'kettle', clicks: 7, impressions: 8, position: 3 }]
    }
    await expect(collectSearches(deps, id)).rejects.toThrow('died')
    expect(await days()).toEqual([first, second])
    const { rows } = await database.pool.query(
      'select r.clicks from search_rows r join search_pages p using (page_id) where p.site_id = $1',
      [id],
    )
    expect(rows.map(({ clicks }) => clicks)).toEqual([7, 7])
  })

  it('keeps the days that were read before the source asked to wait, and goes on with the others', async () => {
    const { id, source, deps, days } = await stage('aa')
    source.refusal = 'rate_limited'
    await expect(collectSearches(deps, id)).rejects.toMatchObject({ afterSeconds: 900 })
    expect(await days()).toEqual([LAST, plusDays(LAST, -1)])
    source.refusal = null
    await collectSearches(deps, id)
    expect(source.asked.filter((day) => day === LAST)).toHaveLength(1)
    expect(await days()).toHaveLength(360)
    expect(source.told).toEqual(['success'])
  })

  it('reports a permanent refusal to users who can fix it, and is queued again within the hour', async () => {
    const { id, source, deps } = await stage('bb')
    source.refusal = 'forbidden'
    await collectSearches(deps, id)
    expect(source.told).toEqual(['forbidden'])
    await beginSearches(deps)
    expect(source.begun).toEqual([{ siteId: id }])
  })
})

it('a day without data is read again as long as it may only be late', async () => {
  const { id, source, deps, days } = await stage('cc')
  const late = plusDays(LAST, -2)
  const quiet = plusDays(LAST, -40)
  source.silent = [late, quiet]
  await collectSearches(deps, id)
  expect(await days()).not.toContain(late)
  expect(await days()).toContain(quiet)
  source.silent = []
  await collectSearches(deps, id)
  expect(await days()).toContain(late)
})

it('sites that are not connected, or have nothing missing, are not queried', async () => {
  const { id, source, deps } = await stage('dd')
  await collectSearches(deps, id)
  await beginSearches(deps)
  expect(source.begun).toEqual([])
})

describe('daily figures are added up', () => {
  const POST = {
    postId: '1',
    title: 'Kettles',
    published: '2026-01-02T00:00:00Z',
    modified: null,
    focusKeyword: null,
    picture: null,
    trackingId: null,
    products: null,
  }
  const clicks = async (siteId: number) => {
    const { rows } = await database.pool.query(
      'select clicks from search_best where site_id = $1 and period = 30',
      [siteId],
    )
    return rows.map((row) => row.clicks)
  }
  const byQuery = async (query: string) => {
    const { rows } = await database.pool.query(
      'select clicks from search_query_totals join search_queries using (query_id) where period = 30 and query = $1',
      [query],
    )
    return rows.map((row) => row.clicks)
  }

  it('with each day that is stored, even if its run dies before the next one', async () => {
    const { id, source, deps } = await stage('ee')
    await writePosts(database.db, [{ ...POST, siteId: id, address: 'https://ee.example/a' }], 'import')
    deps.searches.readDay = async function* (_site, day) {
      if (day !== LAST) throw new Error('The server died')
      yield [{ page: 'https://ee.example/a', query: 'teapot', clicks: 4, impressions: 5, position: 3 }]
    }
    await expect(collectSearches(deps, id)).rejects.toThrow('died')
    expect(source.sums).toEqual([[RECOMPUTE_TOTALS, { siteId: id }]])
    await recomputeSiteTotals(deps, id)
    expect(await clicks(id)).toEqual([4])
    expect(source.sums.slice(1)).toEqual([[RECOMPUTE_QUERIES, {}]])
    await recomputeQueries(deps)
    expect(await byQuery('teapot')).toEqual([4])
  })

  it('and within the hour where sums are missing, as after an update', async () => {
    const { id, source, deps } = await stage('ff')
    await writePosts(database.db, [{ ...POST, siteId: id, address: 'https://ff.example/a' }], 'import')
    await collectSearches(deps, id)
    await recomputeSiteTotals(deps, id)
    await database.pool.query('delete from search_query_totals')
    source.sums = []
    await beginSearches(deps)
    expect(source.sums).toContainEqual([RECOMPUTE_TOTALS, { siteId: id }])
    await recomputeQueries(deps)
    source.sums = []
    await beginSearches(deps)
    expect(source.sums).toEqual([])
    await database.pool.query('delete from search_best where site_id = $1', [id])
    await beginSearches(deps)
    expect(source.sums).toEqual([[RECOMPUTE_TOTALS, { siteId: id }]])
    source.sums = []
    await beginSearches({ ...deps, isUnderWay: async () => true })
    expect(source.sums).toEqual([])
  })
})
