import { readXlsx } from 'hucre/xlsx'
import Papa from 'papaparse'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dayAt, plusDays } from '#shared/format/day.ts'
import { articleChecklist } from '../../../db/schema/article-work.ts'
import { articleEvents, articleKeywords } from '../../../db/schema/articles.ts'
import { type Api, type Client, startApi } from '../../../testing/api.ts'
import { buildArticle, buildHit, buildSite } from '../../../testing/builders.ts'
import { type Hit, recordHits } from './verbs/record-hits.ts'

const FORMULAS = ['=1+1', '+cmd|x', '@SUM(A1)', '-2+3']

let api: Api
let opm: Client
let today: string
let siteId: number
let tagId: number
let soldId: number
const ids: Record<string, number> = {}

const back = (days: number) => plusDays(today, -days)
const record = (...hits: Hit[]) => recordHits(api.database.db, hits, today)

async function addKeyword(keyword: string, over: object = {}) {
  const { body } = await opm.post('/api/keywords', { keyword, ...over })
  ids[keyword] = body.keyword_id
  return body
}

/** Collected on so many days up to today, and won on the latest of them. */
const series = (keyword: string, { days, won }: { days: number; won: number }) =>
  Array.from({ length: days }, (_, at) =>
    buildHit({
      keywordId: ids[keyword] ?? 0,
      day: back(at),
      publisher: at < won ? 'Hearthside' : 'Nookwise',
    }),
  )

async function start(): Promise<void> {
  api = await startApi()
  opm = await api.as('opm')
  today = dayAt(api.now(), 'UTC')
  siteId = (await buildSite(api.database.db, { displayName: 'Hearthside', logoUrl: '/images/h.png' })).id
  const both = [{ tag: 'kitchen' }, { tag: 'sold' }]
  const { tags } = await addKeyword('quiet blender', { sites: [siteId], tags: both })
  tagId = tags[0].tag_id
  soldId = tags[1].tag_id
  await addKeyword('quiet fan', { tags: [{ tag: 'kitchen' }] })
  await addKeyword('red kettle', { tags: [{ tag: 'sold' }] })
  await addKeyword('blue kettle', { tags: [{ tag: 'sold' }] })
  await addKeyword('old lamp')
  await addKeyword('no data yet')
  await addKeyword('untracked mop', { tracked: false })
  await record(
    ...series('quiet blender', { days: 6, won: 2 }),
    ...series('quiet fan', { days: 40, won: 7 }),
    ...series('red kettle', { days: 20, won: 0 }),
    ...series('blue kettle', { days: 3, won: 2 }),
    ...series('untracked mop', { days: 5, won: 5 }),
    buildHit({ keywordId: ids['old lamp'] ?? 0, day: back(50) }),
  )
}
const stop = () => api.close()

const winners = async (query = '') => (await opm.get(`/api/stats/keyword-winners?${query}`)).body
const rates = async (query: string): Promise<[string, number | null][]> =>
  (await winners(query)).data.map((row: { keyword: string; winning_percentage: number | null }) => [
    row.keyword,
    row.winning_percentage === null ? null : Math.round(row.winning_percentage),
  ])

/** Requests an export and returns its file. */
async function file(path: string, filter: object) {
  const started = await opm.post(path, filter)
  expect([started.status, started.body.status, started.body.url]).toEqual([202, 'IDLE', null])
  await api.app.queue.drain()
  const done = (await opm.get(`/api/export/${started.body.exportId}`)).body
  expect(done).toMatchObject({ status: 'FINISHED', error: null })
  const headers = { authorization: `Bearer ${opm.token}` }
  const answer = await api.app.server.inject({ url: done.url, headers })
  return { name: done.name, bytes: answer.rawPayload, text: answer.payload }
}

