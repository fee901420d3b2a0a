import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { asinOf, linkTo, startAdoptionStage } from '../../../testing/adoption-stage.ts'
import { buildSite } from '../../../testing/builders.ts'
import { exchangeRecommended } from '../content-tracker/feature.ts'
import { writePosts } from '../content-tracker/post-store.ts'

const stage = await startAdoptionStage()
const { api, site, siteId, eng, start, adopt, nextHour, content, report } = stage
const { blog, put } = site
const { database, app } = api
const link = linkTo
beforeEach(stage.clear)
afterAll(stage.close)

describe('adopting a site', () => {
  it('follows every published post with its address, date, keyword, picture and products, and its products are scanned', async () => {
    put({
      id: 7,
      title: 'Kettles &amp; pots',
      content: link('B0C9TR41XM', 'Steel kettle'),
      meta: { aop_focus_keyword: '', _yoast_wpseo_focuskw: 'best kettle', rank_math_focus_keyword: 'a,b' },
      picture: 'https://blog.example/kettle.jpg',
    })
    put({ id: 8, status: 'draft', content: link('B0AAAAAAAA') })
    const { running, last, followed, checked_at: checkedAt } = await adopt()
    expect(running).toBeNull()
    expect(followed).toBe(1)
    expect(checkedAt).toEqual(expect.any(String))
    expect(last).toMatchObject({
      kind: 'whole',
      state: 'finished',
      reason: null,
      user: { first_name: 'Eng' },
      total: 1,
      done: 1,
      products: 1,
      outcomes: { added: 1, changed: 0, known: 0, ours: 0, gone: 0, refused: 0 },
    })
    expect(await content()).toEqual([
      {
        post_id: '7',
        title: 'Kettles & pots',
        focus_keyword: 'best kettle',
        picture_url: 'https://blog.example/kettle.jpg',
        asins: ['B0C9TR41XM'],
        source: 'adopted',
        gone: false,
        permalink: 'https://blog.example/7/',
      },
    ])
    const tracked = (await eng.get('/api/snowflake/content?site=bl')).body
    expect(tracked.edges).toMatchObject([{ POST_ID: '7', POST_TITLE: 'Kettles & pots', SITE: 'bl' }])
    const library = (await eng.get('/api/products?query=B0C9TR41XM')).body
    expect(library.nodes).toMatchObject([{ asin: 'B0C9TR41XM', last_scanned: null, lastStock: null }])
    expect(await report(last.adoption_id)).toEqual({
      totalCount: 1,
      nodes: [
        {
          post_id: '7',
          outcome: 'added',
          title: 'Kettles & pots',
          url: 'https://blog.example/7/',
          focus_keyword: 'best kettle',
          asins: ['B0C9TR41XM'],
          note: '',
        },
      ],
    })
    expect(blog.writes).toEqual([])
  })

  it('counts added, known, own and refused posts, with the reasons', async () => {
    for (const id of [1, 2, 3, 4]) put({ id, content: link(asinOf(id)) })
    put({ id: 5, title: ' ' })
    put({ id: 6, content: '<a href="https://amzn.to/3xYz">Buy</a><a href="https://a.co/d/9abc">Buy</a>' })
    blog.odd.add(4)
    await database.pool.query(
      `insert into content_posts (site_id, post_id, title, source) values ($1, '1', 'Ours', 'copydesk'), ($1, '2', 'Told', 'import')`,
      [siteId],
    )
    const { last } = await adopt()
    expect(last.outcomes).toEqual({ added: 2, changed: 1, known: 0, ours: 1, gone: 0, refused: 2 })
    const { nodes } = await report(last.adoption_id)
    const said = nodes.map(({ post_id, outcome, note }: Record<string, string>) => [post_id, outcome, note])
    expect(said).toEqual([
      ['4', 'refused', 'The site’s answer about it is invalid: date_gmt.'],
      ['5', 'refused', 'It has no title.'],
      ['3', 'added', ''],
      ['6', 'added', '2 short links to the marketplace with an unknown product.'],
      ['2', 'changed', ''],
      ['1', 'ours', ''],
    ])
    expect((await report(last.adoption_id, '?outcomes=refused&outcomes=ours')).totalCount).toBe(3)
    // What Copydesk has published is its article's, and what a file told is the site's from now on.
    expect((await content()).slice(0, 2)).toMatchObject([
      { title: 'Ours', source: 'copydesk', asins: [] },
      { title: 'Post 2', source: 'adopted', asins: [asinOf(2)] },
    ])
    const again = await adopt()
    expect(again.last.outcomes).toEqual({ added: 0, changed: 0, known: 3, ours: 1, gone: 0, refused: 2 })
  })

  it('exports its report as a file without formulas, to its own user only', async () => {
    put({ id: 1, title: '=HYPERLINK("http://evil.example")', content: link(asinOf(1)) })
    const { last } = await adopt()
    const asked = await eng.post(`/api/adoptions/${last.adoption_id}/report`)
    expect(asked.status).toBe(202)
    await app.queue.drain()
    const file = await eng.get(`/api/export/${asked.body.exportId}/file`)
    expect(String(file.body).split('\n')).toEqual([
      'Post ID,Outcome,Title,Address,Focus keyword,Products,Note',
      `1,Added,"'=HYPERLINK(""http://evil.example"")",https://blog.example/1/,,${asinOf(1)},`,
      '',
    ])
    const other = await api.as('adm')
    expect((await other.get(`/api/export/${asked.body.exportId}/file`)).status).toBe(404)
    expect((await eng.post('/api/adoptions/999999/report')).status).toBe(404)
    expect((await eng.get('/api/adoptions/999999/posts')).status).toBe(404)
  })

  it('needs the right to manage sites, runs once at a time, and can be stopped', async () => {
    const writer = await api.as('wrt')
    expect((await writer.post(`/api/sites/${siteId}/adoption`)).status).toBe(403)
    for (let id = 1; id <= 50; id++) put({ id })
    expect((await start()).status).toBe(202)
    const second = await start()
    expect([second.status, second.body.message]).toEqual([
      409,
      'The posts of this site are already being read.',
    ])
    const stopped = await eng.delete(`/api/sites/${siteId}/adoption`)
    expect(stopped.body).toMatchObject({
      running: null,
      last: { state: 'stopped', reason: 'Stopped by Eng One.' },
    })
    expect((await eng.delete(`/api/sites/${siteId}/adoption`)).status).toBe(409)
    await app.queue.drain()
    expect(await content()).toEqual([])
    expect((await start()).status).toBe(202)
  })

  it('is refused for a site without WordPress, and for a retired one', async () => {
    const { id } = await buildSite(database.db, { code: 'bi', displayName: 'Built in' })
    const refusal = expect.stringMatching(/^Built in isn’t connected to WordPress.* WP_SITES, under bi/)
    expect((await eng.get(`/api/sites/${id}/adoption`)).body).toMatchObject({ refusal, followed: 0 })
    expect((await eng.post(`/api/sites/${id}/adoption`)).body).toMatchObject({ message: refusal })
    await eng.patch(`/api/sites/${siteId}`, { retired: true })
    expect((await start()).body.message).toBe('This site is retired. Reactivate it first.')
    await eng.patch(`/api/sites/${siteId}`, { retired: false })
    expect((await eng.get('/api/sites/999999/adoption')).status).toBe(404)
  })
})

