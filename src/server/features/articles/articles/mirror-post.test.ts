import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { HOUR_MS } from '#shared/format/duration.ts'
import { IntegrationError } from '../../../integrations/integration-error.ts'
import { insertGoods } from '../../../integrations/product-catalog/goods-store.ts'
import { createPublishing } from '../../../integrations/publishing-site/by-site.ts'
import { sampleGoods } from '../../../sample/goods.ts'
import { buildSite } from '../../../testing/builders.ts'
import { startPostDesk } from '../../../testing/post-desk.ts'
import { mirrorPost } from './verbs/mirror-post.ts'

/** What the catalogue knows of the product of every article here. */
const [GOOD] = sampleGoods()
if (!GOOD) throw new Error('There is nothing to sell.')
const KETTLE = { ...GOOD, asin: 'B0AAAAAAA1', imageUrl: '/catalog/kettle.png' }

const desk = await startPostDesk()
const {
  api,
  qa,
  vendor,
  postsOf,
  siteId,
  builtInId,
  account,
  mirror,
  reconcile,
  read,
  postMirrorOf,
  actionsOf,
  request,
  approve,
} = desk
await insertGoods(api.database.db, [KETTLE])
afterAll(desk.close)
beforeEach(desk.settle)

describe('an article that is approved', () => {
  it('gets a draft post at its site, and keeps its number [TASK-004]', async () => {
    const id = await approve()
    expect(await read(id)).toMatchObject({ wordpress_id: null })
    expect(postMirrorOf(await read(id))).toMatchObject({ state: 'waiting' })
    await api.app.queue.drain()
    const article = await read(id)
    expect(article.wordpress_id).toBe(postsOf(id)[0]?.id)
    expect(postMirrorOf(article)).toMatchObject({ state: 'done', error: null })
    expect(actionsOf(article)).toContain('post-drafted')
    expect(postsOf(id)).toMatchObject([{ status: 'draft', title: article.title }])
    expect(postsOf(id)[0]?.content).toContain('asin-B0AAAAAAA1')
  })

  it('gives its draft no slug, so the site makes a readable one from its title', async () => {
    const id = await approve()
    await api.app.queue.drain()
    expect(postsOf(id)).toMatchObject([{ slug: '', status: 'draft' }])
    const [post] = postsOf(id)
    // An address that an editor has given is theirs.
    if (post) post.slug = 'kettles-by-hand'
    await mirror(id)
    expect(postsOf(id)).toMatchObject([{ slug: 'kettles-by-hand' }])
  })

  it('has one post with its title even if any of the three answers is lost', async () => {
    for (const lost of [1, 2, 3]) {
      const id = await approve()
      vendor.losesAnswers = lost
      for (let tries = 0; tries < 5; tries++) await mirror(id).catch(() => {})
      expect(postsOf(id)).toMatchObject([{ slug: '' }])
      expect((await read(id)).wordpress_id).toBe(postsOf(id)[0]?.id)
      api.advance(31_000)
    }
  })

  it('has no post before it is approved, or when it is rejected', async () => {
    const id = await request()
    await qa.patch(`/api/articles/validate/${id}`, { command: 'reject', reason: 'No' })
    await api.app.queue.drain()
    expect(postsOf(id)).toEqual([])
    expect((await read(id)).wordpress_id).toBeNull()
  })

  it('gets one post even if the answer is lost and the job runs again', async () => {
    const id = await approve()
    vendor.losesAnswers = 1
    await expect(mirror(id)).rejects.toMatchObject({ kind: 'unavailable' })
    expect(postsOf(id)).toHaveLength(1)
    await mirror(id)
    await mirror(id)
    expect(postsOf(id)).toHaveLength(1)
    const article = await read(id)
    expect(article.wordpress_id).toBe(postsOf(id)[0]?.id)
    expect(actionsOf(article).filter((action) => action === 'post-drafted')).toHaveLength(1)
  })

  it('stays approved while its site is down, says why it has no post, and gets it afterwards', async () => {
    const id = await approve()
    vendor.failures = Array(10).fill(500)
    await expect(mirror(id)).rejects.toMatchObject({ kind: 'unavailable' })
    expect(await read(id)).toMatchObject({ status: 'approved', wordpress_id: null })
    expect(postMirrorOf(await read(id))).toMatchObject({
      state: 'waiting',
      error: 'WordPress is not available.',
    })
    vendor.failures = []
    api.advance(HOUR_MS)
    await reconcile()
    await api.app.queue.drain()
    expect(postMirrorOf(await read(id))).toMatchObject({ state: 'done', error: null, attempts: 0 })
    expect(postsOf(id)).toHaveLength(1)
  })

  it('reports that our password was rejected, and recovers once it is accepted', async () => {
    const id = await approve()
    vendor.failures = [401]
    await mirror(id)
    expect(postMirrorOf(await read(id))).toMatchObject({
      state: 'failed',
      error: 'WordPress did not accept our credentials.',
    })
    await reconcile()
    expect(postMirrorOf(await read(id))).toMatchObject({ state: 'failed' })
    api.advance(HOUR_MS)
    await reconcile()
    await api.app.queue.drain()
    expect(postMirrorOf(await read(id))).toMatchObject({ state: 'done' })
  })

  it('is copied again into its existing post, which keeps its editors’ changes', async () => {
    const id = await approve()
    await api.app.queue.drain()
    const [post] = postsOf(id)
    if (post) post.title = 'Changed by somebody'
    await mirror(id)
    expect(postsOf(id)).toHaveLength(1)
    expect(postsOf(id)[0]?.title).toBe('Changed by somebody')
  })

  it('keeps the order into which its editors have moved its products, and gets new ones beside their neighbour', async () => {
    const { pool } = api.database
    const addProduct = (articleId: number, asin: string, position: number) =>
      pool.query(
        "insert into article_products (article_id, position, asin, name, award) values ($1, $2, $3, 'Pan', '')",
        [articleId, position, asin],
      )
    const id = await approve()
    await addProduct(id, 'B0AAAAAAA2', 10)
    await addProduct(id, 'B0AAAAAAA3', 30)
    await api.app.queue.drain()
    const [post] = postsOf(id)
    const sections = () =>
      post?.content.match(/<!-- wp:group \{"anchor":"asin-[\s\S]*?<\/div>\n<!-- \/wp:group -->(?=\s|$)/g) ??
      []
    const anchors = () => sections().map((section) => /asin-(\w+)/.exec(section)?.[1])
    expect(anchors()).toEqual(['B0AAAAAAA1', 'B0AAAAAAA2', 'B0AAAAAAA3'])
    const [first = '', , third = ''] = sections()
    if (post)
      post.content = post.content.replace(`${third}\n\n`, '').replace(first, () => `${third}\n\n${first}`)
    expect(anchors()).toEqual(['B0AAAAAAA3', 'B0AAAAAAA1', 'B0AAAAAAA2'])
    await addProduct(id, 'B0AAAAAAA4', 20)
    await mirror(id)
    expect(anchors()).toEqual(['B0AAAAAAA3', 'B0AAAAAAA1', 'B0AAAAAAA2', 'B0AAAAAAA4'])
    await pool.query("delete from article_products where article_id = $1 and asin = 'B0AAAAAAA1'", [id])
    await mirror(id)
    expect(anchors()).toEqual(['B0AAAAAAA3', 'B0AAAAAAA2', 'B0AAAAAAA4'])
  })

  it('keeps the focus keyword that a user chose for its post', async () => {
    const id = await approve()
    await api.app.queue.drain()
    const [post] = postsOf(id)
    if (post) post.status = 'publish'
    await reconcile()
    const before = post?.meta?.aop_focus_keyword ?? ''
    const change = {
      post_id: post?.id,
      site_id: siteId,
      keyword_before: before,
      keyword_after: 'chosen kettle',
    }
    const saved = await qa.post('/api/gsc-keywords/bulk/', [change])
    expect(saved.body).toMatchObject([{ ok: true }])
    expect(post?.meta?.aop_focus_keyword).toBe('chosen kettle')
    await mirror(id)
    expect([before === 'chosen kettle', postsOf(id)[0]?.meta?.aop_focus_keyword]).toEqual([
      false,
      'chosen kettle',
    ])
    vendor.failures.push(403)
    const refused = await qa.post('/api/gsc-keywords/bulk/', [
      { ...change, keyword_before: 'chosen kettle', keyword_after: 'another' },
    ])
    expect(refused.body).toMatchObject([{ ok: false, error: 'WordPress does not allow us to do this.' }])
    expect(postsOf(id)[0]?.meta?.aop_focus_keyword).toBe('chosen kettle')
  })
})

describe('a post that earns', () => {
  const LINK = 'href="https://www.amazon.com/dp/B0AAAAAAA1?tag=wp-site-20" rel="sponsored nofollow"'

  it('shows its products’ pictures and prices, and links them with its site’s tag', async () => {
    const id = await approve()
    await api.app.queue.drain()
    const [post] = postsOf(id)
    expect(post?.content).toContain(LINK)
    expect(post?.content).toMatch(/<img src="http[^"]+\/catalog\/kettle.png" alt="Kettle"\/>/)
    expect(post?.content).toMatch(
      /\$\d+\.\d\d<\/strong> as of \w+ \d+, 20\d\d, \d\d:\d\d UTC|See the price on Amazon/,
    )
    expect(JSON.parse(post?.meta?.aop_structured_data ?? '')).toMatchObject({
      '@graph': [
        { '@type': 'Article', headline: post?.title },
        { '@type': 'ItemList', numberOfItems: 1 },
      ],
    })
  })

  it('has no links, prices or pictures where the site’s theme adds them', async () => {
    const { id: themed } = await buildSite(api.database.db, { code: 'th', linksProducts: false })
    const id = await approve(themed)
    await api.app.queue.drain()
    const { rows } = await api.database.pool.query('select content from site_posts where key = $1', [
      `article-${id}`,
    ])
    expect(rows[0].content).toContain('asin-B0AAAAAAA1')
    expect(rows[0].content).not.toMatch(/<a |<img |aop-offer|aop-price/)
  })

  it('keeps its price while prices are unknown, and a new post keeps its links', async () => {
    const priced = await approve()
    await api.app.queue.drain()
    const before = postsOf(priced)[0]?.content
    const fresh = await approve()
    const { db } = api.database
    const refusing = {
      getItems: () =>
        Promise.reject(new IntegrationError('No', { system: 'Amazon', kind: 'unavailable', operation: 'x' })),
      check: async () => ({ adapter: 'x', ok: false, detail: '' }),
    }
    const deps = {
      db,
      accounts: { wp: account },
      images: { get: async () => null },
      clock: () => new Date(),
      findSiteId: async () => siteId,
    }
    const mirrorParts = {
      ...deps,
      publishing: createPublishing(deps).of,
      catalog: refusing,
      publicUrl: 'https://desk.example',
      log: { info() {}, warn() {} },
      listeners: [],
      postKeywords: {
        findChosenKeyword: async () => null,
        findRenewedPost: async () => null,
        mayChangeLive: async () => false,
        releasePost: async () => {},
        announceAnother: async () => {},
      },
      hasBuiltInPosts: () => false,
    }
    await mirrorPost(mirrorParts, priced)
    await mirrorPost(mirrorParts, fresh)
    expect(postsOf(priced)[0]?.content).toBe(before)
    expect(postsOf(fresh)[0]?.content).toContain(LINK)
    expect(postsOf(fresh)[0]?.content).not.toContain('<img')
  })

  it('is compared by the products, author and text its site shows, without the theme', async () => {
    const id = await approve()
    await api.app.queue.drain()
    const [post] = postsOf(id)
    if (!post) throw new Error('There is no post.')
    const link = `https://wp.example/read-${id}/`
    Object.assign(post, { status: 'publish', slug: `read-${id}`, link, date_gmt: '2026-11-18T09:00:00' })
    const { status, body } = await qa.patch('/api/comparison/scan', { url: link })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      title: post.title,
      url: link,
      updatedAt: '2026-11-18T09:00:00.000Z',
      products: [{ asin: 'B0AAAAAAA1', name: 'Kettle', award: 'Best Overall' }],
    })
    expect(body.writer).toMatch(/\w/)
  })
})

