import { inArray } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ARTICLE_STATUSES } from '#shared/features/articles/articles/rules.ts'
import { articleKeywords, articles } from '../../../db/schema/articles.ts'
import { type Api, type Client, startApi } from '../../../testing/api.ts'
import { buildArticle, buildKeyword, buildSite, buildUser } from '../../../testing/builders.ts'

let api: Api
let opm: Client
let qa: Client
let other: Client
let secondSite: number

beforeAll(async () => {
  api = await startApi({ ORG_TZ: 'America/New_York' })
  const { db } = api.database
  opm = await api.as('opm')
  other = await api.as('opm', 2)
  qa = await api.as('qa')
  secondSite = (await buildSite(db, { displayName: 'AAA first by name' })).id
  for (const status of ARTICLE_STATUSES) {
    await buildArticle(db, { userId: opm.id, status, createdAt: new Date('2026-03-10T12:00:00Z') })
  }
  for (let number = 0; number < 22; number += 1) {
    await buildArticle(db, {
      userId: other.id,
      status: 'requested',
      title: `Other ${number}`,
      createdAt: new Date('2026-04-01T12:00:00Z'),
    })
  }
  await buildArticle(db, { userId: other.id, status: 'draft', title: 'Hidden draft' })
  await buildArticle(db, {
    userId: qa.id,
    siteId: secondSite,
    status: 'approved',
    title: 'Late evening',
    keyword: 'rare keyword',
    createdAt: new Date('2026-05-02T03:30:00Z'),
  })
})
afterAll(() => api.close())

const list = async (query: string, who = opm) => {
  const { status, body } = await who.get(`/api/articles?${query}`)
  expect(status).toBe(200)
  return body
}
const titles = (body: { nodes: { title: string }[] }) => body.nodes.map(({ title }) => title)

test('history answers nodes, total and page, 20 a page, the newest article first [ART-029] [ART-031] [ART-032] [ART-132] [ART-140] [SHELL-098]', async () => {
  const first = await list('')
  expect(Object.keys(first).sort()).toEqual(['nodes', 'page', 'totalCount'])
  expect(first.page).toBe(1)
  expect(first.nodes).toHaveLength(20)
  // Seven of the requester; 22 requested and one approved of other users; not another user's draft.
  expect(first.totalCount).toBe(30)
  const ids = first.nodes.map((node: { article_id: number }) => node.article_id)
  expect(ids).toEqual([...ids].sort((a, b) => b - a))
  const second = await list('page=2&sort=articles.article_id&sortOrder=descend')
  expect(second.nodes).toHaveLength(10)
  expect(second.nodes[0].article_id).toBeLessThan(ids.at(-1))
})

test('a page far past the end is empty and still gives the total, in every order', async () => {
  for (const page of [3, 51, 9999, 1_000_000_000])
    for (const sort of ['article_id', 'site', 'user'])
      expect(await list(`page=${page}&sort=${sort}`)).toEqual({ nodes: [], totalCount: 30, page })
  expect((await opm.get('/api/articles?page=1000000001')).status).toBe(400)
})

