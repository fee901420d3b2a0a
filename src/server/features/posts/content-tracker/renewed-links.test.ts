import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createBuiltInPosts } from '../../../integrations/publishing-site/built-in.ts'
import type { PublishingSite } from '../../../integrations/publishing-site/port.ts'
import { startPostDesk } from '../../../testing/post-desk.ts'
import { writePosts } from './post-store.ts'
import { readTagNotes } from './tag-reader.ts'

const desk = await startPostDesk()
const { api, qa, requester, vendor, siteId, mirror } = desk
const { db, pool } = api.database
afterAll(desk.close)

const SHOP = 'https://www.amazon.com/dp'
const OLD = `<p><a href="${SHOP}/B0AAAAAAA1?tag=old-20">Heron Kettle</a></p>`
const postId = 700
let serial = 0
beforeEach(async () => {
  desk.settle()
  serial += 1
  const [id, link, title] = [postId + serial, 'https://wp.example/kettles', `Kettles ${serial}`]
  vendor.posts = [{ id, slug: 'kettles', status: 'publish', title, content: OLD, meta: {}, link }]
  const post = {
    ...{ siteId, postId: String(id), title, published: null, modified: null, address: link },
    ...{ picture: null, trackingId: null, focusKeyword: `kettle ${serial}`, products: [] },
  }
  await writePosts(db, [post], 'adopted')
})

const clock = () => new Date(0)
const findSiteId = async () => siteId

const pays = (tag: string | null) =>
  pool.query('update sites set changes_live_posts = true, affiliate_tag = $1 where site_id = $2', [
    tag,
    siteId,
  ])

const product = (asin: string) => ({ asin, name: 'Heron Kettle', award: 'Best Overall', summary: 'Boils.' })

async function begun(): Promise<number> {
  const asked = { site: 'wp', post_id: String(postId + serial) }
  const { status, body } = await requester.post('/api/content-tracker/updates', asked)
  expect(status, JSON.stringify(body)).toBe(201)
  return body.article_id
}

const notesOf = async (id: number) => (await requester.get(`/api/articles/${id}`)).body.notes

async function renewed(id: number): Promise<void> {
  const products = [product('B0AAAAAAA1'), product('B0AAAAAAA2')]
  const change = { draft: false, products, intro: 'All of it is new.' }
  expect((await requester.put(`/api/articles/${id}`, change)).status).toBe(200)
  expect((await qa.patch(`/api/articles/validate/${id}`, { command: 'approve' })).status).toBe(200)
  await mirror(id)
}

const links = () =>
  [...(vendor.posts[0]?.content ?? '').matchAll(/href="(http[^"]+)"/g)].map(([, href]) => href)

describe('the links of a rewritten post', () => {
  it('are reported as unknown if their site does not send them in time, and the update starts nevertheless', async () => {
    await pays('wp-site-20')
    const unread =
      'We couldn’t read the affiliate tag of the post’s links. Once approved, they’ll use wp-site-20.'
    vendor.failures = [403]
    expect(await notesOf(await begun())).toContain(unread)

    const never = Promise.withResolvers<never>()
    const site: Pick<PublishingSite, 'readPublished'> = { readPublished: () => never.promise }
    const deps = {
      publishing: () => Object.assign(createBuiltInPosts({ db, clock, findSiteId }, 'wp'), site),
    }
    const address = { site: 'wp', postId: '7' }
    expect(await readTagNotes({ ...deps, log: { warn() {} } }, address, 'wp-site-20', 1)).toEqual([unread])
  })

  it('are reported as unknown if the site’s answer about the post is not understood', async () => {
    await pays('wp-site-20')
    misreads()
    expect(await notesOf(await begun())).toContain('We couldn’t read the affiliate tag of the post’s links')
  })

  it('are not mentioned if readers do not see the post: there is nothing to lose', async () => {
    await pays('wp-site-20')
    Object.assign(vendor.posts[0] ?? {}, { status: 'private' })
    expect(await notesOf(await begun())).not.toContain('affiliate tag')
  })

  it('keep the tag that they have where their site has none, and one to a new product has it too', async () => {
    await pays(null)
    const id = await begun()
    expect(await notesOf(id)).not.toContain('affiliate tag')
    await renewed(id)
    const kept = [`${SHOP}/B0AAAAAAA1?tag=old-20`, `${SHOP}/B0AAAAAAA2?tag=old-20`]
    expect([...new Set(links())]).toEqual(kept)

    // Later writes change a post that is ours by now.
    await mirror(id)
    expect([...new Set(links())]).toEqual(kept)
  })

  /** An address that nobody can keep: the post is there, and is not read with the others. */
  const misreads = () =>
    Object.assign(vendor.posts[0] ?? {}, { link: `https://wp.example/${'x'.repeat(2000)}` })
  const copyOf = async (id: number) => desk.postMirrorOf(await desk.read(id))

  it('stay as they are where the post, ours by now, cannot be read any more, and its copy is made all the same', async () => {
    await pays(null)
    const id = await begun()
    await renewed(id)
    const before = links()
    misreads()
    await mirror(id)
    expect(await copyOf(id)).toMatchObject({ state: 'done', error: null })
    expect(links()).toEqual(before)
  })

  it('are not written while their tracking tag is unknown', async () => {
    await pays(null)
    const id = await begun()
    misreads()
    await renewed(id).catch(() => {})
    expect(await copyOf(id)).toMatchObject({
      state: 'waiting',
      error: expect.stringContaining('Couldn’t read the affiliate tag of its links'),
    })
    expect(vendor.posts).toMatchObject([{ content: OLD }])
  })

  it('get the tag of their site, which the requester and the validator see before', async () => {
    await pays('wp-site-20')
    const id = await begun()
    expect(await notesOf(id)).toContain(
      'The post’s links use the affiliate tag old-20. Once approved, they’ll use wp-site-20.',
    )
    await renewed(id)
    expect([...new Set(links())]).toEqual([
      `${SHOP}/B0AAAAAAA1?tag=wp-site-20`,
      `${SHOP}/B0AAAAAAA2?tag=wp-site-20`,
    ])
  })
})
