import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { articleKeywords } from '../../../db/schema/articles.ts'
import { type Api, type Client, startApi } from '../../../testing/api.ts'
import { buildArticle, buildSite } from '../../../testing/builders.ts'

let api: Api
let opm: Client
let siteId: number

beforeAll(async () => {
  api = await startApi({ ORG_TZ: 'America/New_York' })
  opm = await api.as('opm')
  siteId = (await buildSite(api.database.db, { displayName: 'Hearthside', logoUrl: '/images/h.png' })).id
})
afterAll(() => api.close())

const create = async (body: object) => (await opm.post('/api/keywords', body)).body
const search = async (query: string, client = opm) =>
  (await client.get(`/api/keywords?currentPage=1&${query}`)).body
const found = async (query: string, client = opm) =>
  (await search(query, client)).data.map(({ keyword }: { keyword: string }) => keyword)

it('one or two letters suggest keywords that begin with them, then those with a word that does, short ones first [ART-129]', async () => {
  for (const keyword of ['zu long to be first', 'zu', 'zu two', 'a zulu hat', 'the zu', 'not zzu'])
    await create({ keyword })
  const suggested = async (typed: string) =>
    (await opm.get(`/api/keywords?keyword=${typed}`)).body.map(({ keyword }: { keyword: string }) => keyword)
  expect(await suggested('ZU')).toEqual(['zu', 'zu two', 'zu long to be first', 'the zu', 'a zulu hat'])
  expect(await suggested('_')).toEqual([])
  expect((await suggested('z')).slice(0, 2)).toEqual(['zu', 'zu two'])
})