test('history is sorted by every column, both ways, people by first and then by last name [ART-028]', async () => {
  const { db } = api.database
  const person = async (firstName: string, lastName: string) =>
    (await buildUser(db, { firstName, lastName })).id
  const [young, zoe, abel] = [
    await person('Ada', 'Young'),
    await person('Zoe', 'Abel'),
    await person('Ada', 'Abel'),
  ]
  const alpha = (await buildSite(db, { displayName: 'Alpha', code: 'zz' })).id
  const beta = (await buildSite(db, { displayName: 'Beta', code: 'za' })).id
  const made: number[] = []
  for (const [title, siteId, userId, day, status] of [
    ['C', alpha, young, 3, 'approved'],
    ['A', beta, zoe, 4, 'requested'],
    ['D', alpha, abel, 1, 'approved'],
    ['B', beta, young, 2, 'published'],
  ] as const) {
    const createdAt = new Date(Date.UTC(2026, 5, day, 12))
    made.push((await buildArticle(db, { title, siteId, userId, status, createdAt })).id)
  }
  const inOrder = async (sort: string, order: string) =>
    titles(await list(`createdAtBegin=2026-06-01&sort=${sort}&sortOrder=${order}`)).join('')
  for (const [sort, up] of [
    ['article_id', 'CADB'],
    ['title', 'ABCD'],
    ['site', 'CDAB'],
    ['user', 'DCBA'],
    ['created_at', 'DBCA'],
    ['status', 'CDBA'],
  ] as const) {
    const down = [...up].reverse().join('')
    for (const [order, expected] of Object.entries({ asc: up, ascend: up, desc: down, descend: down }))
      expect([sort, order, await inOrder(sort, order)]).toEqual([sort, order, expected])
  }
  await db.delete(articles).where(inArray(articles.id, made))
  expect((await opm.get('/api/articles?sort=password_hash')).status).toBe(400)
  expect((await opm.get('/api/articles?sort=title;drop table articles')).status).toBe(400)
})

test('history is filtered by users, several at once [ART-133]', async () => {
  expect((await list(`users[0]=${opm.id}`)).totalCount).toBe(7)
  expect((await list(`users[0]=${opm.id}&users[1]=${qa.id}`)).totalCount).toBe(8)
  expect((await list(`users=${qa.id}`)).totalCount).toBe(1)
})

test("history is filtered by first and last day, both included, in the organisation's time zone [ART-134] [ART-135]", async () => {
  expect((await list('createdAtBegin=2026-04-01')).totalCount).toBe(23)
  expect((await list('createdAtEnd=2026-03-10')).totalCount).toBe(7)
  // 03:30 UTC on 2 May is still 1 May in New York.
  expect(titles(await list('createdAtBegin=2026-5-1&createdAtEnd=2026-5-1'))).toEqual(['Late evening'])
  expect((await list('createdAtBegin=2026-05-02')).totalCount).toBe(0)
})

test('history is filtered by keyword, and its rows name theirs [ART-136] [ART-004]', async () => {
  const [keyword] = (await opm.get('/api/keywords?keyword=rare')).body
  const found = await list(`keywordId=${keyword.keyword_id}`)
  expect(titles(found)).toEqual(['Late evening'])
  // The same list as in the article itself, so that a user who removes one sees whether it is the last.
  const { body: whole } = await opm.get(`/api/articles/${found.nodes[0].article_id}`)
  expect(found.nodes[0].keywords).toEqual(whole.keywords)
  const { db } = api.database
  const { id: second } = await buildKeyword(db)
  await db.insert(articleKeywords).values({ articleId: whole.article_id, keywordId: second, position: 1 })
  expect(titles(await list(`keywordId=${second}`))).toEqual(['Late evening'])
})

test('history can be filtered to articles waiting for the caller [ART-137]', async () => {
  expect((await list('pending=true')).totalCount).toBe(3)
  expect((await list('pending=true', qa)).totalCount).toBe(23)
})

test('history is filtered by site and by status [ART-138] [ART-139]', async () => {
  expect(titles(await list(`site[0]=${secondSite}`))).toEqual(['Late evening'])
  const { site_id: firstSite } = (await list(`users=${other.id}`)).nodes[0]
  expect((await list(`site=${firstSite}`)).totalCount).toBe(29)
  expect((await list(`site[0]=${secondSite}&site[1]=${firstSite}`)).totalCount).toBe(30)
  expect((await list('status[0]=approved&status[1]=rejected')).totalCount).toBe(3)
})

test('the statuses come as label and value, the label capitalised [ART-092] [ART-141]', async () => {
  const { body } = await opm.get('/api/articles/status')
  expect(body).toEqual([
    { label: 'Draft', value: 'draft' },
    { label: 'Requested', value: 'requested' },
    { label: 'Approved', value: 'approved' },
    { label: 'Rejected', value: 'rejected' },
    { label: 'Returned', value: 'returned' },
    { label: 'Canceled', value: 'canceled' },
    { label: 'Published', value: 'published' },
  ])
})

