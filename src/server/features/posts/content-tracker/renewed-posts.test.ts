import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { startPostDesk } from '../../../testing/post-desk.ts'
import { writePosts } from './post-store.ts'

const desk = await startPostDesk()
const { api, qa, requester, vendor, siteId, mirror, read } = desk
const { db, pool } = api.database
afterAll(desk.close)

const OLD = '<p>What another author wrote about kettles.</p>'
const letChange = (isOn: boolean) =>
  pool.query('update sites set changes_live_posts = $1 where site_id = $2', [isOn, siteId])

let postId: number
/** A post that was on the site before, as adoption tracks it. */
beforeEach(async () => {
  desk.settle()
  await letChange(true)
  postId = (postId ?? 500) + 1
  vendor.posts = [
    {
      ...{ id: postId, slug: 'kettles', status: 'publish', title: 'Kettles', content: OLD, meta: {} },
      ...{ link: 'https://wp.example/kettles' },
    },
  ]
  await writePosts(
    db,
    [
      {
        ...{ siteId, postId: String(postId), title: `Kettles ${postId}`, published: null, modified: null },
        ...{ address: 'https://wp.example/kettles', picture: null, trackingId: null },
        focusKeyword: `kettle ${postId}`,
        products: [{ asin: 'B0AAAAAAA1', name: 'Heron Kettle', award: 'Best Overall', image: null }],
      },
    ],
    'adopted',
  )
})

const row = async () =>
  (await requester.get(`/api/snowflake/content?site=wp&title=Kettles%20${postId}`)).body.edges[0]
const ask = () => requester.post('/api/content-tracker/updates', { site: 'wp', post_id: String(postId) })

async function requested(): Promise<number> {
  const { status, body } = await ask()
  expect(status).toBe(201)
  const sent = await requester.put(`/api/articles/${body.article_id}`, {
    draft: false,
    products: [{ asin: 'B0AAAAAAA1', name: 'Heron Kettle', award: 'Best Overall', summary: 'Boils.' }],
    intro: 'All of it is new.',
  })
  expect(sent.status, JSON.stringify(sent.body)).toBe(200)
  return body.article_id
}
const approve = async (id: number) =>
  expect((await qa.patch(`/api/articles/validate/${id}`, { command: 'approve' })).status).toBe(200)

