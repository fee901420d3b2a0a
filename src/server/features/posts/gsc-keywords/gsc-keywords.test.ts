import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { plusDays } from '#shared/format/day.ts'
import type { SearchPerformance, SearchRow } from '../../../integrations/search-performance/port.ts'
import { type Api, type Client, startApi } from '../../../testing/api.ts'
import { buildArticle, buildPost, buildSite } from '../../../testing/builders.ts'
import { writePosts } from '../content-tracker/post-store.ts'
import { listSearchedSites, markDayComplete, recomputeSearchTotals, writeRows } from './search-store.ts'

const SITE = 'tt'
const LATE = 'lt'
let api: Api
let opm: Client
let siteId: number
let until: string
/** The last day with data from Google. */
let last: string

/** What Google would say of the sites, by days. */
const told = { [SITE]: new Map<string, SearchRow[]>(), [LATE]: new Map<string, SearchRow[]>() }
const toldOf = (site: string) => (site === SITE ? told[SITE] : told[LATE])
const searches: SearchPerformance = {
  source: 'test',
  covers: async (site) => site === SITE || site === LATE,
  lastDay: () => last,
  async *readDay(site, day) {
    yield toldOf(site).get(day) ?? []
  },
  check: async () => ({ adapter: 'test', ok: true, detail: '' }),
}

const post = (postId: string, title: string, focusKeyword: string | null) => ({
  siteId,
  postId,
  title,
  published: '2026-01-02T00:00:00Z',
  modified: null,
  address: `https://tt.example/${postId}`,
  focusKeyword,
  picture: null,
  trackingId: null,
  products: null,
})
const search = (page: string, query: string, clicks: number, impressions: number, position = 5) => ({
  page: `https://www.tt.example/${page}/`,
  query,
  clicks,
  impressions,
  position,
})

/** Runs the jobs that read searches of a site and add them up. */
async function collect(siteId: number, { app } = api): Promise<void> {
  const jobs = app.jobs.filter(({ name }) => name.startsWith('gsc-keywords.'))
  await jobs.find(({ name }) => name === 'gsc-keywords.begin-searches')?.run({})
  await jobs.find(({ name }) => name === 'gsc-keywords.collect-searches')?.run({ siteId })
  await jobs.find(({ name }) => name === 'gsc-keywords.recompute-totals')?.run({ siteId })
  await jobs.find(({ name }) => name === 'gsc-keywords.recompute-queries')?.run({})
}

const list = async (query = '', site = siteId) =>
  (await opm.get(`/api/gsc-keywords/?site=${site}&${query}`)).body
const idsOf = async (query = '', site = siteId) =>
  (await list(query, site)).nodes.map(({ POST_ID }: { POST_ID: string }) => POST_ID)
const log = async () => (await opm.get('/api/gsc-keywords-actions/')).body.nodes
const keywordOf = async (postId: string, site = siteId) => {
  const { rows } = await api.database.pool.query(
    'select focus_keyword from content_posts where site_id = $1 and post_id = $2',
    [site, postId],
  )
  return rows[0]?.focus_keyword
}
const save = (post_id: string | number, keyword_before: string | null, keyword_after: string) =>
  opm.post('/api/gsc-keywords/bulk/', [{ post_id, site_id: siteId, keyword_before, keyword_after }] as never)