test('titles sort the way people read them, in any database locale, using an index alone', async () => {
  const { db, pool } = api.database
  const site = await buildSite(db)
  const inOrder = ['10 best', 'a b', 'äpfel', 'Apfel two', 'Éclair', 'eclair two', 'Zebra', 'Ωmega', '漢']
  for (const title of [...inOrder].reverse())
    await buildArticle(db, { userId: opm.id, status: 'published', siteId: site.id, title })
  expect(titles(await list(`site=${site.id}&sort=title&sortOrder=asc`))).toEqual(inOrder)
  expect(titles(await list(`site=${site.id}&sort=title&sortOrder=desc`))).toEqual(inOrder.toReversed())
  await pool.query('delete from articles where site_id = $1', [site.id])
  const client = await pool.connect()
  await client.query('begin; set local enable_sort = off; set local enable_seqscan = off')
  const { rows } = await client.query(
    `explain select article_id from articles where (status <> 'draft' or user_id = 1) and counts_as_article(revises_id, status)
      order by lower(title collate "und-x-icu") desc, article_id desc limit 20`,
  )
  await client.query('rollback')
  client.release()
  expect(JSON.stringify(rows)).toContain('Index Only Scan Backward using articles_title_read')
})

test('a page far down the list holds the right articles, in order', async () => {
  const { db, pool } = api.database
  const { id } = await buildSite(db)
  await pool.query(
    `insert into articles (title, status, image_url, intro, site_id, user_id, created_at, updated_at)
     select 'deep ' || i, 'published', '', '', $1, $2, now(), now() from generate_series(1, 1100) i`,
    [id, opm.id],
  )
  for (const sort of ['article_id', 'created_at', 'status']) {
    const names = async (order: string) =>
      titles(await list(`site=${id}&sort=${sort}&sortOrder=${order}&page=55`))
    expect(await names('asc')).toEqual(Array.from({ length: 20 }, (_, at) => `deep ${1081 + at}`))
    expect(await names('desc')).toEqual(Array.from({ length: 20 }, (_, at) => `deep ${20 - at}`))
  }
  await pool.query('delete from articles where site_id = $1', [id])
})

test('the number of waiting articles can be read without the articles', async () => {
  for (const client of [opm, qa]) {
    const whole = (await client.get('/api/articles/pending')).body
    expect(whole.totalCount).toBeGreaterThan(0)
    const counted = await client.get('/api/articles/pending?limit=0')
    expect([counted.status, counted.body]).toEqual([200, { ...whole, nodes: [] }])
  }
  expect((await qa.get('/api/articles/pending?limit=21')).status).toBe(400)
})

test('pending lists one’s own unfinished articles, and for validators every requested one, 20 a page [ART-014] [ART-142] [ART-143]', async () => {
  const mine = (await opm.get('/api/articles/pending')).body
  expect(mine.totalCount).toBe(3)
  expect(mine.nodes.map(({ status }: { status: string }) => status).sort()).toEqual([
    'draft',
    'requested',
    'returned',
  ])
  const first = (await qa.get('/api/articles/pending?page=1')).body
  const second = (await qa.get('/api/articles/pending?page=2')).body
  expect([first.nodes.length, second.nodes.length, first.totalCount]).toEqual([20, 3, 23])
  const seen = new Set([...first.nodes, ...second.nodes].map(({ article_id }) => article_id))
  expect(seen.size).toBe(23)
})

