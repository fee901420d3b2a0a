import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Api, type Client, startApi } from '../../testing/api.ts'
import { buildArticle, buildSite } from '../../testing/builders.ts'
import { type FakeWordPress, startFakeWordPress } from '../../testing/fake-wordpress.ts'

let api: Api
let requester: Client
let qa: Client
let fake: FakeWordPress
let vendor: FakeWordPress['vendor']
let postsOf: FakeWordPress['postsOf']
let siteId: number
let builtInId: number

beforeAll(async () => {
  fake = await startFakeWordPress()
  ;({ vendor, postsOf } = fake)
  api = await startApi({ WP_SITES: JSON.stringify({ wp: fake.account }) })
  siteId = (
    await buildSite(api.database.db, { code: 'wp', url: 'https://wp.example', affiliateTag: 'wp-site-20' })
  ).id
  builtInId = (await buildSite(api.database.db, { code: 'ok' })).id
  requester = await api.as('opm')
  qa = await api.as('qa')
})
afterAll(async () => {
  await api.close()
  await fake.close()
})
beforeEach(() => {
  Object.assign(vendor, { failures: [], losesAnswers: 0 })
  // A system that has failed several times in a row is left alone for half a minute.
  api.advance(31_000)
})

const jobNamed = (name: string) => {
  const job = api.app.jobs.find((each) => each.name === name)
  if (!job) throw new Error(`There is no job ${name}`)
  return job
}
const mirror = (articleId: number) => jobNamed('articles.mirror-post').run({ articleId })
/** What comes round by itself. */
const reconcile = async () => {
  await jobNamed('articles.retry-mirrors').run({})
  await jobNamed('articles.find-published').run({})
}
const read = async (id: number) => (await qa.get(`/api/articles/${id}`)).body
const postMirrorOf = (article: { mirrors: { target: string; state: string }[] }) =>
  article.mirrors.find(({ target }) => target === 'post')
const actionsOf = (article: { events: { action: string }[] }) => article.events.map(({ action }) => action)
async function request(site = siteId) {
  const { id } = await buildArticle(api.database.db, { userId: requester.id, siteId: site })
  return id
}
async function approve(site = siteId) {
  const id = await request(site)
  expect((await qa.patch(`/api/articles/validate/${id}`, { command: 'approve' })).status).toBe(200)
  return id
}

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

  it('is noticed within the hour, told once to whoever asked for it and whoever approved it, and published again by a validator', async () => {
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
    expect((await restore(requester, id, 'publish')).status).toBe(403)
    expect((await restore(qa, id, 'renew')).status).toBe(409)
    const { status, body } = await restore(qa, id, 'publish')
    expect([status, body.post.state, post.status]).toEqual([200, 'live', 'publish'])
    expect(actionsOf(body).slice(-2)).toEqual(['post-lost', 'post-back'])
    expect((await restore(qa, id, 'publish')).status).toBe(409)
  })

  it('is told as thrown away or deleted, and its requester has a new one made, once', async () => {
    const { id, post } = await published()
    post.status = 'trash'
    await reconcile()
    expect((await read(id)).post.state).toBe('trashed')
    vendor.posts.splice(vendor.posts.indexOf(post), 1)
    await reconcile()
    expect((await read(id)).post.state).toBe('gone')
    expect(await noticesOf(requester, id)).toMatchObject([{ words: 'Its post was thrown away.' }])
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

  it('is noticed on the built-in site too, and by a sync', async () => {
    const { id } = await published(builtInId)
    await api.database.pool.query('delete from site_posts where key = $1', [`article-${id}`])
    const { body } = await requester.post(`/api/articles/${id}/sync`)
    expect(body).toMatchObject({ changed: ['post'], post: { state: 'gone' } })
    expect((await restore(requester, id, 'renew')).status).toBe(200)
    await api.app.queue.drain()
    expect(await read(id)).toMatchObject({ wordpress_id: expect.any(Number), post: { state: 'draft' } })
  })

  it('is believed to be gone only where its site says so of it alone', async () => {
    const { id, post } = await published()
    vendor.hides = post.id
    await reconcile()
    expect((await read(id)).post.state).toBe('live')
    vendor.hides = 0
  })
})

describe('a copy that has failed', () => {
  it('is tried again at once by whoever may sync, and is as the article then', async () => {
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
    // There is nothing to try where nothing is behind.
    await requester.post(`/api/articles/${id}/retry`, { target: 'post' })
    expect(postMirrorOf(await read(id))).toMatchObject({ state: 'done' })
    expect((await requester.post('/api/articles/999999/retry', { target: 'post' })).status).toBe(404)
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