describe('a keyword', () => {
  it('is created with its tags, its sites and whether it is tracked, and is listed so, with its articles [KW-041] [KW-042] [KW-043] [KW-044] [KW-047] [KW-067]', async () => {
    const before = api.now().toISOString()
    const answer = await opm.post('/api/keywords', {
      keyword: '  Best   Garden Hose ',
      tags: [{ tag: ' Garden ' }, { tag: 'q4' }],
      sites: [siteId],
      tracked: false,
    })
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({
      keyword: 'Best Garden Hose',
      is_tracked: false,
      tags: [{ tag: 'garden' }, { tag: 'q4' }],
      sites: [{ site_id: siteId, display_name: 'Hearthside', logo_url: '/images/h.png' }],
      articles: [],
      comments: 0,
      last_result: null,
      winning_percentage: null,
    })
    const { keyword_id: id, tags, created_at: at } = answer.body
    expect(at >= before && at <= api.now().toISOString()).toBe(true)
    expect((await opm.get(`/api/tags?ids=${tags[0].tag_id}`)).body).toEqual([tags[0]])
    const { db } = api.database
    const older = await buildArticle(db, { userId: opm.id, siteId, title: 'Hoses', status: 'published' })
    const newer = await buildArticle(db, { userId: opm.id, title: 'Reels', status: 'returned' })
    for (const { id: articleId } of [newer, older])
      await db.insert(articleKeywords).values({ articleId, keywordId: id, position: 1 })
    const { change_id: _change, version: _version, ...row } = answer.body
    expect((await search('keyword=best garden hose')).data).toMatchObject([
      {
        ...row,
        articles: [
          { article_id: newer.id, title: 'Reels', status: 'returned', site_id: newer.siteId },
          { article_id: older.id, title: 'Hoses', status: 'published', site_id: siteId },
        ],
      },
    ])
  })

  it('is tracked, without tags and for no site, by default', async () => {
    expect(await create({ keyword: 'plain kettle' })).toMatchObject({ is_tracked: true, tags: [], sites: [] })
  })

  it('is changed with the same body: words, tags, sites, tracking [KW-068]', async () => {
    const { keyword_id: id } = await create({ keyword: 'quiet fan', tags: [{ tag: 'old' }], sites: [siteId] })
    const { status, body } = await opm.patch(`/api/keywords/${id}`, {
      keyword: 'silent fan',
      tags: [{ tag: 'new' }],
      sites: [],
      tracked: false,
    })
    expect([status, body]).toMatchObject([
      200,
      { keyword_id: id, keyword: 'silent fan', is_tracked: false, tags: [{ tag: 'new' }], sites: [] },
    ])
    const { change_id: change, ...row } = body
    expect(change).toEqual(expect.any(Number))
    expect((await opm.get(`/api/keywords/${id}`)).body).toEqual(row)
  })

  it('keeps the values that a change leaves out', async () => {
    const whole = { keyword: 'kept fan', tags: [{ tag: 'summer' }], sites: [siteId], tracked: false }
    const before = await create(whole)
    const url = `/api/keywords/${before.keyword_id}`
    const renamed = await opm.patch(url, { keyword: 'kept fan two' })
    expect([renamed.status, renamed.body]).toEqual([
      200,
      { ...before, keyword: 'kept fan two', version: before.version + 1, change_id: null },
    ])
    expect((await opm.patch(url, { tracked: true })).body).toMatchObject({
      keyword: 'kept fan two',
      is_tracked: true,
      tags: before.tags,
      sites: before.sites,
    })
    expect((await opm.patch(url, {})).body.keyword).toBe('kept fan two')
    expect((await opm.patch(url, { keyword: ' ' })).body.validation.body.message).toBe(
      'Please input a keyword!',
    )
  })

  it('gets a new version with every write that changes it, by any writer, and with no other', async () => {
    const { keyword_id: id, version } = await create({ keyword: 'versioned fan' })
    const now = async () => (await opm.get(`/api/keywords/${id}`)).body.version - version
    const body = { keyword: 'versioned fan', tags: [], sites: [], tracked: true }
    await opm.patch(`/api/keywords/${id}`, body)
    expect(await now()).toBe(0)
    await opm.patch(`/api/keywords/${id}`, { ...body, sites: [siteId] })
    expect(await now()).toBe(1)
    const { change_id: change } = (
      await opm.post('/api/keywords/tags', { keywordIds: [id], tagsToAdd: [{ tag: 'bulk' }] })
    ).body
    expect(await now()).toBe(2)
    await opm.post(`/api/keyword-changes/${change}/undo`)
    expect(await now()).toBe(3)
    for (const bits of [4, 0])
      await api.database.pool.query('update keywords set article_statuses = $2 where keyword_id = $1', [
        id,
        bits,
      ])
    expect(await now()).toBe(3)
  })

  it('with a newer version is not overwritten: the save answers 409 with the current one', async () => {
    const { keyword_id: id, version } = await create({ keyword: 'shared fan' })
    const save = (tag: string, more: object) =>
      opm.patch(`/api/keywords/${id}`, { keyword: 'shared fan', tags: [{ tag }], ...more })
    const first = await save('theirs', { version })
    expect(first.status).toBe(200)
    const second = await save('mine', { version })
    const { change_id: _change, ...current } = first.body
    expect([second.status, second.body.details]).toEqual([409, { current }])
    expect((await opm.get(`/api/keywords/${id}`)).body).toEqual(current)
    expect((await save('mine', { version: first.body.version })).body.tags).toMatchObject([{ tag: 'mine' }])
    // Who knows of no versions is not kept out.
    expect((await save('old client', {})).body.tags).toMatchObject([{ tag: 'old client' }])
  })

  it('saved twice at once on one version is saved only once', async () => {
    const { keyword_id: id, version } = await create({ keyword: 'raced fan' })
    const answers = await Promise.all(
      ['a', 'b', 'c', 'd'].map((tag) =>
        opm.patch(`/api/keywords/${id}`, { keyword: 'raced fan', tags: [{ tag }], version }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
  })

  it('without words is refused [KW-046]', async () => {
    for (const keyword of [undefined, '', '   ', '\u200b', '\ufeff\u00ad \u2060']) {
      const { status, body } = await opm.post('/api/keywords', { keyword })
      expect([status, body.validation.body.message]).toEqual([400, 'Please input a keyword!'])
    }
  })

  it('that exists, in any spelling, is refused with its number', async () => {
    const { keyword_id: id } = await create({ keyword: 'Door Mat' })
    const again = await opm.post('/api/keywords', { keyword: ' door  mat' })
    expect([again.status, again.body.details]).toEqual([409, { keyword_id: id }])
    const { keyword_id: other } = await create({ keyword: 'boot tray' })
    const renamed = await opm.patch(`/api/keywords/${other}`, { keyword: 'DOOR MAT' })
    expect([renamed.status, renamed.body.details]).toEqual([409, { keyword_id: id }])
  })

  it('created by twenty at once is one keyword [R16]', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => opm.post('/api/keywords', { keyword: 'one of a kind' })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(409)])
    expect(await found('keyword=one of a kind')).toHaveLength(1)
  })

  it('is the same in any Unicode form of its letters, and is found by each [D77]', async () => {
    const { body } = await opm.post('/api/keywords', {
      keyword: 'cre\u0300me caf\u00e9',
      tags: [{ tag: 'Cafe\u0301' }, { tag: 'caf\u00e9' }],
    })
    expect([body.keyword, body.tags.map(({ tag }: { tag: string }) => tag)]).toEqual([
      'cr\u00e8me caf\u00e9',
      ['caf\u00e9'],
    ])
    const again = await opm.post('/api/keywords', { keyword: 'cr\u00e8me cafe\u0301' })
    expect([again.status, again.body.details]).toEqual([409, { keyword_id: body.keyword_id }])
    for (const typed of ['cr\u00e8me', 'cre\u0300me', 'cafe\u0301', 'caf\u00e9']) {
      expect(await found(`keyword=${encodeURIComponent(typed)}`), typed).toEqual([body.keyword])
      const suggested = await opm.get(`/api/keywords?keyword=${encodeURIComponent(typed)}`)
      expect(suggested.body.map(({ keyword }: { keyword: string }) => keyword)).toEqual([body.keyword])
    }
  })

  it('names only tags and sites that exist', async () => {
    for (const wrong of [{ tags: [{ tag_id: 999_999 }] }, { sites: [999_999] }]) {
      expect((await opm.post('/api/keywords', { keyword: 'nowhere', ...wrong })).status).toBe(400)
    }
    expect(await found('keyword=nowhere')).toEqual([])
  })
})