describe('an article that is out', () => {
  const [EARLIER, LATER] = ['https://wp.example/kettles/', 'https://wp.example/better-kettles/']

  it('records in its history that its post’s address changed and needs a redirect, and notifies site managers', async () => {
    const id = await approve()
    await api.app.queue.drain()
    const [post] = postsOf(id)
    if (!post) throw new Error('There is no post.')
    Object.assign(post, { status: 'publish', slug: 'kettles', link: EARLIER })
    await reconcile()
    Object.assign(post, { slug: 'better-kettles', link: LATER })
    await reconcile()
    await reconcile()
    const moves = (await read(id)).events.filter(({ action }: { action: string }) => action === 'post-moved')
    const words = `${EARLIER} → ${LATER}\nThe old address needs a redirect to the new one, unless the site creates it automatically.`
    expect(moves).toMatchObject([{ comment: words, user: null }])
    expect((await read(id)).post).toMatchObject({ url: LATER, moved_from: EARLIER })
    const toldOf = async (role: 'eng' | 'adm' | 'opm') =>
      (await (await api.as(role)).get('/api/notices')).body.nodes.filter(
        ({ kind, article }: { kind: string; article: { article_id: number } | null }) =>
          kind === 'post-moved' && article?.article_id === id,
      )
    expect(await toldOf('eng')).toMatchObject([{ words, actor: null }])
    expect(await toldOf('adm')).toHaveLength(1)
    expect(await toldOf('opm')).toEqual([])
    await mirror(id)
    expect(post.slug).toBe('better-kettles')
    // Where it goes back, readers come by the other one.
    Object.assign(post, { slug: 'kettles', link: EARLIER })
    await reconcile()
    expect((await read(id)).post).toMatchObject({ url: EARLIER, moved_from: LATER })
  })
})