describe('an adopted site', () => {
  it('syncs every hour: changed, added, deleted and restored posts', async () => {
    for (const id of [1, 2, 3]) put({ id, content: link(asinOf(id)), meta: { aop_focus_keyword: 'pan' } })
    const { last } = await adopt()
    expect((await nextHour()).news).toBeNull()
    const modified = api.now().toISOString().slice(0, 19)
    put({ id: 1, title: 'New title', content: link(asinOf(9)), meta: { aop_focus_keyword: '' }, modified })
    put({ id: 2, status: 'draft' })
    put({ id: 4, content: link(asinOf(4)) })
    const { news, followed, last: same } = await nextHour()
    expect(same.adoption_id).toBe(last.adoption_id)
    expect(followed).toBe(3)
    expect(news).toMatchObject({
      kind: 'news',
      user: null,
      outcomes: { added: 1, changed: 1, gone: 1, known: 0 },
    })
    expect(await content()).toMatchObject([
      { post_id: '1', title: 'New title', asins: [asinOf(9)], focus_keyword: null, gone: false },
      { post_id: '2', asins: [], gone: true },
      { post_id: '3', focus_keyword: 'pan', gone: false },
      { post_id: '4', gone: false },
    ])
    expect((await report(news.adoption_id)).nodes[0]).toMatchObject({ outcome: 'gone', title: 'Post 2' })
    // Only changed posts were read again.
    expect(blog.handedOut).toEqual([1, 2, 3, 1, 4])
    put({ id: 2, content: link(asinOf(2)) })
    expect((await nextHour()).news.outcomes).toMatchObject({ added: 0, changed: 1 })
    expect((await content())[1]).toMatchObject({ gone: false, asins: [asinOf(2)] })
  })

  it('is the source for its posts and their deletion: files and warehouses only fill its gaps', async () => {
    put({ id: 1, content: link(asinOf(1)) })
    put({ id: 2, content: link(asinOf(2)) })
    await adopt()
    put({ id: 2, status: 'draft' })
    await nextHour()
    const isSaid = await content()
    expect(isSaid).toMatchObject([
      { post_id: '1', title: 'Post 1', gone: false, asins: [asinOf(1)] },
      { post_id: '2', gone: true, asins: [] },
    ])
    const told = (postId: string) => ({
      siteId,
      postId,
      title: 'Of yesterday',
      published: '2020-01-01T00:00:00Z',
      modified: null,
      address: 'https://elsewhere.example/',
      focusKeyword: null,
      picture: null,
      trackingId: `desk-${postId}`,
      products: [{ asin: asinOf(9), name: '', award: '', image: null }],
    })
    const write = () => writePosts(database.db, ['1', '2', '3'].map(told), 'import')
    expect(await write()).toMatchObject({ added: 1, changed: 2 })
    expect(await write()).toMatchObject({ added: 0, changed: 0 })
    const [first, second, third] = await content()
    expect([first, second]).toEqual(isSaid)
    expect(third).toMatchObject({ title: 'Of yesterday', source: 'import', asins: [asinOf(9)] })
    const { rows } = await database.pool.query('select tracking_id from content_posts order by post_id')
    expect(rows.map(({ tracking_id: id }) => id)).toEqual(['desk-1', 'desk-2', 'desk-3'])
  })

  it('loses half of its posts only after a requested full run', async () => {
    for (let id = 1; id <= 30; id++) put({ id })
    await adopt()
    for (let id = 1; id <= 25; id++) blog.posts.delete(id)
    const { running } = await nextHour()
    expect(running.reason).toMatch(/^The site no longer shows 25 of its 30 followed posts\./)
    expect((await content()).filter(({ gone }) => gone)).toEqual([])
    expect((await adopt()).last).toMatchObject({ kind: 'whole', outcomes: { known: 5, gone: 25 } })
    expect((await content()).filter(({ gone }) => gone)).toHaveLength(25)
  })

  it('keeps its posts where its WordPress is taken out of the settings', async () => {
    const { id } = await buildSite(database.db, { code: 'no' })
    const { rows } = await database.pool.query(
      `with post as (insert into content_posts (site_id, post_id, title, source) values ($1, '1', 'Post', 'adopted'))
       insert into adoptions (site_id, kind, started_at, touched_at) values ($1, 'whole', now(), now()) returning adoption_id`,
      [id],
    )
    const job = app.jobs.find(({ name }) => name === 'adoptions.read-site')
    await job?.run({ adoptionId: rows[0].adoption_id })
    const { body } = await eng.get(`/api/sites/${id}/adoption`)
    expect(body).toMatchObject({
      followed: 1,
      running: null,
      last: { state: 'stopped', reason: 'The site no longer has an entry in WP_SITES.' },
    })
  })

  it('keeps the keyword that a user chose here, even if the site still has another', async () => {
    put({ id: 1, meta: { aop_focus_keyword: 'old words' } })
    await adopt()
    await database.pool.query(
      "update content_posts set focus_keyword = 'new words', keyword_chosen_at = now() where post_id = '1'",
    )
    await adopt()
    expect(await content()).toMatchObject([{ focus_keyword: 'new words' }])
  })

  it('calls a post stale by its text: a save of fields, links or prices is no change, an editor’s words are', async () => {
    const words = '<p>It pours well.</p>'
    const offer = (price: string) =>
      `<p>Now <a href="https://www.amazon.com/dp/${asinOf(1)}">${price}</a></p>`
    const flags = async () =>
      (await eng.get('/api/snowflake/content?site=bl')).body.edges.map(
        ({ FLAGS: held, refresh }: { FLAGS: string[]; refresh: number }) => ({
          isStale: held.includes('STALE_180D'),
          refresh,
        }),
      )
    const save = async (change: { title?: string; content: string; meta: Record<string, string> }) => {
      put({ id: 1, modified: api.now().toISOString().slice(0, 19), ...change })
      expect((await nextHour()).news.outcomes).toMatchObject({ changed: 1 })
    }
    const meta = { aop_focus_keyword: 'kettle' }
    put({ id: 1, content: words + offer('$80.00'), meta })
    await adopt()
    const before = await flags()
    expect(before).toMatchObject([{ isStale: true }])
    expect(before[0].refresh).toBeGreaterThan(0)
    await save({ content: words + offer('$80.00'), meta: { aop_focus_keyword: 'best kettle' } })
    expect(await flags()).toEqual(before)
    await save({ content: words + offer('$79.50').replace('dp/', 'gp/product/'), meta })
    expect(await flags()).toEqual(before)
    await save({ content: '<p>It pours badly.</p>', meta })
    expect(await flags()).toEqual([{ isStale: false, refresh: 0 }])
  })

  it('does not mistake a replacement in a post for an editor’s change, but detects the next edit', async () => {
    put({ id: 1, content: link(asinOf(1), 'Heron Kettle') })
    await adopt()
    const changedAt = async () =>
      (await database.pool.query('select content_post_id as id, text_changed_at from content_posts')).rows[0]
    const { id, text_changed_at: before } = await changedAt()
    const saved = async (content: string) => {
      put({ id: 1, content, modified: api.now().toISOString().slice(0, 19) })
      await nextHour()
      return (await changedAt()).text_changed_at
    }
    const by = { asin: asinOf(2), name: 'Wren Kettle' }
    await exchangeRecommended(database.db, id, { old: asinOf(1), by })
    expect(await saved(link(asinOf(2), 'Wren Kettle'))).toEqual(before)
    expect(await saved(link(asinOf(2), 'Wren Kettle, tested'))).not.toEqual(before)
  })

  it('adds its focus keywords to Keywords after a preview, each once in any case', async () => {
    await database.pool.query('delete from keywords')
    await database.pool.query("insert into keywords (keyword, identity) values ('Best Pan', 'best pan')")
    const words = ['best  PAN', 'Café cups', 'cafe\u0301 cups', 'x'.repeat(400), '', 'new pot']
    for (const [at, word] of words.entries()) put({ id: at + 1, meta: { aop_focus_keyword: word } })
    await adopt()
    const path = `/api/sites/${siteId}/adoption/keywords`
    const { body } = await eng.get(path)
    expect(body).toMatchObject({ added: 2, repeated: 1, invalid: 1, without: 1 })
    expect(body.keywords).toMatchObject([
      { keyword: 'x'.repeat(400), state: 'refused', reason: expect.stringMatching(/./) },
      { keyword: 'Café cups', posts: 2, state: 'new', reason: null },
      { keyword: 'new pot', posts: 1, state: 'new', reason: null },
      { keyword: 'best PAN', posts: 1, state: 'known', reason: null },
    ])
    const count = async () =>
      (await database.pool.query('select keyword, site_ids from keywords order by 1')).rows
    expect(await count()).toHaveLength(1)
    expect((await eng.post(path)).body).toEqual({ added: 2, repeated: 1, invalid: 1 })
    expect((await eng.post(path)).body).toEqual({ added: 0, repeated: 3, invalid: 1 })
    expect(await count()).toEqual([
      { keyword: 'Best Pan', site_ids: [] },
      { keyword: 'Café cups', site_ids: [siteId] },
      { keyword: 'new pot', site_ids: [siteId] },
    ])
    expect(blog.writes).toEqual([])
  })
})
