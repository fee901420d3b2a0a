import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Replacement } from '#shared/features/articles/replacements/contract.ts'
import { type Api, type Client, startApi } from '../../../testing/api.ts'
import { buildArticle, buildSite } from '../../../testing/builders.ts'
import { type FakeWordPress, startFakeWordPress } from '../../../testing/fake-wordpress.ts'
import {
  GLIDE,
  OUT,
  openPlaces,
  replacementSteps,
  stagedCatalog,
  statesOf,
} from '../../../testing/replacement-stage.ts'
import { writePosts } from '../../posts/content-tracker/post-store.ts'

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

/** The last entry of the trail before the test. */
let since: number
beforeEach(async () => {
  const { rows } = await api.database.pool.query('select coalesce(max(id), 0)::int as id from audit_entries')
  since = rows[0].id
  await clear()
  await allow(true)
  blog.vendor.failures.length = 0
  blog.vendor.posts = [{ id: 81, slug: 'a', status: 'publish', title: 'Vacuums', content: BEFORE, meta: {} }]
  await writePosts(api.database.db, [adopted('81')], 'adopted')
})
/** A post of the site that was not written here, as adoption reports it. */
const adopted = (postId: string) => ({
  ...{ siteId, postId, title: 'Vacuums', published: null, modified: null, focusKeyword: null },
  ...{ address: `https://lv.example/${postId}`, picture: null, trackingId: null },
  products: [{ asin: OUT, name: 'Dunlarch V2', award: 'Best Overall', image: null }],
})
const post = () => blog.vendor.posts[0]
const again = ({ replacement_id: replacementId }: Replacement) =>
  api.runJob('replacements.carry-out', { replacementId })
/** What the trail says was done to posts, since the test began. */
async function entries() {
  const { rows } = await api.database.pool.query(
    "select act, noun_id, before from audit_entries where id > $1 and act like 'post.%' order by id",
    [since],
  )
  return rows
}
const told = async (): Promise<string[]> => (await entries()).map(({ act }) => act)
async function carriedOut() {
  const prepared = await prepare(qa)
  await apply(qa, prepared, openPlaces(prepared))
  await api.app.queue.drain()
  return read(qa, prepared)
}

