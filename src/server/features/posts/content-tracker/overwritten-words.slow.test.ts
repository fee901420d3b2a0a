import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { startPostDesk } from '../../../testing/post-desk.ts'
import { type PostValues, writePosts } from './post-store.ts'

const desk = await startPostDesk()
const { api, qa, requester, vendor, siteId, mirror, read } = desk
const { db, pool } = api.database
afterAll(desk.close)

const OLD = '<p>What another author wrote about kettles.</p>'
const NEWER = '<p>Newer words of an editor.</p>'
const letChange = (isOn: boolean) =>
  pool.query('update sites set changes_live_posts = $1 where site_id = $2', [isOn, siteId])

let postId = 800
const told = (title: string): PostValues => ({
  ...{ siteId, postId: String(postId), title, published: null, modified: null },
  ...{ address: 'https://wp.example/kettles', picture: null, trackingId: null },
  ...{ focusKeyword: `kettle ${postId}`, products: [] },
})
/** A post from a file, whose title on its site equals that of its update. */
beforeEach(async () => {
  desk.settle()
  vendor.alters = undefined
  await letChange(true)
  await pool.query('delete from adoptions where site_id = $1', [siteId])
  postId += 1
  vendor.posts = [
    {
      ...{ id: postId, slug: 'kettles', status: 'publish', title: `Kettles ${postId}`, content: OLD },
      ...{ meta: {}, link: 'https://wp.example/kettles' },
    },
  ]
  await writePosts(db, [told(`Kettles ${postId}`)], 'import')
})

/** An approved update that is to take the place of the post. */
async function approved(title = `Kettles ${postId}`): Promise<number> {
  const asked = await requester.post('/api/content-tracker/updates', { site: 'wp', post_id: String(postId) })
  const id: number = asked.body.article_id
  const words = {
    title,
    products: [{ asin: 'B0AAAAAAA1', name: 'Heron Kettle', award: 'Best Overall', summary: 'Boils.' }],
    intro: 'All of it is new.',
  }
  expect((await requester.put(`/api/articles/${id}`, { draft: false, ...words })).status).toBe(200)
  expect((await qa.patch(`/api/articles/validate/${id}`, { command: 'approve' })).status).toBe(200)
  return id
}

/** A try whose answers are all lost; whether the site has written it is what `vendor` says. */
async function lostTry(id: number): Promise<void> {
  await mirror(id).catch(() => {})
  desk.settle()
  expect(desk.postMirrorOf(await read(id))).toMatchObject({ state: 'waiting' })
}
async function writtenTry(id: number): Promise<void> {
  vendor.losesAnswers = 4
  await lostTry(id)
  expect(vendor.posts[0]?.content).toContain('All of it is new.')
}
async function silentTry(id: number): Promise<void> {
  vendor.refusesWrites = 503
  await lostTry(id)
  expect(vendor.posts).toMatchObject([{ content: OLD }])
}

/** By somebody at the site, or by the site itself. */
const says = (content: string, meta = vendor.posts[0]?.meta ?? {}) =>
  Object.assign(vendor.posts[0] ?? {}, { content, meta })

async function undone(id: number): Promise<void> {
  await mirror(id)
  expect(await read(id)).toMatchObject({ status: 'published', wordpress_id: postId })
  const { status, body } = await qa.post(`/api/articles/${id}/renewal/undo`)
  expect(status, JSON.stringify(body)).toBe(200)
}