describe('the list of keywords', () => {
  it('is empty far past its end, and says how many there are all the same', async () => {
    await create({ keyword: 'one of a few' })
    const { meta } = await search('')
    for (const where of ['currentPage=1000000000', 'offset=19999999980', 'offset=1000', 'offset=999'])
      for (const sort of ['keyword', 'winning_percentage', 'created_at'])
        expect((await opm.get(`/api/keywords?sort=${sort}&${where}&limit=20`)).body).toEqual({
          meta,
          data: [],
        })
  })

  it('is a page with its total, by limit and offset or by page, of twenty by default [KW-030] [KW-056] [KW-063] [KW-064]', async () => {
    for (const number of [5, 1, 3, 2, 4]) await create({ keyword: `paged lamp ${number}` })
    const first = await search('keyword=paged lamp&sort=keyword&sortOrder=asc&limit=2')
    expect(first.meta).toEqual({ total: 5, is_more: false })
    expect(first.data.map(({ keyword }: { keyword: string }) => keyword)).toEqual([
      'paged lamp 1',
      'paged lamp 2',
    ])
    // The table may stand before a sort key, its own alone. [D67]
    const prefixed = await search('keyword=paged lamp&sort=keywords.keyword&sortOrder=asc&limit=2')
    expect(prefixed).toEqual(first)
    expect((await opm.get('/api/keywords?sort=users.keyword&limit=2')).status).toBe(400)
    expect(await found('keyword=paged lamp&sort=keyword&sortOrder=asc&limit=2&offset=4')).toEqual([
      'paged lamp 5',
    ])
    expect(await found('keyword=paged lamp&sort=keyword&sortOrder=desc&limit=2&offset=2')).toEqual([
      'paged lamp 3',
      'paged lamp 2',
    ])
    await api.database.pool.query(
      "insert into keywords (keyword, identity) select 'sized ' || i, 'sized ' || i from generate_series(1, 21) i",
    )
    expect(await found('keyword=sized')).toHaveLength(20)
    // Without a sort key the newest come first.
    expect(await found('keyword=paged lamp&limit=2')).toEqual(['paged lamp 4', 'paged lamp 2'])
    const pages = 'keyword=paged%20lamp&sort=keyword&sortOrder=asc&limit=2'
    const { body } = await opm.get(`/api/keywords?${pages}&currentPage=3`)
    expect(body.data.map(({ keyword }: { keyword: string }) => keyword)).toEqual(['paged lamp 5'])
  })

  it('counts an article’s new and changed keywords at once', async () => {
    const totals = async () => [
      (await search('limit=1')).meta.total,
      (await search('articleStatus=requested&limit=1')).meta.total,
    ]
    const [all, requested] = await totals()
    const { body } = await opm.post('/api/articles', {
      siteId,
      keywords: [{ keyword: 'counted at once' }],
      title: 'Counted',
      draft: true,
    })
    expect(await totals()).toEqual([all + 1, requested])
    await opm.patch(`/api/articles/${body.article_id}`, { draft: false })
    expect(await totals()).toEqual([all + 1, requested + 1])
  })

  it('is narrowed by tracking, tags, sites and days [KW-057] [KW-058] [KW-059] [KW-060] [KW-061]', async () => {
    const a = await create({ keyword: 'narrow sofa', tags: [{ tag: 'sofas' }], sites: [siteId] })
    const { id: otherSite } = await buildSite(api.database.db)
    const chair = { keyword: 'narrow chair', tags: [{ tag: 'chairs' }], sites: [otherSite], tracked: false }
    const b = await create(chair)
    await create({ keyword: 'narrow stool' })
    await api.database.db.execute(
      sql`update keywords set created_at = '2025-03-02T12:00:00Z' where keyword = 'narrow sofa'`,
    )
    const tag = a.tags[0].tag_id
    const narrow = (query: string) => found(`keyword=narrow&sort=keyword&${query}`)
    expect(await narrow('tracked=true')).toEqual(['narrow sofa', 'narrow stool'])
    expect(await narrow('tracked=false')).toEqual(['narrow chair'])
    expect(await narrow(`tags[]=${tag}`)).toEqual(['narrow sofa'])
    expect(await narrow(`sites=${siteId}`)).toEqual(['narrow sofa'])
    // Several values match keywords with any of them.
    expect(await narrow(`tags[]=${tag}&tags[]=${b.tags[0].tag_id}`)).toEqual(['narrow chair', 'narrow sofa'])
    expect(await narrow(`sites[]=${siteId}&sites[]=${otherSite}`)).toEqual(['narrow chair', 'narrow sofa'])
    expect(await narrow('createdFrom=2025-3-2&createdTo=2025-3-2')).toEqual(['narrow sofa'])
    expect(await narrow('createdFrom=2025-3-3')).toEqual(['narrow chair', 'narrow stool'])
  })

  it('is narrowed by the statuses of the articles, which follow the articles at once [KW-062]', async () => {
    const article = await buildArticle(api.database.db, { userId: opm.id, keyword: 'status toaster' })
    const has = (status: string, client = opm) =>
      found(`keyword=status toaster&articleStatus[]=${status}`, client)
    expect(await has('requested')).toEqual(['status toaster'])
    expect(await has('requested&articleStatus[]=approved')).toEqual(['status toaster'])
    const qa = await api.as('qa')
    await qa.patch(`/api/articles/validate/${article.id}`, { command: 'approve' })
    expect(await has('requested')).toEqual([])
    expect(await has('approved')).toEqual(['status toaster'])
    await api.database.db.execute(sql`delete from articles where article_id = ${article.id}`)
    expect(await has('approved')).toEqual([])
  })

  it('shows a draft, and finds a keyword by it, for its owner alone', async () => {
    await buildArticle(api.database.db, { userId: opm.id, status: 'draft', keyword: 'secret spoon' })
    const other = await api.as('opm', 2)
    const [own] = (await search('keyword=secret spoon&articleStatus=draft')).data
    expect(own.articles).toMatchObject([{ status: 'draft' }])
    expect(await found('keyword=secret spoon&articleStatus=draft', other)).toEqual([])
    expect((await search('keyword=secret spoon', other)).data[0].articles).toEqual([])
  })

  it('finds words in any order, and one or two letters where they begin a word', async () => {
    await create({ keyword: 'xbox stand for tv' })
    expect(await found('keyword=stand xbox')).toEqual(['xbox stand for tv'])
    expect(await found('keyword=xbox tv')).toEqual(['xbox stand for tv'])
    expect(await found('keyword=xbox an')).toEqual([])
    expect(await found('keyword=100%25')).toEqual([])
  })

  it('with typed words alone is a plain list of the ten best matches', async () => {
    for (let number = 0; number < 12; number++) await create({ keyword: `typed mug ${number}` })
    const { body } = await opm.get('/api/keywords?keyword=typed%20mug')
    expect(body).toHaveLength(10)
    expect(body[0]).toEqual({ keyword_id: expect.any(Number), keyword: expect.stringContaining('typed mug') })
  })
})