beforeAll(async () => {
  api = await startApi({}, { searches })
  opm = await api.as('opm')
  const { db } = api.database
  siteId = (await buildSite(db, { code: SITE, url: 'https://tt.example' })).id
  until = plusDays(api.now().toISOString().slice(0, 10), -3)
  last = until
  await writePosts(
    db,
    [
      post('11', 'Chairs', 'ergonomic chair'),
      post('12', 'Kettles', ' Gooseneck  KETTLE'),
      post('13', 'Lamps', null),
      post('14', 'Nobody comes', 'desk lamp'),
      post('15', 'Once', 'tent'),
      post('16', 'Ties', 'other'),
    ],
    'import',
  )
  told[SITE].set(until, [
    search('11', 'office chair for lower back pain', 40, 900, 7.8),
    search('11', 'Ergonomic Chair', 4, 500, 14.6),
    search('11', 'standing desk chair', 9, 100),
    search('12', 'gooseneck kettle', 30, 300),
    search('12', 'kettle', 3, 3000),
    search('13', 'led lamp', 2, 20),
    search('14', 'best lamp', 0, 700),
    search('16', 'short tie', 5, 50),
    search('16', 'a much longer tie', 5, 50),
    search('16', 'seen by more', 5, 60),
    search('16', 'never seen', 9, 0),
  ])
  for (const [days, clicks] of [
    [30, 5],
    [90, 7],
    [180, 11],
    [360, 13],
  ] as const) {
    // The oldest day within the period, and the one before it.
    told[SITE].set(plusDays(until, 1 - days), [search('15', 'tent for rain', clicks, 100)])
    told[SITE].set(plusDays(until, -days), [search('15', 'tent for rain', 1, 100)])
  }
  // Recent days without data may still get some, so they are requested again.
  for (let back = 1; back < 7; back++)
    told[SITE].set(plusDays(until, -back), [search('about', 'about us', 1, 1)])
  await collect(siteId)
})
afterAll(() => api.close())