describe('Keyword Winners', () => {
  beforeAll(start)
  afterAll(stop)

  it('is a page of tracked keywords with their holders on each day, and their total number [REP-016] [REP-037] [REP-042] [REP-043]', async () => {
    const { meta, data } = await winners()
    expect(meta).toEqual({ total: 6, is_more: false })
    const row = data.find(({ keyword }: { keyword: string }) => keyword === 'quiet blender')
    expect(row).toMatchObject({
      keyword_id: ids['quiet blender'],
      sites: [{ site_id: siteId, display_name: 'Hearthside', logo_url: '/images/h.png' }],
      stats: [5, 4, 3, 2, 1, 0].map((at) => ({
        stat_id: expect.any(Number),
        created_at: back(at),
        publisher: at < 2 ? 'Hearthside' : 'Nookwise',
        is_winning: at < 2,
      })),
    })
  })

  it('counts a day as won if at least one of our sites held the keyword, of the days with data, to three digits [D82]', async () => {
    await addKeyword('contested chair')
    const keywordId = ids['contested chair'] ?? 0
    await record(
      buildHit({ keywordId, day: back(11), publisher: 'Nookwise' }),
      buildHit({ keywordId, day: back(11), publisher: 'Hearthside' }),
      buildHit({ keywordId, day: back(11), publisher: 'Open Kitchen' }),
      buildHit({ keywordId, day: back(14), publisher: 'Larder Post' }),
      buildHit({ keywordId, day: back(15), publisher: 'Larder Post' }),
    )
    expect(await rates('query=contested&dateRange=30')).toEqual([['contested chair', 33]])
    const { data } = await winners('query=contested&dateRange=30&sort=keywords.keyword')
    expect(data[0].winning_percentage).toBe(33.3)
    expect((await opm.get(`/api/keywords/${keywordId}`)).body).toMatchObject({
      last_result: { day: back(11), publisher: 'Hearthside', is_winning: true },
      winning_percentage: 33.3,
    })
    expect((await opm.get(`/api/keywords/${ids['no data yet']}`)).body.winning_percentage).toBeNull()
    await opm.patch(`/api/keywords/${keywordId}`, { keyword: 'contested chair', tracked: false })
    expect(await rates('query=contested')).toEqual([])
  })

  it('is sorted by Win % of the range, and keywords without data come last either way [REP-018]', async () => {
    const week: [string, number | null][] = [
      ['quiet fan', 100],
      ['blue kettle', 67],
      ['quiet blender', 33],
      ['red kettle', 0],
    ]
    const without = [
      ['old lamp', null],
      ['no data yet', null],
    ]
    expect(await rates('')).toEqual([...week, ...without])
    expect(await rates('sort=winning_percentage&sortOrder=asc')).toEqual([...week.toReversed(), ...without])
    expect((await rates('dateRange=30')).slice(0, 4)).toEqual([
      ['blue kettle', 67],
      ['quiet blender', 33],
      ['quiet fan', 23],
      ['red kettle', 0],
    ])
    expect(await rates('dateRange=90')).toContainEqual(['old lamp', 100])
  })

  it('is sorted by keyword, both ways', async () => {
    const names = ['blue kettle', 'no data yet', 'old lamp', 'quiet blender', 'quiet fan', 'red kettle']
    const sorted = async (order: string) =>
      (await rates(`sort=keyword&sortOrder=${order}`)).map(([name]) => name)
    expect(await sorted('asc')).toEqual(names)
    expect(await sorted('desc')).toEqual(names.toReversed())
  })

  it('is narrowed by words, sites and tags [REP-042]', async () => {
    const named = async (query: string) => (await rates(query)).map(([name]) => name)
    expect(await named('query=quiet')).toEqual(['quiet fan', 'quiet blender'])
    expect(await named(`tags[]=${tagId}`)).toEqual(['quiet fan', 'quiet blender'])
    expect(await named(`tags[]=${tagId}&tags[]=${soldId}`)).toEqual([
      ...['quiet fan', 'blue kettle', 'quiet blender', 'red kettle'],
    ])
    expect(await named(`siteFilter[]=${siteId}`)).toEqual(['quiet blender'])
    expect(await winners('query=kettle')).toMatchObject({ meta: { total: 2, is_more: false } })
    expect((await opm.get('/api/stats/keyword-winners?dateRange=14')).status).toBe(400)
    expect((await opm.get('/api/stats/keyword-winners?sort=stat_id;drop')).status).toBe(400)
  })
})

