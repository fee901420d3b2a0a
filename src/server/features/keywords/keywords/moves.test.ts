import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { dayAt, plusDays } from '#shared/format/day.ts'
import { articleEvents, articles } from '../../../db/schema/articles.ts'
import { createRandom } from '../../../random.ts'
import { type Api, type Client, startApi } from '../../../testing/api.ts'
import { buildArticle, buildHit, buildSite } from '../../../testing/builders.ts'
import { recordHits } from '../../market/share-of-voice/verbs/record-hits.ts'

let api: Api
let opm: Client
let today: string
/** Each keyword's days back from today: held by us, by others, or without data. */
const days = new Map<number, string>()
const ids: Record<string, number> = {}

const back = (count: number) => plusDays(today, -count)
const hitOn = (keywordId: number, letter: string, at: number) =>
  buildHit({
    keywordId,
    day: back(at),
    publisher: letter === 'w' ? 'Hearthside' : 'Nookwise',
    isWinning: letter === 'w',
  })

async function lay(name: string, history: string, tracked = true) {
  const { body } = await opm.post('/api/keywords', { keyword: name, tracked })
  const id: number = body.keyword_id
  ids[name] = id
  if (tracked) days.set(id, history)
  const hits = [...history].flatMap((letter, at) => (letter === '-' ? [] : [hitOn(id, letter, at)]))
  await recordHits(api.database.db, hits, today)
}

beforeAll(async () => {
  api = await startApi()
  opm = await api.as('opm')
  today = dayAt(api.now(), 'UTC')
  await lay('lost today', 'lwwwwwwwww')
  await lay('seldom held, lost today', 'lwlllllll')
  await lay('won today', 'wlll')
  await lay('lost after a gap', 'l--wl')
  await lay('held', 'www')
  await lay('lost and back', 'wlwww')
  await lay('untracked', 'lwww', false)
  await lay('never collected', '')
  const random = createRandom('moves')
  for (let number = 0; number < 25; number++)
    await lay(
      `drawn ${number}`,
      Array.from({ length: random.between(1, 40) }, () => random.pick(['w', 'w', 'l', '-'])).join(''),
    )
})
afterAll(() => api.close())

/** The side that held it so many days ago, or on the last day with data before. */
const sideAt = (history: string, ago: number) => [...history.slice(ago)].find((letter) => letter !== '-')
const movedTo = (letter: string, since: number) =>
  [...days]
    .filter(([, history]) => {
      const [now, then] = [sideAt(history, 0), sideAt(history, since)]
      return now === letter && then !== undefined && then !== now
    })
    .map(([id]) => id)
    .sort((one, other) => one - other)
const listed = async (query: string): Promise<{ keyword_id: number; history: string; keyword: string }[]> =>
  (await opm.get(`/api/keywords?limit=200&${query}`)).body.data

it('keywords lost or won since a day are compared with the holder of that day, with any changes in between', async () => {
  for (const since of [1, 2, 3, 5, 9, 30]) {
    const of = async (name: string) => {
      const rows = await listed(`${name}=${back(since)}`)
      return rows.map(({ keyword_id }) => keyword_id).sort((one, other) => one - other)
    }
    expect([since, await of('lost_since')]).toEqual([since, movedTo('l', since)])
    expect([since, await of('won_since')]).toEqual([since, movedTo('w', since)])
  }
  const lost = await opm.get(`/api/keywords?lost_since=${back(1)}&limit=1`)
  expect(lost.body.meta.total).toBe(movedTo('l', 1).length)
})

it('a row counts its days back from its latest one', async () => {
  for (const { keyword_id, keyword, history } of await listed('sort=keyword')) {
    const known = (days.get(keyword_id) ?? '').replace(/^-+|-+$/g, '')
    if (keyword !== 'untracked') expect([keyword, history]).toEqual([keyword, known])
  }
})

it('by movement, the latest come first, lost ones before won ones and usually held ones before the rest', async () => {
  const named = new Set(['lost today', 'seldom held, lost today', 'won today', 'lost and back', 'held'])
  const order = async (query: string) =>
    (await listed(`tracked=true&sort=moved&${query}`))
      .map(({ keyword }) => keyword)
      .filter((one) => named.has(one))
  const latestFirst = ['lost today', 'seldom held, lost today', 'lost and back', 'won today', 'held']
  expect(await order('sortOrder=desc')).toEqual(latestFirst)
  // What never moved comes last, either way round.
  expect(await order('sortOrder=asc')).toEqual([
    'won today',
    'lost and back',
    'seldom held, lost today',
    'lost today',
    'held',
  ])
  const one = await listed('tracked=true&sort=moved&keyword=lost')
  expect(one.map(({ keyword }) => keyword)).toEqual([
    'lost today',
    'lost after a gap',
    'seldom held, lost today',
    'lost and back',
  ])
  const pages = await Promise.all(
    [0, 10, 20, 30].map((offset) => opm.get(`/api/keywords?sort=moved&limit=10&offset=${offset}`)),
  )
  const all = pages.flatMap(({ body }) =>
    body.data.map(({ keyword_id }: { keyword_id: number }) => keyword_id),
  )
  expect(new Set(all).size).toBe(33)
  expect((await opm.get('/api/keywords/keywords.csv?sort=moved')).body.split(/\r?\n/)[1]).toMatch(
    /^lost today/,
  )
})