describe('the mismatch list', () => {
  it('has the posts that people find by something else than their keyword, and no others [GSC-031]', async () => {
    // 12 matches regardless of case and blanks; 14 got no visits.
    expect((await idsOf('sort=POST_ID&sortOrder=asc&period=30')).toSorted()).toEqual(['11', '13', '15', '16'])
    expect((await api.visitor.get('/api/gsc-keywords/')).status).toBe(401)
    expect((await (await api.as('wrt')).get('/api/gsc-keywords/')).status).toBe(403)
  })

  it('says of each row which post it is, its keyword, and its queries with clicks and impressions, the best first [GSC-026]', async () => {
    const { nodes, ...page } = await list('query=chairs&period=30')
    expect(nodes).toEqual([
      {
        POST_ID: '11',
        SITE_CODE: SITE,
        site_id: siteId,
        POST_TITLE: 'Chairs',
        POST_KEYWORD: 'ergonomic chair',
        permalink: 'https://tt.example/11',
        now: { QUERY: 'ergonomic chair', CLICKS: 4, IMPRESSIONS: 500, position: 14.6 },
        keywords: [
          { QUERY: 'office chair for lower back pain', CLICKS: 40, IMPRESSIONS: 900, position: 7.8 },
          { QUERY: 'standing desk chair', CLICKS: 9, IMPRESSIONS: 100, position: 5 },
          { QUERY: 'ergonomic chair', CLICKS: 4, IMPRESSIONS: 500, position: 14.6 },
        ],
      },
    ])
    expect(page).toEqual({ totalCount: 1, ignored: 0, until, missing: 0 })
  })

  it('knows the best query by clicks, then impressions, then by the shorter one; a query without impressions is none', async () => {
    const [{ keywords }] = (await list('query=Ties&period=30')).nodes
    expect(keywords.map(({ QUERY }: { QUERY: string }) => QUERY)).toEqual([
      'seen by more',
      'short tie',
      'a much longer tie',
    ])
  })

  it('adds up 30, 90, 180 or 360 days, the newest known one being the last [GSC-009] [GSC-010] [GSC-011] [GSC-012]', async () => {
    const clicksOf = async (period: number) =>
      (await list(`query=Once&period=${period}`)).nodes[0].keywords[0].CLICKS
    expect(await clicksOf(30)).toBe(5)
    expect(await clicksOf(90)).toBe(5 + 1 + 7)
    expect(await clicksOf(180)).toBe(5 + 1 + 7 + 1 + 11)
    expect(await clicksOf(360)).toBe(5 + 1 + 7 + 1 + 11 + 1 + 13)
    expect((await opm.get('/api/gsc-keywords/?period=31')).status).toBe(400)
  })

  it('has 25 rows to a page, is narrowed by site and words, and sorted by each column [GSC-005]', async () => {
    const { db } = api.database
    const other = await buildSite(db, { code: 'uu', url: 'https://uu.example' })
    const many = Array.from({ length: 27 }, (_, at) => String(100 + at))
    await writePosts(
      db,
      many.map((id, at) => ({
        ...post(id, `Guide ${226 - at}`, `key ${100 + ((at * 5) % 27)}`),
        siteId: other.id,
        address: `https://uu.example/${id}`,
      })),
      'import',
    )
    const rows = many.map((id, at) => ({
      page: `uu.example/${id}`,
      query: `search ${id}`,
      clicks: Number(id),
      impressions: 900 + ((at * 2) % 27),
      position: 1 + ((at * 4) % 27),
    }))
    await writeRows(db, other.id, until, rows)
    await db.execute(
      sql`insert into search_days values (${other.id}::int, ${until}::date, 27, ${api.now().toISOString()}::timestamptz)`,
    )
    for (const site of await listSearchedSites(db)) await recomputeSearchTotals(db, site)
    expect(await list('', other.id)).toMatchObject({ totalCount: 27, missing: 89 })
    expect(await idsOf('', other.id)).toEqual(many.toReversed().slice(0, 25))
    expect(await idsOf('page=2', other.id)).toEqual(['101', '100'])
    for (const [sort, least, most] of [
      ['POST_ID', '100', '126'],
      ['POST_TITLE', '126', '100'],
      ['POST_KEYWORD', '100', '116'],
      ['CLICKS', '100', '126'],
      ['IMPRESSIONS', '100', '113'],
      ['POSITION', '100', '120'],
    ] as const)
      for (const [order, first] of Object.entries({ asc: least, desc: most }))
        expect((await idsOf(`sort=${sort}&sortOrder=${order}`, other.id))[0], `${sort} ${order}`).toBe(first)
    const everywhere = async (query: string) =>
      (await opm.get(`/api/gsc-keywords/?query=${query}`)).body.nodes.map(
        ({ POST_ID }: { POST_ID: string }) => POST_ID,
      )
    expect(await everywhere('guide 200')).toEqual(['126'])
    expect(await everywhere('search 104')).toEqual(['104'])
  })

  it('shows at which place people saw a post, week by week', async () => {
    const { body } = await opm.get(
      `/api/gsc-keywords/positions?site_id=${siteId}&post_id=11&period=30&queries[0]=Ergonomic%20chair&queries[1]=nothing`,
    )
    expect(body.weeks).toHaveLength(1)
    expect(body.positions).toEqual([[14.6], [null]])
  })

  it('reads days again that were late, and forgets days that no period reaches', async () => {
    // What it forgets is forgotten for all sites.
    const own = await startApi({}, { searches })
    try {
      const { db, pool } = own.database
      const reader = await own.as('opm')
      const { id } = await buildSite(db, { code: LATE, url: 'https://lt.example' })
      const lamps = { ...post('13', 'Lamps', null), siteId: id, address: 'https://lt.example/13' }
      await writePosts(db, [lamps], 'import')
      const tell = (day: string, clicks: number) =>
        told[LATE].set(day, [{ ...search('13', 'led lamp', clicks, 200), page: 'https://lt.example/13' }])
      for (let back = 0; back < 7; back++) tell(plusDays(until, -back), 1)
      tell(plusDays(until, -359), 1)
      await collect(id, own)
      const oldest = async () => {
        const { rows } = await pool.query(
          'select min(day)::text as day from search_rows join search_pages using (page_id) where site_id = $1',
          [id],
        )
        return rows[0].day
      }
      const read = async () => (await reader.get(`/api/gsc-keywords/?site=${id}&query=Lamps&period=30`)).body
      expect((await pool.query('select 1 from search_days where site_id = $1', [id])).rowCount).toBe(360)
      expect(await oldest()).toBe(plusDays(until, -359))
      const newest = plusDays(until, 2)
      last = newest
      // Of the first of two further days nothing is known yet: it may be late.
      tell(newest, 20)
      await collect(id, own)
      const { nodes, ...page } = await read()
      expect(nodes[0].keywords[0].CLICKS).toBe(7 + 20)
      expect(page).toMatchObject({ until: newest, missing: 1 })
      tell(plusDays(until, 1), 100)
      await collect(id, own)
      expect((await read()).nodes[0].keywords[0].CLICKS).toBe(127)
      expect(await oldest()).toBe(plusDays(until, -6))
    } finally {
      last = until
      await own.close()
    }
  })
})