describe('Content Surfaces', () => {
  beforeAll(start)
  afterAll(stop)

  const surfaces = async (query = '') => (await opm.get(`/api/stats/content-surfaces?${query}`)).body
  const of = (body: Awaited<ReturnType<typeof surfaces>>, publisher: string) =>
    body.series.find((each: { publisher: string }) => each.publisher === publisher)

  it('counts the keywords that each publisher held on each day, and all of them together [REP-046]', async () => {
    const body = await surfaces()
    expect(body.days).toEqual([6, 5, 4, 3, 2, 1, 0].map(back))
    expect(of(body, 'Hearthside')).toEqual({
      publisher: 'Hearthside',
      is_ours: true,
      values: [1, 1, 2, 2, 2, 4, 4],
    })
    expect(of(body, 'Nookwise')).toMatchObject({ is_ours: false, values: [1, 2, 2, 2, 3, 1, 1] })
    expect(body.series[0].publisher).toBe('Hearthside')
    const sums = body.days.map((_: string, at: number) =>
      body.series.reduce((sum: number, { values }: { values: number[] }) => sum + (values[at] ?? 0), 0),
    )
    expect(body.overall).toEqual(sums)
  })

  it('has no number for days on which nothing was collected, which is not the same as none [REP-046]', async () => {
    const body = await surfaces('dateRange=90')
    const at = (days: number) => 89 - days
    expect(of(body, 'Nookwise').values[at(60)]).toBeNull()
    expect(of(body, 'Nookwise').values[at(50)]).toBe(0)
    expect([body.overall[at(60)], body.overall[at(50)]]).toEqual([null, 1])
  })

  it('counts the keywords with any of the tags alone [REP-046]', async () => {
    const body = await surfaces(`tags[]=${tagId}&dateRange=90`)
    expect(of(body, 'Hearthside').values.slice(-7)).toEqual([1, 1, 1, 1, 1, 2, 2])
    // Nothing was collected for these keywords on that day, though for another one.
    expect(body.overall[89 - 50]).toBeNull()
    expect((await surfaces('tags[]=999999')).series).toEqual([])
  })

  it('names our publications: the four days and sites with the most, with a tag those for its keywords', async () => {
    const { db } = api.database
    const other = (await buildSite(db, { displayName: 'Tidy Mode' })).id
    const out = async (days: number, { site = siteId, action = 'published', keywordId = 0 } = {}) => {
      const article = await buildArticle(db, { userId: opm.id, status: 'published', siteId: site })
      const createdAt = new Date(`${back(days)}T12:00:00Z`)
      await db.insert(articleEvents).values({ articleId: article.id, action, createdAt })
      if (keywordId > 0)
        await db.insert(articleKeywords).values({ articleId: article.id, keywordId, position: 1 })
      return article.id
    }
    expect((await surfaces()).outings).toEqual([])
    const better = await out(2, { keywordId: ids['quiet fan'] ?? 0 })
    await db
      .insert(articleChecklist)
      .values({ articleId: better, position: 0, kind: 'words', text: 'More words' })
    await out(2)
    // What an article goes through before its post says so is not out.
    for (const action of ['revised', 'approved']) await out(2, { action })
    await out(2, { site: other })
    for (const days of [1, 4, 5, 5]) await out(days)
    await out(20)
    await out(0, { site: other })
    expect((await surfaces()).outings).toEqual([
      { day: back(5), site: 'Hearthside', published: 2, updated: 0 },
      { day: back(2), site: 'Hearthside', published: 1, updated: 1 },
      { day: back(1), site: 'Hearthside', published: 1, updated: 0 },
      { day: back(0), site: 'Tidy Mode', published: 1, updated: 0 },
    ])
    expect((await surfaces(`tags[]=${tagId}&dateRange=90`)).outings).toEqual([
      { day: back(2), site: 'Hearthside', published: 0, updated: 1 },
    ])
  })

  it('is a workbook, too, of its range and tags: a row per day, a column per publisher, and Over All [REP-035] [REP-047]', async () => {
    const query = `dateRange=30&tags[]=${tagId}`
    const answer = await api.app.server.inject({
      url: `/api/stats/content-surfaces.xlsx?${query}`,
      headers: { authorization: `Bearer ${opm.token}` },
    })
    expect(answer.headers['content-type']).toContain('spreadsheetml')
    const { sheets } = await readXlsx(answer.rawPayload)
    const { days, series, overall } = await surfaces(query)
    const rowOf = (day: string, at: number) => [
      ...[day, ...series.map(({ values }: { values: number[] }) => values[at]), overall[at]],
    ]
    expect(sheets[0]?.rows).toEqual([['Day', 'Hearthside', 'Nookwise', 'Over All'], ...days.map(rowOf)])
    expect(sheets[0]?.rows.at(-1)).toEqual([today, 2, 0, 2])
  })
})