test('returned articles come first, then requested ones, then drafts, each the oldest first', async () => {
  const { db } = api.database
  const made: number[] = []
  for (const [status, day] of [
    ['draft', 1],
    ['requested', 4],
    ['returned', 6],
    ['requested', 3],
    ['returned', 5],
    ['approved', 2],
  ] as const) {
    const createdAt = new Date(Date.UTC(2026, 1, day))
    made.push((await buildArticle(db, { userId: opm.id, status, createdAt })).id)
  }
  const [draft, newer, late, older, early, approved] = made
  const { body } = await opm.get('/api/articles/pending')
  const order: number[] = body.nodes.map(({ article_id: id }: { article_id: number }) => id)
  expect(body.nodes.map(({ status }: { status: string }) => status)).toEqual([
    ...Array(3).fill('returned'),
    ...Array(3).fill('requested'),
    ...Array(2).fill('draft'),
  ])
  // Those that were there before are younger than all of these.
  expect(order.filter((id) => made.includes(id))).toEqual([early, late, older, newer, draft])

  const place = async (id: number | undefined) => (await opm.get(`/api/articles/${id}/place`)).body
  for (const [index, id] of order.entries())
    expect(await place(id)).toEqual({
      position: index + 1,
      total: 8,
      before: order[index - 1] ?? null,
      after: order[index + 1] ?? null,
    })
  expect(await place(approved)).toEqual({ position: null, total: 8, before: null, after: early })
  expect((await other.get(`/api/articles/${draft}/place`)).status).toBe(404)
  await db.delete(articles).where(inArray(articles.id, made))
})

test('keyword suggestions are the ten that fit best, beginnings first [ART-129] [ART-130]', async () => {
  const siteId = secondSite
  const keywords = [
    'tent',
    'tent pegs',
    'best tent',
    'tent heater',
    ...Array.from({ length: 10 }, (_, number) => `large tent ${number}`),
  ]
  // Another user's draft, which is not counted.
  await other.post('/api/articles', { siteId, keywords, draft: true })
  const { body } = await opm.get('/api/keywords?keyword=Tent')
  expect(body).toHaveLength(10)
  expect(body[0]).toEqual({ keyword_id: expect.any(Number), keyword: 'tent' })
  expect(body.slice(0, 3).map(({ keyword }: { keyword: string }) => keyword)).toEqual([
    'tent',
    'tent pegs',
    'tent heater',
  ])
})

test('the sites come as a list, by name [ART-131]', async () => {
  const { id } = await buildSite(api.database.db, { displayName: 'aab second by name' })
  const { body } = await opm.get('/api/sites')
  expect(body.slice(0, 2)).toMatchObject([
    { site_id: secondSite, display_name: 'AAA first by name' },
    { site_id: id, display_name: 'aab second by name' },
  ])
  expect(body.length).toBeGreaterThan(2)
})

test('keywords, users and sites are found in any spelling', async () => {
  const answer = await other.post('/api/articles', {
    siteId: secondSite,
    keywords: ['  Rare   KEYWORD ', 'rare keyword'],
    draft: true,
  })
  expect(answer.body.keywords).toEqual([{ keyword_id: expect.any(Number), keyword: 'rare keyword' }])
})

test('titles containing all the words are suggested, newest first, and drafts only to their owners', async () => {
  const suggest = async (query: string, who = opm) => {
    const { status, body } = await who.get(`/api/articles/suggestions?query=${encodeURIComponent(query)}`)
    expect(status).toBe(200)
    return body.map(({ title }: { title: string }) => title)
  }
  expect(await suggest('EVEN late')).toEqual(['Late evening'])
  expect(await suggest('other 2')).toEqual(['Other 21', 'Other 20', 'Other 12', 'Other 2'])
  expect(await suggest('other')).toHaveLength(10)
  expect(await suggest('hidden')).toEqual([])
  expect(await suggest('hidden', other)).toEqual(['Hidden draft'])
  // Signs that patterns know are signs like any other.
  expect(await suggest('%')).toEqual([])
  expect(await suggest('_')).toEqual([])
  expect(await suggest('  ')).toEqual([])
  expect((await (await api.as('wrt')).get('/api/articles/suggestions?query=late')).status).toBe(403)
})
