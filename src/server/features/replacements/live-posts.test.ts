import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Api, type Client, startApi } from '../../testing/api.ts'
import { buildArticle, buildSite } from '../../testing/builders.ts'
import { type FakeWordPress, startFakeWordPress } from '../../testing/fake-wordpress.ts'
import {
  GLIDE,
  OUT,
  openPlaces,
  replacementSteps,
  stagedCatalog,
  statesOf,
} from '../../testing/replacement-stage.ts'
import { writePosts } from '../content-tracker/post-store.ts'

const contentOf = (asin: string, name: string) =>
  `<p>Ours: <a href="https://www.amazon.com/dp/${asin}?tag=d-20">${name}</a></p>`
const BEFORE = contentOf(OUT, 'Dunlarch V2')
const AFTER = contentOf(GLIDE, 'Fennaway Glide M')

let api: Api
let qa: Client
let opm: Client
let blog: FakeWordPress
let siteId: number
const { apply, clear, prepare, read, undo } = replacementSteps(() => api)

beforeAll(async () => {
  blog = await startFakeWordPress()
  api = await startApi({ WP_SITES: JSON.stringify({ lv: blog.account }) }, { catalog: stagedCatalog })
  ;[qa, opm] = [await api.as('qa'), await api.as('opm')]
  siteId = (await buildSite(api.database.db, { code: 'lv' })).id
})
afterAll(async () => {
  await api?.close()
  await blog?.close()
})
const allow = (isOn: boolean) =>
  api.database.pool.query('update sites set changes_live_posts = $1 where site_id = $2', [isOn, siteId])

beforeEach(async () => {
  await clear()
  await allow(true)
  blog.vendor.failures.length = 0
  blog.vendor.posts = [{ id: 81, slug: 'a', status: 'publish', title: 'Vacuums', content: BEFORE, meta: {} }]
  await writePosts(
    api.database.db,
    [
      {
        ...{ siteId, postId: '81', title: 'Vacuums', published: null, modified: null, focusKeyword: null },
        ...{ address: 'https://lv.example/81', picture: null, trackingId: null },
        products: [{ asin: OUT, name: 'Dunlarch V2', award: 'Best Overall', image: null }],
      },
    ],
    'adopted',
  )
})
const post = () => blog.vendor.posts[0]
async function carriedOut() {
  const prepared = await prepare(qa)
  await apply(qa, prepared, openPlaces(prepared))
  await api.app.queue.drain()
  return read(qa, prepared)
}

