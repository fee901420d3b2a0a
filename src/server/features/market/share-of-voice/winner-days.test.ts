import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dayAt, plusDays } from '#shared/format/day.ts'
import { type Api, type Client, startApi } from '../../../testing/api.ts'
import { buildHit, buildSite } from '../../../testing/builders.ts'
import { recordHits } from './verbs/record-hits.ts'

let api: Api
let opm: Client
let today: string
const ids: Record<string, number> = {}

const back = (days: number) => plusDays(today, -days)

/** A keyword that was collected on these days before today; ours held it on those that are named again. */
async function track(keyword: string, { days, won = [] }: { days: number[]; won?: number[] }, over = {}) {
  ids[keyword] = (await opm.post('/api/keywords', { keyword, ...over })).body.keyword_id
  const hits = days.map((at) =>
    buildHit({
      keywordId: ids[keyword] ?? 0,
      day: back(at),
      publisher: won.includes(at) ? 'Hearthside' : 'Nookwise',
    }),
  )
  await recordHits(api.database.db, hits, today)
}

const upTo = (days: number) => Array.from({ length: days }, (_, at) => at)

beforeAll(async () => {
  api = await startApi()
  opm = await api.as('opm')
  today = dayAt(api.now(), 'UTC')
  await buildSite(api.database.db, { displayName: 'Hearthside' })
  await track('one day lamp', { days: [2], won: [2] })
  await track('short lamp', { days: upTo(5), won: [0, 1, 2, 3] }, { tags: [{ tag: 'light' }] })
  await track('long lamp', { days: upTo(40), won: [0, 1, 2, 8, 9] }, { tags: [{ tag: 'light' }] })
  await track('former lamp', { days: [20, 21, 22], won: [20] })
  await track('paused lamp', { days: upTo(6), won: upTo(6) }, { tracked: false })
  await track('new lamp', { days: [] })
})
afterAll(() => api.close())

interface Row {
  keyword: string
  winning_percentage: number | null
  previous_percentage: number | null
}

async function winners(query: string): Promise<{ meta: { total: number }; data: Row[] }> {
  return (await opm.get(`/api/stats/keyword-winners?${query}`)).body
}
const named = async (query: string) => (await winners(query)).data.map(({ keyword }) => keyword)

describe('a minimum of days', () => {
  it('leaves out keywords with data on fewer days of the range, in every order, on pages and in their number', async () => {
    expect(await named('min_days=1')).toEqual(['one day lamp', 'short lamp', 'long lamp'])
    expect(await named('min_days=5')).toEqual(['short lamp', 'long lamp'])
    expect(await named('min_days=5&sortOrder=asc')).toEqual(['long lamp', 'short lamp'])
    expect(await named('min_days=5&sort=keyword&sortOrder=desc')).toEqual(['short lamp', 'long lamp'])
    expect(await named('min_days=5&limit=1&offset=1')).toEqual(['long lamp'])
    expect(await named('min_days=5&limit=10&offset=2')).toEqual([])
    expect(await winners('min_days=5&limit=1')).toMatchObject({ meta: { total: 2, is_more: false } })
    expect(await named('min_days=3&dateRange=30')).toEqual(['short lamp', 'former lamp', 'long lamp'])
    expect(await named('min_days=31&dateRange=90')).toEqual(['long lamp'])
  })

  it('goes with words and tags', async () => {
    const [tag] = (await opm.get('/api/tags?query=light')).body
    expect(await named(`min_days=6&tags[]=${tag.tag_id}`)).toEqual(['long lamp'])
    expect(await winners('min_days=5&query=short')).toMatchObject({ meta: { total: 1 }, data: [{}] })
  })

  it('is a number of days that a range can have', async () => {
    for (const wrong of ['0', '91', 'many'])
      expect((await opm.get(`/api/stats/keyword-winners?min_days=${wrong}`)).status).toBe(400)
  })

  it('holds for the exported files, too', async () => {
    for (const kind of ['raw', 'report']) {
      const filter = { dateRange: 7, min_days: 5, query: 'lamp' }
      const started = await opm.post(`/api/stats/keyword-winners-${kind}`, filter)
      await api.app.queue.drain()
      const { url } = (await opm.get(`/api/export/${started.body.exportId}`)).body
      const headers = { authorization: `Bearer ${opm.token}` }
      const file = await api.app.server.inject({ url, headers })
      const text =
        kind === 'raw'
          ? file.payload
          : JSON.stringify((await readXlsx(file.rawPayload)).sheets.flatMap(({ rows }) => rows))
      for (const [name, isIn] of [
        ['short lamp', true],
        ['long lamp', true],
        ['one day lamp', false],
        ['new lamp', false],
      ] as const)
        expect(text.includes(name), `${kind} ${name}`).toBe(isIn)
    }
  })
})

it('a row has the share of as many days before the range beside its own, and none where nothing was collected', async () => {
  const { data } = await winners('query=lamp&limit=50')
  const pairs = Object.fromEntries(data.map((row) => [row.keyword, row]))
  expect(pairs['long lamp']).toMatchObject({ winning_percentage: 42.9, previous_percentage: 28.6 })
  expect(pairs['short lamp']).toMatchObject({ winning_percentage: 80, previous_percentage: null })
  expect(pairs['new lamp']).toMatchObject({ winning_percentage: null, previous_percentage: null })
  const [former] = (await winners('query=former&dateRange=7')).data
  expect(former).toMatchObject({ winning_percentage: null, previous_percentage: null })
  const [long] = (await winners('query=long&dateRange=30')).data
  expect(long).toMatchObject({ winning_percentage: 16.7, previous_percentage: 0 })
})

it('a row and a calendar say since when the keyword is tracked', async () => {
  const since = (keyword: string) =>
    api.database.pool.query('update keywords set tracked_since = $2::timestamptz where keyword = $1', [
      keyword,
      `${back(3)}T23:30:00Z`,
    ])
  await since('short lamp')
  const [row] = (await winners('query=short')).data
  expect(row).toMatchObject({ tracked_since: back(3) })
  const calendar = async (keyword: string) =>
    (await opm.get(`/api/stats/calendar?keyword_id=${ids[keyword]}&from=${back(30)}&to=${today}`)).body
  expect(await calendar('short lamp')).toMatchObject({ tracked_since: back(3) })
  expect(await calendar('paused lamp')).toMatchObject({ tracked_since: null })
})

describe('a user’s view of the reports', () => {
  it('is remembered for each person, and empty before the first choice', async () => {
    const nothing = { winners_size: null, surfaces_view: null, oos_group: null }
    expect((await opm.get('/api/stats/choices')).body).toEqual(nothing)
    const chosen = { winners_size: 25, surfaces_view: 'ours', oos_group: 'product' }
    expect(await opm.put('/api/stats/choices', chosen)).toMatchObject({ status: 200, body: chosen })
    expect((await opm.get('/api/stats/choices')).body).toEqual(chosen)
    expect((await (await api.as('opm', 2)).get('/api/stats/choices')).body).toEqual(nothing)
    await opm.put('/api/stats/choices', { ...chosen, surfaces_view: 'publishers' })
    expect((await opm.get('/api/stats/choices')).body).toMatchObject({ surfaces_view: 'publishers' })
  })

  it('is one of the sizes and views that there are', async () => {
    for (const wrong of [
      { winners_size: 11, surfaces_view: null },
      { winners_size: 10, surfaces_view: 'theirs' },
      { winners_size: 10, surfaces_view: null, oos_group: 'shelf' },
      { winners_size: 10 },
    ])
      expect((await opm.put('/api/stats/choices', wrong)).status).toBe(400)
  })
})