it('the answer counts held, lost and won keywords since the last visit before today, and without one in seven days', async () => {
  const counts = async (since: number) => {
    const { body } = await opm.get('/api/keywords/moves')
    expect(body).toEqual({
      since: back(since),
      visited_at: expect.toSatisfy((at: unknown) => at === null || typeof at === 'string'),
      tracked: days.size,
      collected: [...days.values()].filter((history) => /[wl]/.test(history)).length,
      held: [...days.values()].filter((history) => sideAt(history, 0) === 'w').length,
      lost: movedTo('l', since).length,
      won: movedTo('w', since).length,
      collecting: null,
      articles: { waiting: 0, waiting_since: null, returned: 0 },
    })
    return body.visited_at
  }
  expect(await counts(7)).toBeNull()
  const visit = (ago: string) =>
    api.database.pool.query(
      `insert into visits (user_id, role_id, path, created_at, last_at)
        values ($1, 'opm', '/keywords', $2::timestamptz - $3::interval, $2::timestamptz - $3::interval)`,
      [opm.id, `${today}T12:00:00Z`, ago],
    )
  await visit('2 days')
  await visit('0 days')
  expect(await counts(2)).toBe(`${back(2)}T12:00:00.000Z`)
  await api.database.pool.query('delete from visits where user_id = $1', [opm.id])
  await visit('300 days')
  expect(await counts(60)).toBe(`${back(300)}T12:00:00.000Z`)
  await api.database.pool.query('delete from visits where user_id = $1', [opm.id])
})

it('while a day is being collected, the answer says how far it is', async () => {
  await api.database.pool.query(
    `insert into collection_items (day, keyword_id, state)
      select $1::date, keyword_id, case when keyword_id = $2 then 'waiting' else 'done' end from keywords where is_tracked`,
    [today, ids.held],
  )
  const { body } = await opm.get('/api/keywords/moves')
  expect(body.collecting).toEqual({ done: days.size - 1, total: days.size })
  await api.database.pool.query('delete from collection_items')
})

it('users without the right to see keywords do not learn how they moved', async () => {
  expect((await (await api.as('wrt')).get('/api/keywords/moves')).status).toBe(403)
  expect((await api.visitor.get('/api/keywords/moves')).status).toBe(401)
})

it('the answer counts the caller’s pending articles', async () => {
  const desk = await startApi()
  const { db } = desk.database
  const [owner, colleague, qa] = [await desk.as('opm'), await desk.as('opm', 2), await desk.as('qa')]
  const site = await buildSite(db)
  const article = (userId: number, status: string, createdAt: string) =>
    buildArticle(db, { userId, siteId: site.id, status, createdAt: new Date(createdAt) })
  await article(owner.id, 'requested', '2026-01-02T00:00:00Z')
  await article(owner.id, 'returned', '2026-01-03T00:00:00Z')
  await article(colleague.id, 'requested', '2026-01-01T00:00:00Z')
  await article(colleague.id, 'returned', '2026-01-01T00:00:00Z')
  await article(owner.id, 'draft', '2026-01-01T00:00:00Z')
  const seenBy = async (client: Client) => (await client.get('/api/keywords/moves')).body.articles
  // Of the colleague's, requested on 1 January: sent back, and in the review again since the 4th; saved on the 5th.
  const [again] = await db
    .select()
    .from(articles)
    .where(sql`user_id = ${colleague.id} and status = 'requested'`)
  for (const [action, day] of [
    ['resubmitted', 4],
    ['saved', 5],
  ] as const)
    await db
      .insert(articleEvents)
      .values({ articleId: again?.id ?? 0, action, createdAt: new Date(`2026-01-0${day}T00:00:00Z`) })
  expect(await seenBy(owner)).toEqual({ waiting: 1, waiting_since: '2026-01-02T00:00:00.000Z', returned: 1 })
  expect(await seenBy(qa)).toEqual({ waiting: 2, waiting_since: '2026-01-02T00:00:00.000Z', returned: 0 })
  expect((await seenBy(colleague)).waiting_since).toBe('2026-01-04T00:00:00.000Z')
  await desk.close()
})

it('the number of keywords lost since a day is right as soon as another day is collected', async () => {
  const total = async () => (await opm.get(`/api/keywords?lost_since=${back(1)}&limit=1`)).body.meta.total
  await lay('lost later', '-w')
  const before = await total()
  await recordHits(api.database.db, [hitOn(ids['lost later'] ?? 0, 'l', 0)], today)
  expect(await total()).toBe(before + 1)
  days.delete(ids['lost later'] ?? 0)
  await api.database.pool.query("delete from keywords where keyword = 'lost later'")
})