describe('a live post that was not written here', () => {
  it('is shown with what would change, is not ticked by itself, and nothing is written before somebody asks', async () => {
    const { list } = await prepare(qa)
    expect(list).toEqual([
      expect.objectContaining({
        ...{ state: 'open', way: 'live', is_fitting: false, article_id: null },
        before: expect.objectContaining({ asin: OUT, name: 'Dunlarch V2' }),
        after: expect.objectContaining({ asin: GLIDE, name: 'Fennaway Glide M', award: 'Best Overall' }),
      }),
    ])
    expect(post()?.content).toBe(BEFORE)
  })

  it('is changed in place, told to the board and the trail, and put back by the same undo', async () => {
    const done = await carriedOut()
    expect(statesOf(done)).toEqual(['done'])
    expect(post()?.content).toBe(AFTER)
    const asins = async () => (await api.database.pool.query('select asins from content_posts')).rows[0].asins
    expect(await asins()).toEqual([GLIDE])
    const { rows } = await api.database.pool.query(
      "select noun_id, before, after from audit_entries where act = 'post.product-replaced'",
    )
    expect(rows).toEqual([expect.objectContaining({ noun_id: '81', before: { product: OUT } })])
    await undo(qa, done)
    expect(statesOf(await read(qa, done))).toEqual(['undone'])
    expect(post()?.content).toBe(BEFORE)
    expect(await asins()).toEqual([OUT])
  })

  it('that somebody has changed since it was read is not written over, neither there nor back', async () => {
    const prepared = await prepare(qa)
    const edited = `${BEFORE}<p>A word more.</p>`
    Object.assign(post() ?? {}, { content: edited })
    await apply(qa, prepared, openPlaces(prepared))
    await api.app.queue.drain()
    expect((await read(qa, prepared)).list[0]).toMatchObject({
      state: 'changed',
      reason: expect.stringContaining('changed the post on its site'),
    })
    expect(post()?.content).toBe(edited)
    const done = await carriedOut()
    expect(statesOf(done)).toEqual(['done'])
    Object.assign(post() ?? {}, { content: `${post()?.content}<p>And one.</p>` })
    await undo(qa, done)
    expect(statesOf(await read(qa, done))).toEqual(['stays'])
  })

  it('whose site fails says so, and is done by Retry, also where the site wrote it and hung up', async () => {
    const prepared = await prepare(qa)
    blog.vendor.failures = [403]
    await apply(qa, prepared, openPlaces(prepared))
    await api.app.queue.drain()
    expect((await read(qa, prepared)).list[0]).toMatchObject({
      state: 'failed',
      reason: 'WordPress does not allow us to do this.',
    })
    // What a try has written whose answer was lost is not somebody else's change.
    Object.assign(post() ?? {}, { content: AFTER })
    await qa.post(`/api/replacements/${prepared.replacement_id}/retry`)
    await api.app.queue.drain()
    expect(statesOf(await read(qa, prepared))).toEqual(['done'])
    expect(post()?.content).toBe(AFTER)
  })

  it('whose site keeps something else than was written is put back, and stands in the trail', async () => {
    blog.vendor.alters = (content) => (content.includes(GLIDE) ? content.replace('Ours', 'Theirs') : content)
    const done = await carriedOut()
    blog.vendor.alters = undefined
    expect(done.list[0]).toMatchObject({
      state: 'failed',
      reason: 'The site does not keep it as it is written, so it was put back: change it there.',
    })
    expect(post()?.content).toBe(BEFORE)
    const { rows } = await api.database.pool.query(
      "select noun_id, before, after from audit_entries where act = 'post.product-not-kept'",
    )
    expect(rows).toEqual([expect.objectContaining({ noun_id: '81', before: { product: OUT } })])
  })

  it('whose site keeps nothing as it is written is to be looked at', async () => {
    blog.vendor.alters = (content) => content.replace('Ours', 'Theirs')
    const done = await carriedOut()
    blog.vendor.alters = undefined
    expect(done.list[0]).toMatchObject({
      state: 'failed',
      reason: expect.stringContaining('look at the post'),
    })
  })

  it('is not written over what an editor saved in the same moment, and not put back over it either', async () => {
    blog.vendor.editsBeside = '<p>Saved meanwhile.</p>'
    const done = await carriedOut()
    blog.vendor.editsBeside = undefined
    expect(done.list[0]).toMatchObject({ state: 'failed', reason: expect.stringContaining('same moment') })
    expect(post()?.content).toBe('<p>Saved meanwhile.</p>')
  })

  it('of which an article has become since is left to that, there and back', async () => {
    const { id: articleId } = await buildArticle(api.database.db, { userId: qa.id, siteId })
    const become = (id: number | null) =>
      api.database.pool.query('update content_posts set article_id = $1', [id])
    const prepared = await prepare(qa)
    await become(articleId)
    await apply(qa, prepared, openPlaces(prepared))
    await api.app.queue.drain()
    expect((await read(qa, prepared)).list[0]).toMatchObject({
      state: 'changed',
      reason: expect.stringContaining('An article of ours'),
    })
    expect(post()?.content).toBe(BEFORE)
    await become(null)
    const done = await carriedOut()
    expect(statesOf(done)).toEqual(['done'])
    await become(articleId)
    await undo(qa, done)
    await become(null)
    expect(statesOf(await read(qa, done))).toEqual(['stays'])
    expect(post()?.content).toBe(AFTER)
  })

  it.each<[why: string, given: () => Promise<unknown>, by: () => Client, words: RegExp]>([
    ['its site does not allow it', () => allow(false), () => qa, /change it on its site/],
    ['the person does not approve articles', async () => {}, () => opm, /those who approve articles/],
    [
      'it is only half understood',
      async () => Object.assign(post() ?? {}, { content: `${BEFORE}<p>${OUT}</p>` }),
      () => qa,
      /not understood/,
    ],
    [
      'readers do not see it',
      async () => Object.assign(post() ?? {}, { status: 'draft' }),
      () => qa,
      /to readers/,
    ],
    ['its site cannot be asked', async () => blog.vendor.failures.push(403), () => qa, /does not allow/],
  ])('cannot be ticked where %s', async (_why, given, by, words) => {
    await given()
    const { list } = await prepare(by())
    expect(list).toEqual([
      expect.objectContaining({ state: 'blocked', way: null, reason: expect.stringMatching(words) }),
    ])
  })

  it('is not changed once its site does not allow it any more, whatever was frozen', async () => {
    const prepared = await prepare(qa)
    await allow(false)
    await apply(qa, prepared, openPlaces(prepared))
    await api.app.queue.drain()
    expect(statesOf(await read(qa, prepared))).toEqual(['failed'])
    expect(post()?.content).toBe(BEFORE)
  })
})