it('an article whose post was moved keeps its previous address, even if its post is taken back and published again', async () => {
  const id = await approve()
  await api.app.queue.drain()
  const [post] = postsOf(id)
  if (!post) throw new Error('There is no post.')
  const stands = async (status: string, link: string) => {
    Object.assign(post, { status, link })
    await reconcile()
    return (await read(id)).post
  }
  const [earlier, later] = ['https://wp.example/pots/', 'https://wp.example/better-pots/']
  await stands('publish', earlier)
  await stands('publish', later)
  expect(await stands('draft', later)).toMatchObject({ state: 'withdrawn', moved_from: earlier })
  expect(await stands('publish', later)).toMatchObject({ state: 'live', moved_from: earlier })
})

describe('an approved article whose post is live', () => {
  it('becomes published within the hour without anybody’s help', async () => {
    const [live, draft] = [await approve(), await approve()]
    await api.app.queue.drain()
    const [post] = postsOf(live)
    if (post) post.status = 'publish'
    await reconcile()
    const article = await read(live)
    expect(article.status).toBe('published')
    expect(article.events.at(-1)).toMatchObject({ action: 'published', user: null })
    expect((await read(draft)).status).toBe('approved')
    await reconcile()
    expect(actionsOf(await read(live)).filter((action) => action === 'published')).toHaveLength(1)
  })

  it('is found although another site does not answer', async () => {
    const [elsewhere, here] = [await approve(), await approve(builtInId)]
    await api.app.queue.drain()
    await api.database.pool.query("update site_posts set status = 'publish', published_at = now()")
    vendor.failures = Array(10).fill(503)
    await reconcile()
    expect((await read(here)).status).toBe('published')
    expect((await read(elsewhere)).status).toBe('approved')
  })

  it('can’t be set to published by hand', async () => {
    const id = await approve()
    await api.app.queue.drain()
    for (const command of ['publish', 'approve'])
      expect((await qa.patch(`/api/articles/validate/${id}`, { command })).status).toBeGreaterThanOrEqual(400)
    expect((await read(id)).status).toBe('approved')
  })
})