describe('a live post that was not written here', () => {
  it('is shown with its changes, is not ticked by default, and is written only on request', async () => {
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

  it('previews the sentences that would change for readers, and nothing else', async () => {
    const link = (asin: string, name: string) =>
      `<a href="https://www.amazon.com/dp/${asin}?tag=d-20">${name}</a>`
    const content = (asin: string, name: string) =>
      `<h3>${name}</h3><p>It is loud. We love ${link(asin, name)}, as ever. Dogs do not.</p><p>${link(asin, 'See it')}</p>`
    Object.assign(post() ?? {}, { content: content(OUT, 'Dunlarch V2') })
    const { replacement_id: id, list } = await prepare(qa)
    const path = `/api/replacements/${id}/places/${list[0]?.place_id}/difference`
    expect((await qa.get(path)).body).toEqual({
      sentences: [
        { before: 'Dunlarch V2', after: 'Fennaway Glide M' },
        { before: 'We love Dunlarch V2, as ever.', after: 'We love Fennaway Glide M, as ever.' },
      ],
      attributes: [
        {
          before: `href: https://www.amazon.com/dp/${OUT}?tag=d-20`,
          after: `href: https://www.amazon.com/dp/${GLIDE}?tag=d-20`,
        },
      ],
    })
    expect((await opm.get(path)).status).toBe(404)
    expect((await qa.get(`/api/replacements/${id}/places/999999/difference`)).status).toBe(404)
  })

  it('is changed in place, reported to the board and the audit trail, and put back by the same undo', async () => {
    const done = await carriedOut()
    expect(statesOf(done)).toEqual(['done'])
    expect(post()?.content).toBe(AFTER)
    const asins = async () => (await api.database.pool.query('select asins from content_posts')).rows[0].asins
    expect(await asins()).toEqual([GLIDE])
    expect(await entries()).toEqual([
      { act: 'post.product-replaced', noun_id: '81', before: { product: OUT } },
    ])
    await undo(qa, done)
    expect(statesOf(await read(qa, done))).toEqual(['undone'])
    expect(post()?.content).toBe(BEFORE)
    expect(await asins()).toEqual([OUT])
  })

  it('that was edited since it was read is not overwritten, neither there nor back', async () => {
    const prepared = await prepare(qa)
    const edited = `${BEFORE}<p>A word more.</p>`
    Object.assign(post() ?? {}, { content: edited })
    await apply(qa, prepared, openPlaces(prepared))
    await api.app.queue.drain()
    expect((await read(qa, prepared)).list[0]).toMatchObject({
      state: 'changed',
      reason: expect.stringContaining('has changed on its site'),
    })
    expect(post()?.content).toBe(edited)
    const done = await carriedOut()
    expect(statesOf(done)).toEqual(['done'])
    Object.assign(post() ?? {}, { content: `${post()?.content}<p>And one.</p>` })
    await undo(qa, done)
    expect(statesOf(await read(qa, done))).toEqual(['stays'])
  })

  it('whose site fails says so, and is done by Retry, even if the site wrote it and hung up', async () => {
    const prepared = await prepare(qa)
    blog.vendor.failures = [403]
    await apply(qa, prepared, openPlaces(prepared))
    await api.app.queue.drain()
    expect((await read(qa, prepared)).list[0]).toMatchObject({
      state: 'failed',
      reason: 'WordPress does not allow us to do this.',
    })
    // Nobody hears that it was written, nor can look for it.
    blog.vendor.losesAnswers = 1
    blog.vendor.alters = (content) => {
      blog.vendor.failures = [403]
      return content
    }
    await qa.post(`/api/replacements/${prepared.replacement_id}/retry`)
    await api.app.queue.drain()
    blog.vendor.alters = undefined
    expect(statesOf(await read(qa, prepared))).toEqual(['failed'])
    await qa.post(`/api/replacements/${prepared.replacement_id}/retry`)
    await api.app.queue.drain()
    expect(statesOf(await read(qa, prepared))).toEqual(['done'])
    expect(post()?.content).toBe(AFTER)
  })

  it('that another user changed in the same way is not taken back as one’s own, and the audit trail names that user', async () => {
    const [mine, theirs] = [await prepare(qa), await prepare(await api.as('adm'))]
    await apply(await api.as('adm'), theirs, openPlaces(theirs))
    await api.app.queue.drain()
    await apply(qa, mine, openPlaces(mine))
    await api.app.queue.drain()
    expect((await read(qa, mine)).list[0]).toMatchObject({
      state: 'changed',
      reason: 'Another user has already replaced it.',
    })
    expect(await told()).toEqual(['post.product-replaced'])
    expect((await undo(qa, mine)).status).toBe(409)
    expect(post()?.content).toBe(AFTER)
  })

  it('whose site stores something other than the written text is put back, and is in the audit trail', async () => {
    blog.vendor.alters = (content) => (content.includes(GLIDE) ? content.replace('Ours', 'Theirs') : content)
    const done = await carriedOut()
    blog.vendor.alters = undefined
    expect(done.list[0]).toMatchObject({
      state: 'failed',
      reason: 'The site didn’t save it as written, so we undid the change. Edit it there.',
    })
    expect(post()?.content).toBe(BEFORE)
    expect(await entries()).toEqual([
      { act: 'post.product-not-kept', noun_id: '81', before: { product: OUT } },
    ])
  })

  it('whose site stores nothing as it was written needs a manual check', async () => {
    blog.vendor.alters = (content) => content.replace('Ours', 'Theirs')
    const done = await carriedOut()
    blog.vendor.alters = undefined
    expect(done.list[0]).toMatchObject({
      state: 'failed',
      reason: expect.stringContaining('Check the post'),
    })
  })

  it('does not overwrite an editor’s save of the same moment, and is not put back over it either', async () => {
    blog.vendor.editsBeside = '<p>Saved meanwhile.</p>'
    const done = await carriedOut()
    blog.vendor.editsBeside = undefined
    expect(done.list[0]).toMatchObject({ state: 'failed', reason: expect.stringContaining('same moment') })
    expect(post()?.content).toBe('<p>Saved meanwhile.</p>')
  })

  it('that its site alters before it hangs up is reported as not kept, once, and never as another user’s change', async () => {
    blog.vendor.losesAnswers = 1
    blog.vendor.alters = (content) => content.replace('Ours', 'Theirs')
    const done = await carriedOut()
    blog.vendor.alters = undefined
    expect(done.list[0]).toMatchObject({
      state: 'failed',
      reason: expect.stringContaining('Check the post'),
    })
    expect(post()?.content).toBe(AFTER.replace('Ours', 'Theirs'))
    expect(await told()).toEqual(['post.product-not-kept'])
    await qa.post(`/api/replacements/${done.replacement_id}/retry`)
    await api.app.queue.drain()
    expect((await read(qa, done)).list[0]).toMatchObject({
      state: 'failed',
      reason: expect.stringContaining('Check the post'),
    })
    expect(await told()).toEqual(['post.product-not-kept'])
  })

  it('whose site answers with extra output is done, reported to the board, and can be put back', async () => {
    blog.vendor.chatters = '<b>Notice</b>: Undefined index'
    const done = await carriedOut()
    blog.vendor.chatters = ''
    expect(statesOf(done)).toEqual(['done'])
    expect(post()?.content).toBe(AFTER)
    await undo(qa, done)
    expect(post()?.content).toBe(BEFORE)
  })

  it('whose site answers with a page instead of the post is not written, and leaves no audit entry', async () => {
    const prepared = await prepare(qa)
    blog.vendor.failures = [302]
    await apply(qa, prepared, openPlaces(prepared))
    await api.app.queue.drain()
    expect(statesOf(await read(qa, prepared))).toEqual(['failed'])
    expect(await told()).toEqual([])
    expect(post()?.content).toBe(BEFORE)
  })

  it('is put back after a failure, after any number of failures before the replacement', async () => {
    const done = await carriedOut()
    await api.database.pool.query('update replacement_places set attempts = 4')
    blog.vendor.failures = [403]
    await qa.post(`/api/replacements/${done.replacement_id}/undo`)
    await expect(api.app.queue.drain()).rejects.toThrow()
    expect(statesOf(await read(qa, done))).toEqual(['taking-back'])
    await again(done)
    expect(statesOf(await read(qa, done))).toEqual(['undone'])
    expect(post()?.content).toBe(BEFORE)
  })

  it('whose site asked us to wait is put back after the wait, even if users look in between', async () => {
    const done = await carriedOut()
    blog.vendor.failures = [429]
    blog.vendor.retryAfter = 600
    await qa.post(`/api/replacements/${done.replacement_id}/undo`)
    await expect(api.app.queue.drain()).rejects.toThrow()
    blog.vendor.retryAfter = undefined
    for (const _try of Array(6)) await again(done)
    expect(await read(qa, done)).toMatchObject({ state: 'undoing', places: { 'taking-back': 1 } })
    api.advance(601_000)
    await again(done)
    expect(statesOf(await read(qa, done))).toEqual(['undone'])
    expect(post()?.content).toBe(BEFORE)
  })

  it('that comes late in a long run is done by the next one, so that no run is longer than its lease', async () => {
    const second = { id: 82, slug: 'b', status: 'publish', title: 'Mops', content: BEFORE, meta: {} }
    blog.vendor.posts.push(second)
    await writePosts(api.database.db, [adopted('81'), adopted('82')], 'adopted')
    const prepared = await prepare(qa)
    await apply(qa, prepared, openPlaces(prepared))
    blog.vendor.alters = (content) => {
      api.advance(90_000)
      return content
    }
    await again(prepared)
    blog.vendor.alters = undefined
    expect((await read(qa, prepared)).places).toEqual({ done: 1, waiting: 1 })
    await again(prepared)
    expect(await read(qa, prepared)).toMatchObject({ state: 'applied', places: { done: 2 } })
  })

  it('is not put back without permission of its site or its user: the answer says so, and a later undo works', async () => {
    const done = await carriedOut()
    await allow(false)
    const refused = await undo(qa, done)
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'Its site no longer allows changes to live posts.',
    ])
    expect(await read(qa, done)).toMatchObject({ state: 'applied', undo: { state: 'open' } })
    await allow(true)
    const becomes = async (role: string) => {
      await api.database.pool.query('update users set role_id = $1 where id = $2', [role, qa.id])
      // Sessions are believed for a moment.
      api.advance(2000)
    }
    await becomes('opm')
    expect((await undo(qa, done)).body).toMatchObject({
      message: 'Only people who approve articles can change live posts.',
    })
    await becomes('qa')
    // Also where that is so only once it has begun.
    await qa.post(`/api/replacements/${done.replacement_id}/undo`)
    await allow(false)
    await api.app.queue.drain()
    expect(await read(qa, done)).toMatchObject({
      ...{ state: 'applied', undo: { state: 'open' } },
      list: [{ state: 'done', reason: 'Its site no longer allows changes to live posts.' }],
    })
    expect(post()?.content).toBe(AFTER)
    await allow(true)
    await undo(qa, done)
    expect(statesOf(await read(qa, done))).toEqual(['undone'])
    expect(post()?.content).toBe(BEFORE)
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
      reason: expect.stringContaining('The post now has a Copydesk article'),
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
    ['neither its site nor a missing keyword allows it', () => allow(false), () => qa, /Set a keyword/],
    [
      'the person does not approve articles and it has no keyword',
      async () => {},
      () => opm,
      /Set a keyword/,
    ],
    [
      'it is only half understood',
      async () => Object.assign(post() ?? {}, { content: `${BEFORE}<p>${OUT}</p>` }),
      () => qa,
      /don’t understand/,
    ],
    [
      'readers do not see it',
      async () => Object.assign(post() ?? {}, { status: 'draft' }),
      () => qa,
      /no longer shows it/,
    ],
    ['its site cannot be asked', async () => blog.vendor.failures.push(403), () => qa, /does not allow/],
  ])('cannot be ticked where %s', async (_why, given, by, words) => {
    await given()
    const { list } = await prepare(by())
    expect(list).toEqual([
      expect.objectContaining({ state: 'blocked', way: null, reason: expect.stringMatching(words) }),
    ])
  })

  it('is not changed once its site withdraws permission, in spite of the frozen plan', async () => {
    const prepared = await prepare(qa)
    await allow(false)
    await apply(qa, prepared, openPlaces(prepared))
    await api.app.queue.drain()
    expect(statesOf(await read(qa, prepared))).toEqual(['failed'])
    expect(post()?.content).toBe(BEFORE)
  })
})