describe('the words that an update takes the place of', () => {
  it('are those that an editor has written after a try of which nothing is in the post', async () => {
    const id = await approved()
    await silentTry(id)
    says(NEWER)
    await undone(id)
    expect(vendor.posts).toMatchObject([{ content: NEWER }])
  })

  it.each([
    [
      'its blocks',
      { content: '<div class="wp-block-group aop-intro"><p>All of it is nearly new.</p></div>' },
    ],
    ['its lines', { content: '<h2>Heron Kettle</h2><p>Whistles.</p>' }],
    ['its title', { content: NEWER, title: 'Kettles, anew' }],
    ['its fields', { content: NEWER, meta: { aop_products: '[]' } }],
  ])('are those from before the first try where the post may be the update’s by now: %s', async (_, late) => {
    const id = await approved('Kettles, anew')
    // The site was at it still when it was asked what became of it.
    await silentTry(id)
    Object.assign(vendor.posts[0] ?? {}, late)
    await undone(id)
    expect(vendor.posts).toMatchObject([{ content: OLD }])
  })

  it('are an editor’s also where they have lines in common with the update that stood there before', async () => {
    const id = await approved()
    const heading = '<h2>Heron Kettle</h2>'
    says(`${heading}${OLD}`)
    vendor.refusesWrites = 503
    await lostTry(id)
    says(`${heading}${NEWER}`)
    await undone(id)
    expect(vendor.posts).toMatchObject([{ content: `${heading}${NEWER}` }])
  })

  it('are those from before the first try if the next try is refused, or if the site stores ours differently', async () => {
    const id = await approved()
    await writtenTry(id)
    says(`${vendor.posts[0]?.content}<!-- cached -->`, {})
    vendor.refusesWrites = 403
    await mirror(id)
    expect(desk.postMirrorOf(await read(id))).toMatchObject({ state: 'failed' })
    desk.settle()
    await undone(id)
    expect(vendor.posts).toMatchObject([{ content: OLD }])
  })

  it('are kept where the site has written them over before it refused to', async () => {
    const id = await approved()
    vendor.losesAnswers = 1
    vendor.alters = (content) => {
      vendor.refusesWrites = 403
      return content
    }
    await mirror(id)
    expect(desk.postMirrorOf(await read(id))).toMatchObject({ state: 'failed' })
    expect(vendor.posts[0]?.content).toContain('All of it is new.')
    vendor.alters = undefined
    desk.settle()
    await undone(id)
    expect(vendor.posts).toMatchObject([{ content: OLD }])
  })
})

describe('a new post instead of an update whose answer was lost', () => {
  const makeNew = (id: number) => requester.post(`/api/articles/${id}/post`, { remedy: 'renew' })
  const MAY_BE_OURS = {
    status: 409,
    body: { message: expect.stringContaining('We lost an answer from the site') },
  }
  async function refusedTry(id: number): Promise<void> {
    await letChange(false)
    await mirror(id)
    expect(desk.postMirrorOf(await read(id))).toMatchObject({ state: 'failed' })
  }
  async function saidOf(id: number): Promise<string> {
    const { rows } = await pool.query(
      "select after->>'words' as words from audit_entries where act = 'article.post-renewed' and noun_id = $1",
      [id],
    )
    return rows[0].words
  }

  it('is not made as long as the post may have the update’s text, which can be undone once it is out', async () => {
    const id = await approved()
    await writtenTry(id)
    says((vendor.posts[0]?.content ?? '').replace('All of it', 'All of that'))
    await refusedTry(id)
    expect(await makeNew(id)).toMatchObject(MAY_BE_OURS)
    expect(await read(id)).toMatchObject({ renewal: 'open' })
    await letChange(true)
    await undone(id)
    expect(vendor.posts).toMatchObject([{ id: postId, content: OLD }])
  })

  it('is not made while the post cannot be read', async () => {
    const id = await approved()
    await writtenTry(id)
    Object.assign(vendor.posts[0] ?? {}, { status: 'private' })
    await mirror(id)
    expect(await makeNew(id)).toMatchObject(MAY_BE_OURS)
  })

  it.each([
    ['what it said before', OLD],
    ['what an editor has written', NEWER],
  ])('is made where the post says %s, and is not changed', async (_, content) => {
    const id = await approved()
    await silentTry(id)
    says(content)
    await refusedTry(id)
    expect(await makeNew(id)).toMatchObject({ status: 200, body: { renewal: null } })
    expect(await saidOf(id)).toContain(`post ${postId} is not changed`)
    await mirror(id)
    expect(vendor.posts).toMatchObject([{ id: postId, content }, { status: 'draft' }])
  })

  it('is created if the old post was deleted, and the message does not mention the old post', async () => {
    const id = await approved()
    await writtenTry(id)
    vendor.posts = []
    await mirror(id)
    expect((await makeNew(id)).status).toBe(200)
    expect(await saidOf(id)).toBe('It becomes a new post.')
  })
})

describe('a post that has its old text again', () => {
  const nextFile = async () => {
    await writePosts(db, [told(`Pots ${postId}`)], 'import')
    const { rows } = await pool.query('select title from content_posts where post_id = $1', [String(postId)])
    return rows[0].title
  }

  it('is reported by files as before, unless its site has been read', async () => {
    await undone(await approved())
    expect(await nextFile()).toBe(`Pots ${postId}`)
  })

  it('is reported by its site once that has been read', async () => {
    await pool.query(
      "insert into adoptions (site_id, kind, state, started_at, touched_at, ended_at) values ($1, 'whole', 'finished', now(), now(), now())",
      [siteId],
    )
    await undone(await approved())
    expect(await nextFile()).toBe(`Kettles ${postId}`)
  })
})