describe('the exports of Keyword Winners', () => {
  beforeAll(start)
  afterAll(stop)

  it('hold every stat of the keywords that the filter finds, in their order [REP-048]', async () => {
    const filter = { dateRange: 7, sort: 'winning_percentage', sortOrder: 'asc', tags: [soldId] }
    const { name, text } = await file('/api/stats/keyword-winners-raw', { ...filter, siteFilter: [] })
    expect(name).toBe(`keyword-winners-raw-${today}.csv`)
    const { data } = Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true })
    expect(data.map(({ Keyword, Day, Won }) => [Keyword, Day, Won])).toEqual([
      ...[6, 5, 4, 3, 2, 1, 0].map((at) => ['red kettle', back(at), 'no']),
      ...[5, 4, 3, 2, 1, 0].map((at) => ['quiet blender', back(at), at < 2 ? 'yes' : 'no']),
      ...[2, 1, 0].map((at) => ['blue kettle', back(at), at < 2 ? 'yes' : 'no']),
    ])
  })

  it('hold a row per keyword and a column per day, where no data is neither won nor lost [REP-049]', async () => {
    const filter = { dateRange: 7, sort: 'winning_percentage', sortOrder: 'asc', tags: [soldId] }
    const { name, bytes } = await file('/api/stats/keyword-winners-report', { ...filter, siteFilter: [] })
    expect(name).toBe(`keyword-winners-${today}.xlsx`)
    const { sheets } = await readXlsx(bytes)
    expect(sheets[0]?.rows).toEqual([
      ['Keyword', 'Sites', 'Win %', ...[6, 5, 4, 3, 2, 1, 0].map(back)],
      ['red kettle', '', 0, ...Array(7).fill('Lost: Nookwise')],
      [
        ...['quiet blender', 'Hearthside', 33.3, 'No data', ...Array(4).fill('Lost: Nookwise')],
        ...Array(2).fill('Won: Hearthside'),
      ],
      [
        'blue kettle',
        '',
        66.7,
        ...Array(4).fill('No data'),
        'Lost: Nookwise',
        'Won: Hearthside',
        'Won: Hearthside',
      ],
    ])
  })
})

// What they add would be counted by the others.
describe('Keyword Winners with further keywords', () => {
  beforeEach(start)
  afterEach(stop)

  it('has pages of ten by default, and every keyword is on exactly one of them [REP-022] [REP-023]', async () => {
    for (let number = 0; number < 9; number++) await addKeyword(`page lamp ${number}`)
    const all = await rates('limit=100')
    expect(all).toHaveLength(15)
    expect(await rates('')).toEqual(all.slice(0, 10))
    expect(await rates('offset=10')).toEqual(all.slice(10))
    for (const order of ['sortOrder=asc', 'sortOrder=desc', 'sort=keyword', 'sort=keyword&sortOrder=asc']) {
      const pages = await Promise.all(
        [0, 4, 8, 12].map((offset) => rates(`limit=4&offset=${offset}&${order}`)),
      )
      expect(pages.flat(), order).toEqual(await rates(`limit=100&${order}`))
    }
  })

  it('is exported without a formula, with any names of keywords and publishers [S12]', async () => {
    for (const formula of FORMULAS) {
      await addKeyword(`${formula} payload`)
      const keywordId = ids[`${formula} payload`] ?? 0
      await record(buildHit({ keywordId, day: today, publisher: formula, title: formula, isWinning: false }))
    }
    const { text } = await file('/api/stats/keyword-winners-raw', { query: 'payload', dateRange: 7 })
    const { data } = Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true })
    expect(data).toHaveLength(FORMULAS.length)
    for (const row of data) {
      for (const cell of Object.values(row)) expect(cell).not.toMatch(/^[=+\-@\t\r]/)
    }
    const { bytes } = await file('/api/stats/keyword-winners-report', { query: 'payload', dateRange: 7 })
    const { sheets } = await readXlsx(bytes)
    const cells = sheets.flatMap(({ cells: all }) => [...(all?.values() ?? [])])
    expect(cells.filter(({ formula }) => formula !== undefined)).toEqual([])
    expect(
      sheets[0]?.rows
        .map(([keyword]) => keyword)
        .slice(1)
        .sort(),
    ).toEqual(FORMULAS.map((formula) => `${formula} payload`).sort())
  })
})