describe('an update of a post that was not written here', () => {
  it('takes its place once it is approved, at a site that lets such posts be changed, and is out by that', async () => {
    expect(await row()).toMatchObject({ renews: 'post', update: null })
    const id = await requested()
    expect((await read(id)).notes).toContain('this replaces the whole text of that post')
    expect(vendor.posts).toMatchObject([{ content: OLD }])
    await approve(id)
    await mirror(id)
    expect(vendor.posts).toMatchObject([{ id: postId, status: 'publish', slug: 'kettles' }])
    expect(vendor.posts[0]?.content).toContain('All of it is new.')
    expect(vendor.posts[0]?.content).not.toContain('another author')
    expect(await read(id)).toMatchObject({ status: 'published', wordpress_id: postId })
    expect(await row()).toMatchObject({ renews: 'article', ARTICLE_URL: `/articles/${id}`, update: null })
    const { rows } = await pool.query(
      "select noun, noun_id from audit_entries where act = 'post.rewritten' and noun_id in ($1, $2)",
      [String(postId), String(id)],
    )
    expect(rows).toEqual([{ noun: 'post', noun_id: String(postId) }])
  })

  it('takes its place although the answer was lost, and makes no second post', async () => {
    const id = await requested()
    await approve(id)
    vendor.losesAnswers = 1
    await mirror(id).catch(() => {})
    await mirror(id)
    expect(vendor.posts).toHaveLength(1)
    expect(await read(id)).toMatchObject({ status: 'published', wordpress_id: postId })
  })

  it('becomes a new post if its site lets none be changed, with a warning before; the next update renews that one', async () => {
    await letChange(false)
    expect(await row()).toMatchObject({ renews: 'another' })
    const id = await requested()
    expect((await read(id)).notes).toContain('This becomes a new post')
    await approve(id)
    await mirror(id)
    expect(vendor.posts).toMatchObject([
      { id: postId, content: OLD },
      { status: 'draft', title: `Kettles ${postId}` },
    ])
    expect(await row()).toMatchObject({ update: { article_id: id, status: 'approved' } })
    expect((await ask()).status).toBe(409)
    const made = vendor.posts[1]
    if (made) made.status = 'publish'
    await desk.reconcile()
    expect(await read(id)).toMatchObject({ status: 'published' })
    expect(await row()).toMatchObject({ renews: 'article', ARTICLE_URL: null, update: null })
    const next = await ask()
    expect((await requester.get(`/api/articles/${next.body.article_id}`)).body).toMatchObject({ revises: id })
    expect(await row()).toMatchObject({ update: { article_id: next.body.article_id } })
  })

  const copyOf = async (id: number) => desk.postMirrorOf(await read(id))

  it('is refused, and no other post is made, if the post is no longer live', async () => {
    const id = await requested()
    await approve(id)
    const [old] = vendor.posts
    if (old) old.status = 'private'
    await mirror(id)
    expect(vendor.posts).toMatchObject([{ content: OLD, status: 'private' }])
    expect(await copyOf(id)).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('no longer live'),
    })
    if (old) old.status = 'publish'
    await mirror(id)
    expect(await read(id)).toMatchObject({ status: 'published', wordpress_id: postId })
  })

  const makeNew = (id: number) => requester.post(`/api/articles/${id}/post`, { remedy: 'renew' })

  it('that is refused because its post is gone becomes a new post only by a decision, which is in the audit trail', async () => {
    const id = await requested()
    await approve(id)
    expect((await makeNew(id)).status).toBe(409)
    vendor.posts = []
    await mirror(id)
    expect(await copyOf(id)).toMatchObject({ state: 'failed' })
    expect(await makeNew(id)).toMatchObject({ status: 200, body: { renewal: null, wordpress_id: null } })
    await mirror(id)
    expect(vendor.posts).toMatchObject([{ status: 'draft', title: `Kettles ${postId}` }])
    expect(await read(id)).toMatchObject({ status: 'approved', wordpress_id: vendor.posts[0]?.id })
    const { rows } = await pool.query(
      "select actor_id, before->>'renews' as renews from audit_entries where act = 'article.post-renewed' and noun_id = $1",
      [id],
    )
    expect(rows).toEqual([{ actor_id: requester.id, renews: String(postId) }])
  })

  it('that is refused becomes no other post once its own can be written', async () => {
    const id = await requested()
    await approve(id)
    await letChange(false)
    await mirror(id)
    await letChange(true)
    expect(await makeNew(id)).toMatchObject({
      status: 409,
      body: { message: 'The post can be replaced now. Retry its copy instead.' },
    })
    await letChange(false)
    expect((await makeNew(id)).status).toBe(200)
    await mirror(id)
    expect(vendor.posts).toMatchObject([{ id: postId, content: OLD }, { status: 'draft' }])
  })

  it('that was announced as a new post becomes one, even if the site allows changes by the time of approval', async () => {
    await letChange(false)
    const id = await requested()
    await letChange(true)
    await approve(id)
    await mirror(id)
    expect(vendor.posts).toMatchObject([{ id: postId, content: OLD }, { status: 'draft' }])
  })

  it('that was announced in the place of a post waits where its site lets none be changed any more, and makes no other', async () => {
    const id = await requested()
    await letChange(false)
    await approve(id)
    await mirror(id)
    expect(vendor.posts).toMatchObject([{ id: postId, content: OLD }])
    expect(await copyOf(id)).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('no longer allows changes to the post'),
    })
    await letChange(true)
    await mirror(id)
    expect(await read(id)).toMatchObject({ status: 'published', wordpress_id: postId })
  })

  it('that was written before its answer was lost is out, even on a site that no longer lets posts be changed, and is in the audit trail', async () => {
    const id = await requested()
    await approve(id)
    vendor.losesAnswers = 4
    await mirror(id).catch(() => {})
    expect(vendor.posts[0]?.content).toContain('All of it is new.')
    expect(await read(id)).toMatchObject({ status: 'approved', wordpress_id: null })
    await letChange(false)
    desk.settle()
    await mirror(id)
    expect(vendor.posts).toHaveLength(1)
    expect(await read(id)).toMatchObject({ status: 'published', wordpress_id: postId })
    const { rows } = await pool.query(
      "select 1 from audit_entries where act = 'post.rewritten' and noun_id = $1",
      [String(postId)],
    )
    expect(rows).toHaveLength(1)
  })

  const see = (id: number) => desk.jobNamed('articles.see-renewed').run({ articleId: id })

  it('that was never read before the write does not take its own text for another author’s, and an abandoned update is not read', async () => {
    const id = await renewed()
    await see(id)
    expect((await qa.get(`/api/articles/${id}/renewal`)).body).toMatchObject({
      state: 'written',
      changes: [],
    })
    await pool.query('delete from article_renewals where article_id = $1', [id])
    await expect(see(id)).resolves.toBeUndefined()
  })

  it('shows an editor’s changes to the post since the update was started, before and after approval', async () => {
    const id = await requested()
    await see(id)
    const renewal = async () => (await qa.get(`/api/articles/${id}/renewal`)).body
    expect(await read(id)).toMatchObject({ renewal: 'open' })
    expect(await renewal()).toMatchObject({ state: 'open', post_id: postId, changes: [], days_left: null })
    const [post] = vendor.posts
    if (post) post.content = `${OLD}<p>A warning about its lid.</p>`
    const changes = [{ label: 'Text', before: '', after: 'A warning about its lid.' }]
    expect(await renewal()).toMatchObject({ changes })
    // A retried job does not mistake our text for the editors'.
    await see(id)
    expect(await renewal()).toMatchObject({ changes })
    await approve(id)
    await mirror(id)
    expect(await read(id)).toMatchObject({ renewal: 'written' })
    expect(await renewal()).toMatchObject({ state: 'written', changes, days_left: 30 })
  })

  it('can be undone for 30 days: the post gets its old text back, its article is canceled, and the next update starts over', async () => {
    const id = await requested()
    await approve(id)
    vendor.losesAnswers = 1
    await mirror(id).catch(() => {})
    await mirror(id)
    expect((await requester.post(`/api/articles/${id}/renewal/undo`)).status).toBe(403)
    for (const _ of [1, 2])
      expect((await qa.post(`/api/articles/${id}/renewal/undo`)).body).toMatchObject({
        status: 'canceled',
        renewal: 'undone',
        wordpress_id: null,
      })
    expect(vendor.posts).toMatchObject([{ id: postId, status: 'publish', title: 'Kettles', content: OLD }])
    await mirror(id)
    await desk.reconcile()
    expect(vendor.posts).toMatchObject([{ id: postId, content: OLD }])
    // Every hour posts are matched with their articles. This one no longer has an article, and stays.
    await desk.jobNamed('content-tracker.follow-articles').run({})
    expect(await row()).toMatchObject({ renews: 'post', ARTICLE_URL: null, update: null })
    const { rows } = await pool.query(
      "select actor_id from audit_entries where act = 'article.canceled' and noun_id = $1 and after->>'words' like '%old text%'",
      [id],
    )
    expect(rows).toEqual([{ actor_id: qa.id }])
    expect((await ask()).status).toBe(201)
  })

  /** The site reformats our text and drops the structured data. */
  function keptOtherwise() {
    const [post] = vendor.posts
    if (post) Object.assign(post, { content: `${post.content}<!-- cached -->`, meta: {} })
  }

  it('is undone to the text from before its first try, though the site has stored that differently', async () => {
    const id = await requested()
    await approve(id)
    vendor.losesAnswers = 4
    await mirror(id).catch(() => {})
    keptOtherwise()
    desk.settle()
    await mirror(id)
    expect((await qa.post(`/api/articles/${id}/renewal/undo`)).status).toBe(200)
    expect(vendor.posts).toMatchObject([{ content: OLD, title: 'Kettles' }])
  })

  it('is undone to an editor’s text that was written after a refused try', async () => {
    const id = await requested()
    await approve(id)
    vendor.refusesWrites = 403
    await mirror(id)
    expect(await copyOf(id)).toMatchObject({ state: 'failed' })
    vendor.refusesWrites = undefined
    const [post] = vendor.posts
    if (post) post.content = '<p>Newer words.</p>'
    await mirror(id)
    expect((await qa.post(`/api/articles/${id}/renewal/undo`)).status).toBe(200)
    expect(vendor.posts).toMatchObject([{ content: '<p>Newer words.</p>' }])
  })

  const undo = (id: number) => qa.post(`/api/articles/${id}/renewal/undo`)
  async function renewed(): Promise<number> {
    const id = await requested()
    await approve(id)
    await mirror(id)
    return id
  }

  it('is not undone while an update of its article is worked on, nor before one that is approved is in its post', async () => {
    const id = await renewed()
    const { body } = await requester.post(`/api/articles/${id}/revision`)
    const isOpen = {
      status: 409,
      body: { message: expect.stringContaining('An update of this article is in progress') },
    }
    expect(await undo(id)).toMatchObject(isOpen)
    expect((await requester.put(`/api/articles/${body.article_id}`, { draft: false })).status).toBe(200)
    expect(await undo(id)).toMatchObject(isOpen)
    await approve(body.article_id)
    expect(await undo(id)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('has been approved') },
    })
    expect(await read(id)).toMatchObject({ status: 'published', wordpress_id: postId })
    expect(vendor.posts[0]?.content).toContain('All of it is new.')
  })

  it('never comes back through an update that was started during the undo', async () => {
    const id = await renewed()
    const { body } = await requester.post(`/api/articles/${id}/revision`)
    expect((await requester.put(`/api/articles/${body.article_id}`, { draft: false })).status).toBe(200)
    await pool.query("update articles set status = 'canceled' where article_id = $1", [id])
    const { status, body: refused } = await qa.patch(`/api/articles/validate/${body.article_id}`, {
      command: 'approve',
    })
    expect({ status, message: refused.message }).toEqual({
      status: 409,
      message: 'The article that this updates is now canceled.',
    })
    expect(await read(id)).toMatchObject({ status: 'canceled' })
    expect(await read(body.article_id)).toMatchObject({ status: 'requested' })
  })

  it('is not undone while its copy is at the post', async () => {
    const id = await renewed()
    const lease = (until: string | null) =>
      pool.query("update article_mirrors set leased_until = $2 where article_id = $1 and target = 'post'", [
        id,
        until,
      ])
    await lease('2200-01-01')
    expect(await undo(id)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('right now') },
    })
    expect(vendor.posts[0]?.content).toContain('All of it is new.')
    await lease(null)
    // A user without the right to undo leaves the post alone.
    const [post] = vendor.posts
    const written = post?.content ?? ''
    if (post) post.content = `${written}<p>By an editor.</p>`
    expect(await undo(id)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('changed') },
    })
    if (post) post.content = written
    expect((await undo(id)).status).toBe(200)
  })

  it('is not undone over a later edit, after 30 days, or on a site that no longer lets posts be changed', async () => {
    const id = await requested()
    await approve(id)
    await mirror(id)
    await letChange(false)
    expect((await undo(id)).status).toBe(403)
    await letChange(true)
    const [post] = vendor.posts
    const written = post?.content ?? ''
    if (post) post.content = `${written}<p>By an editor.</p>`
    expect(await undo(id)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('changed') },
    })
    expect(vendor.posts[0]?.content).toContain('By an editor.')
    if (post) post.content = written
    await pool.query("update article_renewals set written_at = written_at - interval '31 days'")
    expect(await undo(id)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('30 days') },
    })
    expect(await read(id)).toMatchObject({ status: 'published', renewal: 'written' })
  })
})