describe('saving keywords', () => {
  it('gives each post its keyword, says of each how it went, and leaves a line in the actions log with both keywords and the time [GSC-028] [GSC-030] [GSC-033]', async () => {
    const { db } = api.database
    const { id: own } = await buildSite(db, { code: 'sv', url: 'https://sv.example' })
    const posts = [post('31', 'Chairs', 'ergonomic chair'), post('33', 'Lamps', null)]
    await writePosts(
      db,
      posts.map((each) => ({ ...each, siteId: own, address: `https://sv.example/${each.postId}` })),
      'import',
    )
    const seen = search('31', 'office chair for lower back pain', 40, 900)
    await writeRows(db, own, until, [{ ...seen, page: 'sv.example/31' }])
    await markDayComplete(db, { siteId: own, day: until, rows: 1, readAt: api.now() })
    await recomputeSearchTotals(db, { id: own, code: 'sv', url: 'https://sv.example' })
    expect(await idsOf('query=chairs', own)).toEqual(['31'])
    // A line of another site.
    await save('999', null, 'x')
    const before = api.now().toISOString()
    const { status, body } = await opm.post('/api/gsc-keywords/bulk/', [
      {
        post_id: 31,
        site_id: own,
        keyword_after: ' Office chair for  lower back pain',
        keyword_before: 'ergonomic chair',
      },
      { post_id: '33', site_id: own, keyword_after: 'led lamp', keyword_before: 'something else' },
      { post_id: '999', site_id: own, keyword_after: 'x', keyword_before: null },
    ] as never)
    expect(status).toBe(200)
    expect(body).toEqual([
      { post_id: '31', site_id: own, ok: true },
      {
        post_id: '33',
        site_id: own,
        ok: false,
        error: 'Another user has removed its keyword.',
      },
      { post_id: '999', site_id: own, ok: false, error: 'This post no longer exists.' },
    ])
    expect(await keywordOf('31', own)).toBe('Office chair for lower back pain')
    expect(await keywordOf('33', own)).toBeNull()
    expect(await idsOf('query=chairs', own)).toEqual([])
    const { body: logged } = await opm.get(`/api/gsc-keywords-actions/?site=${own}`)
    const lines = logged.nodes
    // One line for each, including that of an unknown post.
    expect([logged.totalCount, lines.length]).toEqual([3, 3])
    const lineOf = (id: string) => lines.find(({ post_id }: { post_id: string }) => post_id === id)
    expect(lineOf('31')).toMatchObject({
      site_id: own,
      action: 'update',
      keyword_before: 'ergonomic chair',
      keyword_after: 'Office chair for lower back pain',
      state: 'done',
      by: 'Opm One',
      undoable: true,
    })
    const at = lineOf('31').created_at
    expect(at >= before && at <= api.now().toISOString()).toBe(true)
    expect(lineOf('33')).toMatchObject({ state: 'failed', undoable: false })
    expect(lineOf('33').error).toMatch(/removed its keyword/)
    expect(lineOf('999')).toMatchObject({
      state: 'failed',
      keyword_before: null,
      keyword_after: 'x',
      error: 'This post no longer exists.',
      undoable: false,
    })
    const { rows } = await api.database.pool.query(
      `select noun_id, before, after from audit_entries
       where act = 'post.keyword-changed' and noun_id = any('{31,33,999}')`,
    )
    expect(rows).toMatchObject([{ noun_id: '31', before: { keyword: 'ergonomic chair' } }])
    expect((await opm.post('/api/gsc-keywords/bulk/', [] as never)).status).toBe(400)
    expect((await save('11', null, '  ')).status).toBe(400)
  })

  it('is undone as long as the post still has the keyword that it was given', async () => {
    await save('14', 'desk lamp', 'best lamp')
    const [{ action_id: id }] = await log()
    const { body } = await opm.post(`/api/gsc-keywords-actions/${id}/undo`)
    expect(body).toEqual({ post_id: '14', site_id: siteId, ok: true })
    expect(await keywordOf('14')).toBe('desk lamp')
    expect((await opm.post(`/api/gsc-keywords-actions/${id}/undo`)).status).toBe(409)
    expect((await opm.post('/api/gsc-keywords-actions/999999/undo')).status).toBe(404)
    const [undo] = await log()
    expect(undo).toMatchObject({ action: 'undo', keyword_after: 'desk lamp', undoable: true })
  })

  it('is written to the built-in post, and is not overwritten from the post’s article', async () => {
    const { db, pool } = api.database
    const { id: number } = await buildPost(db, { siteId, status: 'publish', focusKeyword: 'pot' })
    const article = { userId: opm.id, siteId, status: 'published' as const, postId: number, keyword: 'pot' }
    await buildArticle(db, { ...article, title: 'Pots' })
    const follow = api.app.jobs.find(({ name }) => name === 'content-tracker.follow-articles')
    await follow?.run({})
    expect(await keywordOf(String(number))).toBe('pot')
    expect((await save(number, 'POT', 'clay pot')).body[0].ok).toBe(true)
    const { rows } = await pool.query('select focus_keyword from site_posts where post_id = $1', [number])
    expect(rows[0].focus_keyword).toBe('clay pot')
    await follow?.run({})
    expect(await keywordOf(String(number))).toBe('clay pot')
  })

  it('happens once of two at the same moment', async () => {
    const both = await Promise.all([save('15', 'tent', 'tent one'), save('15', 'tent', 'tent two')])
    expect(both.map(({ body }) => body[0].ok).toSorted()).toEqual([false, true])
    expect(await keywordOf('15')).toBe(both[0]?.body[0].ok ? 'tent one' : 'tent two')
  })
})

it('the log has 25, 50, 100 or 200 rows to a page, 25 by default, each on one page [GSC-024] [GSC-025] [GSC-033]', async () => {
  const { pool } = api.database
  await pool.query(
    `insert into gsc_keyword_actions (site_id, post_id, title, action, state, created_at)
     select $1, n::text, 'T', 'ignore', 'done', now() - interval '1 day' from generate_series(1, 210) n`,
    [siteId],
  )
  const rowsOf = async (query: string) =>
    (await opm.get(`/api/gsc-keywords-actions/?${query}`)).body.nodes.map(
      ({ action_id: id }: { action_id: number }) => id,
    )
  const all = [...(await rowsOf('perPage=200')), ...(await rowsOf('perPage=200&page=2'))]
  expect(new Set(all).size).toBeGreaterThan(209)
  expect(await rowsOf('')).toEqual(all.slice(0, 25))
  for (const size of [25, 50, 100, 200]) expect(await rowsOf(`perPage=${size}`)).toEqual(all.slice(0, size))
  expect(await rowsOf('perPage=50&page=3')).toEqual(all.slice(100, 150))
  expect((await opm.get('/api/gsc-keywords-actions/?perPage=30')).status).toBe(400)
})