describe('two articles of one keyword', () => {
  it('that change at the same time both leave their status with it', async () => {
    const { db, pool } = api.database
    const first = await buildArticle(db, { userId: opm.id, status: 'approved', keyword: 'crowded pan' })
    const second = await buildArticle(db, { userId: opm.id, status: 'requested' })
    await db.execute(sql`
      insert into article_keywords (article_id, keyword_id, position) values (${second.id}, ${first.keyword.id}, 1)`)
    const change = 'update articles set status = $2 where article_id = $1'
    const client = await pool.connect()
    await client.query('begin')
    await client.query(change, [first.id, 'published'])
    const behind = pool.query(change, [second.id, 'rejected'])
    const isWaiting = async () =>
      (
        await pool.query(
          "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        )
      ).rows.length > 0
    while (!(await isWaiting()));
    await client.query('commit')
    client.release()
    await behind
    for (const status of ['published', 'rejected'])
      expect(await found(`keyword=crowded pan&articleStatus=${status}`), status).toEqual(['crowded pan'])
    for (const status of ['approved', 'requested'])
      expect(await found(`keyword=crowded pan&articleStatus=${status}`), status).toEqual([])
  })
})

describe('tags', () => {
  it('are read whole, or by number, or by typed letters [KW-069] [REP-050] [REP-051]', async () => {
    const { tags } = await create({ keyword: 'tagged tray', tags: [{ tag: 'trays' }, { tag: 'tiny trays' }] })
    const all = (await opm.get('/api/keywords/tags')).body.map(({ tag }: { tag: string }) => tag)
    expect(all.filter((tag: string) => tag.endsWith('trays'))).toEqual(['tiny trays', 'trays'])
    expect((await opm.get(`/api/tags?ids[]=${tags[0].tag_id}`)).body).toEqual([tags[0]])
    const ids = tags.map(({ tag_id: id }: { tag_id: number }) => `ids[]=${id}`).join('&')
    expect((await opm.get(`/api/tags?${ids}`)).body).toEqual(tags)
    for (const query of ['TINY', 'ny tr'])
      expect(
        (await opm.get(`/api/tags?query=${query}`)).body.map(({ tag }: { tag: string }) => tag),
        query,
      ).toEqual(['tiny trays'])
  })
})
