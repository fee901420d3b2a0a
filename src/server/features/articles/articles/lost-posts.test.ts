import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { Client } from '../../../testing/api.ts'
import { startPostDesk } from '../../../testing/post-desk.ts'

const desk = await startPostDesk()
const {
  api,
  qa,
  requester,
  vendor,
  postsOf,
  siteId,
  builtInId,
  mirror,
  reconcile,
  read,
  postMirrorOf,
  actionsOf,
  approve,
} = desk
afterAll(desk.close)
beforeEach(desk.settle)

describe('a post that readers see no more', () => {
  async function published(site = siteId) {
    const id = await approve(site)
    await api.app.queue.drain()
    if (site === builtInId)
      await api.database.pool.query("update site_posts set status = 'publish' where key = $1", [
        `article-${id}`,
      ])
    const post = postsOf(id)[0] ?? { ...EMPTY }
    Object.assign(post, {
      status: 'publish',
      slug: `kettles-${id}`,
      link: `https://wp.example/kettles-${id}/`,
    })
    await reconcile()
    expect((await read(id)).status).toBe('published')
    return { id, post }
  }
  const EMPTY = { id: 0, slug: '', status: '', title: '', content: '' }
  const noticesOf = async (person: Client, id: number) =>
    (await person.get('/api/notices')).body.nodes.filter(
      ({ kind, article }: { kind: string; article: { article_id: number } }) =>
        kind === 'post-lost' && article.article_id === id,
    )
  const restore = (person: Client, id: number, remedy: string) =>
    person.post(`/api/articles/${id}/post`, { remedy })

  it('is noticed within the hour, notified once to its requester and approver, and published again by a validator', async () => {
    const { id, post } = await published()
    expect((await read(id)).post).toMatchObject({ state: 'live', url: post.link })
    post.status = 'draft'
    await reconcile()
    await reconcile()
    expect(await read(id)).toMatchObject({
      status: 'published',
      post: { state: 'withdrawn', url: post.link },
    })
    for (const person of [requester, qa])
      expect(await noticesOf(person, id)).toMatchObject([
        { actor: null, words: 'Its post is a draft again.' },
      ])
    const refused = await restore(requester, id, 'publish')
    expect([refused.status, refused.body.message]).toEqual([403, 'Only validators may publish a post.'])
    const { version } = await read(id)
    expect(await restore(qa, id, 'renew')).toMatchObject({
      status: 409,
      body: {
        message: 'The post of this article doesn’t need to be recovered.',
        details: { status: 'published', version },
      },
    })
    const { status, body } = await restore(qa, id, 'publish')
    expect([status, body.post.state, post.status]).toEqual([200, 'live', 'publish'])
    expect(actionsOf(body).slice(-2)).toEqual(['post-lost', 'post-back'])
    expect((await restore(qa, id, 'publish')).status).toBe(409)
  })

  it('is reported as trashed or deleted, and its requester requests a new one, once', async () => {
    const { id, post } = await published()
    post.status = 'trash'
    await reconcile()
    expect((await read(id)).post.state).toBe('trashed')
    vendor.posts.splice(vendor.posts.indexOf(post), 1)
    await reconcile()
    expect((await read(id)).post.state).toBe('gone')
    expect(await noticesOf(requester, id)).toMatchObject([{ words: 'Its post was moved to the trash.' }])
    const other = await api.as('wrt')
    expect((await restore(other, id, 'renew')).status).toBe(403)
    const answers = await Promise.all([1, 2, 3].map(() => restore(requester, id, 'renew')))
    expect(answers.map(({ status }) => status)).toContain(200)
    vendor.losesAnswers = 1
    await mirror(id).catch(() => {})
    await api.app.queue.drain()
    await mirror(id)
    const article = await read(id)
    expect(article.wordpress_id).not.toBe(post.id)
    expect(article).toMatchObject({ status: 'published', post: { state: 'draft' } })
    expect(
      vendor.posts.filter(({ title, status }) => title === article.title && status === 'draft'),
    ).toHaveLength(1)
    await reconcile()
    expect((await read(id)).post.state).toBe('draft')
  })

  it('is not mistaken for the new post if it comes back from the trash', async () => {
    const { id, post } = await published()
    post.status = 'trash'
    await reconcile()
    expect((await restore(requester, id, 'renew')).status).toBe(200)
    const [{ meta } = { meta: undefined }] = postsOf(id)
    Object.assign(post, { status: 'draft', slug: meta?.aop_article_id })
    await api.app.queue.drain()
    expect((await read(id)).wordpress_id).not.toBe(post.id)
  })

  it('is noticed on the built-in site too, and by a sync', async () => {
    const { id } = await published(builtInId)
    await api.database.pool.query('delete from site_posts where key = $1', [`article-${id}`])
    const { body } = await requester.post(`/api/articles/${id}/sync`)
    expect(body).toMatchObject({ changed: ['post'], post: { state: 'gone' } })
    expect((await restore(requester, id, 'renew')).status).toBe(200)
    await api.app.queue.drain()
    expect(await read(id)).toMatchObject({ wordpress_id: expect.any(Number), post: { state: 'draft' } })
  })

  it('counts as gone only if its site says so about this one post', async () => {
    const { id, post } = await published()
    vendor.hides = post.id
    await reconcile()
    expect((await read(id)).post.state).toBe('live')
    vendor.hides = 0
  })
})

describe('a copy that has failed', () => {
  it('is retried at once by any user who may sync, and then matches the article', async () => {
    const id = await approve()
    vendor.failures = [401]
    await mirror(id)
    expect(postMirrorOf(await read(id))).toMatchObject({ state: 'failed' })
    const stranger = await api.as('wrt')
    expect((await stranger.post(`/api/articles/${id}/retry`, { target: 'post' })).status).toBe(403)
    const { status, body } = await requester.post(`/api/articles/${id}/retry`, { target: 'post' })
    expect([status, postMirrorOf(body)?.state]).toEqual([200, 'waiting'])
    await api.app.queue.drain()
    expect(postMirrorOf(await read(id))).toMatchObject({ state: 'done' })
    const { rows } = await api.database.pool.query(
      "select actor_id, before from audit_entries where act = 'article.copy-retried' and noun_id = $1",
      [String(id)],
    )
    const error = 'WordPress did not accept our credentials.'
    expect(rows).toEqual([{ actor_id: requester.id, before: { target: 'post', error } }])
    // There is nothing to try where nothing is behind.
    await requester.post(`/api/articles/${id}/retry`, { target: 'post' })
    expect(postMirrorOf(await read(id))).toMatchObject({ state: 'done' })
    expect((await requester.post('/api/articles/999999/retry', { target: 'post' })).status).toBe(404)
  })

  it('keeps its failure if its site forbids the post, however often it is retried', async () => {
    const id = await approve()
    vendor.failures = [403]
    await mirror(id)
    expect(postMirrorOf(await read(id))).toMatchObject({
      state: 'failed',
      error: 'WordPress does not allow us to do this.',
    })
  })

  it('is tried again by a sync too', async () => {
    const id = await approve()
    vendor.failures = [401]
    await mirror(id)
    vendor.failures = []
    // The site has no board: it is about its post that a sync asks.
    expect((await requester.post(`/api/articles/${id}/sync`)).status).toBe(200)
    await api.app.queue.drain()
    expect(postMirrorOf(await read(id))).toMatchObject({ state: 'done' })
  })
})
