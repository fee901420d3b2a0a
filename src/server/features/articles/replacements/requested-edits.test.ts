import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Replacement } from '#shared/features/articles/replacements/contract.ts'
import { type Api, type Client, startApi } from '../../../testing/api.ts'
import { buildSite } from '../../../testing/builders.ts'
import { type FakeWordPress, startFakeWordPress } from '../../../testing/fake-wordpress.ts'
import {
  GLIDE,
  OUT,
  openPlaces,
  replacementSteps,
  stagedCatalog,
} from '../../../testing/replacement-stage.ts'
import { writePosts } from '../../posts/content-tracker/post-store.ts'

const link = (asin: string, name: string) =>
  `<a href="https://www.amazon.com/dp/${asin}?tag=d-20">${name}</a>`
const BEFORE = [
  `<p>We love ${link(OUT, 'Dunlarch V2')}, as ever.</p>`,
  '<p>The Dunlarch V2 is loud. Dogs are not.</p>',
  '<p>Dunlarch V2 owners write to us.</p>',
].join('\n')
const LOUD = 'The Dunlarch V2 is loud.'
const OWNERS = 'Dunlarch V2 owners write to us.'
const SWAPPED = { before: 'We love Dunlarch V2, as ever.', after: 'We love Fennaway Glide M, as ever.' }

let api: Api
let opm: Client
let blog: FakeWordPress
let siteId: number
const { apply, article, clear, prepare, read, undo } = replacementSteps(() => api)

beforeAll(async () => {
  blog = await startFakeWordPress()
  api = await startApi({ WP_SITES: JSON.stringify({ lv: blog.account }) }, { catalog: stagedCatalog })
  opm = await api.as('opm')
  siteId = (await buildSite(api.database.db, { code: 'lv' })).id
})
afterAll(async () => {
  await api?.close()
  await blog?.close()
})
beforeEach(async () => {
  await clear()
  await api.database.pool.query(
    "update sites set affiliate_tag = 'site-20', changes_live_posts = false where site_id = $1",
    [siteId],
  )
  blog.vendor.failures.length = 0
  blog.vendor.posts = [{ id: 81, slug: 'a', status: 'publish', title: 'Vacuums', content: BEFORE, meta: {} }]
  await track()
})
const track = () =>
  writePosts(
    api.database.db,
    [
      {
        ...{ siteId, postId: '81', title: 'Vacuums', published: null, modified: null },
        focusKeyword: 'robot vacuums',
        ...{ address: 'https://lv.example/81', picture: null, trackingId: null },
        products: [{ asin: OUT, name: 'Dunlarch V2', award: 'Best Overall', image: null }],
      },
    ],
    'adopted',
  )
const write = (content: string) => Object.assign(blog.vendor.posts[0] ?? {}, { content })
const placeOf = ({ list }: Replacement) => list[0] ?? expect.fail('no place')
async function requested(answers: { sentence: string; words: string }[] = []) {
  const prepared = await prepare(opm)
  const { place_id: place } = placeOf(prepared)
  const said = answers.map((answer) => ({ place, ...answer }))
  const { status } = await apply(opm, prepared, openPlaces(prepared), { accepted: [], answers: said })
  expect(status).toBe(200)
  await api.app.queue.drain()
  return read(opm, prepared)
}
const editsOf = async (by: Client, id: number | null) =>
  (await by.get(`/api/articles/${id}/requested-edits`)).body

describe('a post that cannot be changed from here', () => {
  it('gets an update request that says which product, link and sentence goes where', async () => {
    const place = placeOf(await prepare(opm))
    expect(place).toMatchObject({ state: 'open', way: 'request', is_fitting: true, claims: [LOUD, OWNERS] })
    const done = await requested([{ sentence: LOUD, words: 'It is quiet.' }])
    expect(done).toMatchObject({
      ...{ drafted: 1, requests: { open: 1, closed: 0 } },
      list: [{ state: 'done', is_drafted: false, is_requested: true }],
    })
    const { result_id: id } = placeOf(done)
    expect(await editsOf(opm, id)).toEqual({
      from: { asin: OUT, name: 'Dunlarch V2' },
      to: { asin: GLIDE, name: 'Fennaway Glide M' },
      link: `https://www.amazon.com/dp/${GLIDE}?tag=site-20`,
      post_url: expect.stringContaining('post=81'),
      sentences: [SWAPPED, { before: LOUD, after: 'It is quiet.' }],
      open: [OWNERS],
      stays: [],
      is_read: true,
    })
    const { products, notes, status } = await article(opm, id ?? 0)
    expect([status, products]).toMatchObject([
      'draft',
      [{ asin: GLIDE, award: 'Best Overall', summary: null }],
    ])
    for (const words of [
      `Fennaway Glide M (${GLIDE})`,
      'tag=site-20',
      `“${LOUD}”\n  → “It is quiet.”`,
      OWNERS,
    ])
      expect(notes).toContain(words)
    expect(blog.vendor.posts[0]?.content).toBe(BEFORE)
  })

  it.each([
    ['shows a rating', `<p>${link(OUT, 'It')} has 4.5 out of 5.</p>`, 'rating'],
    ['already recommends the new product', `<p>${link(GLIDE, 'Fennaway Glide M')}</p>`, 'already'],
  ])('gets a request without sentences, and the reason, if it %s', async (_what, more, reason) => {
    write(`${BEFORE}${more}`)
    expect(placeOf(await prepare(opm))).toMatchObject({
      ...{ state: 'open', way: 'request' },
      reason: expect.stringContaining(reason),
    })
    const { result_id: id } = placeOf(await requested())
    expect(await editsOf(opm, id)).toMatchObject({ sentences: [], open: [], is_read: false })
  })

  it('asks for the user’s words in place of a sentence whose link changes too, and leaves other marketplaces alone', async () => {
    const both = (name: string, to: string) => `Our ${link(to, name)} beats the Dunlarch V2 of 2020.`
    const british = '<a href="https://www.amazon.co.uk/dp/B0AAAAAAR1">Dunlarch V2</a>'
    write(`<p>${both('Dunlarch V2', OUT)}</p><p>In the UK: ${british}</p>`)
    const sentence = 'Our Fennaway Glide M beats the Dunlarch V2 of 2020.'
    const done = await requested([{ sentence, words: 'Ours beats it.' }])
    expect(await editsOf(opm, placeOf(done).result_id)).toMatchObject({
      sentences: [{ before: 'Our Dunlarch V2 beats the Dunlarch V2 of 2020.', after: 'Ours beats it.' }],
      stays: ['Link on amazon.co.uk: Dunlarch V2'],
    })
  })

  it('keeps the tag of its own links where the site has none', async () => {
    await api.database.pool.query('update sites set affiliate_tag = null where site_id = $1', [siteId])
    const edits = await editsOf(opm, placeOf(await requested()).result_id)
    expect(edits).toMatchObject({ link: `https://www.amazon.com/dp/${GLIDE}?tag=d-20` })
  })

  it('has its request deleted by an undo, unless it was edited since', async () => {
    const first = await requested()
    await undo(opm, first)
    expect(await read(opm, first)).toMatchObject({ state: 'undone', list: [{ state: 'undone' }] })
    expect((await opm.get(`/api/articles/${placeOf(first).result_id}`)).status).toBe(404)
    const second = await requested()
    const { result_id: id } = placeOf(second)
    const { version } = await article(opm, id ?? 0)
    expect((await opm.put(`/api/articles/${id}`, { version, intro: 'Mine.' })).status).toBe(200)
    await undo(opm, second)
    expect(await read(opm, second)).toMatchObject({
      list: [{ state: 'stays', reason: 'It has been edited since.' }],
    })
  })

  it('counts as drafted in the replacement, in its row and in the tile above the rows, and no more once it is closed', async () => {
    const counts = async (done: Replacement) => {
      const { drafted } = await read(opm, done)
      const { nodes } = (await opm.get('/api/stocks/oos-products')).body
      const rows = nodes.flatMap(({ rows }: { rows: { update: { is_without: boolean } | null }[] }) => rows)
      const inRows = rows.filter(
        ({ update }: { update: { is_without: boolean } | null }) => update?.is_without,
      )
      return [drafted, inRows.length, (await opm.get('/api/stocks/oos-places')).body.drafted.places]
    }
    await api.database.pool.query(
      "update products set stock = 'OUT_OF_STOCK', stock_since = now() where asin = $1",
      [OUT],
    )
    const done = await requested()
    expect(await counts(done)).toEqual([1, 1, 1])
    const become = (status: string) =>
      api.database.pool.query('update articles set status = $1 where article_id = $2', [
        status,
        placeOf(done).result_id,
      ])
    await become('canceled')
    expect(await counts(done)).toEqual([0, 0, 0])
    await become('requested')
    expect(await counts(done)).toEqual([1, 1, 1])
    const put = 'update article_products set asin = $1 where article_id = $2'
    await api.database.pool.query(put, [OUT, placeOf(done).result_id])
    expect(await counts(done)).toEqual([0, 0, 0])
  })

  it('gets a request that tracks no keyword by itself, and leaves one that is tracked as it is', async () => {
    const { pool } = api.database
    const kept = async () =>
      (await pool.query("select is_tracked, tracked_since from keywords where identity = 'robot vacuums'"))
        .rows
    await pool.query("delete from keywords where identity = 'robot vacuums'")
    await undo(opm, await requested())
    expect(await kept()).toEqual([{ is_tracked: false, tracked_since: null }])
    await pool.query("update keywords set is_tracked = true where identity = 'robot vacuums'")
    await requested()
    expect(await kept()).toMatchObject([{ is_tracked: true }])
  })

  it('has its request kept by an undo once it is submitted', async () => {
    const done = await requested()
    await api.database.pool.query("update articles set status = 'requested' where article_id = $1", [
      placeOf(done).result_id,
    ])
    await undo(opm, done)
    expect(placeOf(await read(opm, done))).toMatchObject({ reason: 'It has been submitted since.' })
  })

  it('is no longer counted once its request is canceled or deleted', async () => {
    const done = await requested()
    const { result_id: id } = placeOf(done)
    const become = (status: string) =>
      api.database.pool.query('update articles set status = $1 where article_id = $2', [status, id])
    await become('canceled')
    expect(await read(opm, done)).toMatchObject({
      ...{ requests: { open: 0, closed: 1 } },
      list: [{ is_requested: false }],
    })
    await become('draft')
    const { version } = await article(opm, id ?? 0)
    expect((await opm.delete(`/api/articles/${id}`, { version })).status).toBeLessThan(300)
    expect(await read(opm, done)).toMatchObject({
      ...{ drafted: 0, requests: { open: 0, closed: 1 } },
      list: [{ state: 'done', is_drafted: false, is_requested: false }],
    })
  })

  it('is never replaced as a whole by its request, even where its site lets live posts be changed', async () => {
    const { pool } = api.database
    await pool.query('update sites set changes_live_posts = true where site_id = $1', [siteId])
    const { result_id: id } = placeOf(await requested())
    const tie = await pool.query('select update_renews from content_posts where update_article_id = $1', [id])
    expect(tie.rows).toEqual([{ update_renews: 'another' }])
    const renewals = await pool.query('select from article_renewals where article_id = $1', [id])
    expect(renewals.rows).toHaveLength(0)
    expect((await article(opm, id ?? 0)).notes).toContain('then delete this draft')
  })

  it('never asks for a price that it did not name, unless the user wrote it', async () => {
    write(`<p>We love ${link(OUT, 'Dunlarch V2')} for ${link(OUT, '$399')}.</p><p>${LOUD}</p>`)
    const { result_id: id } = placeOf(await requested([{ sentence: LOUD, words: 'It is $20 more.' }]))
    expect(await editsOf(opm, id)).toMatchObject({
      sentences: [{ before: LOUD, after: 'It is $20 more.' }],
      open: ['We love Dunlarch V2 for $399.'],
    })
  })

  it('shows its requested edits to those who may see the draft', async () => {
    const { result_id: id } = placeOf(await requested())
    const qa = await api.as('qa')
    expect(await editsOf(qa, id)).toBeNull()
    expect(await editsOf(opm, id)).toMatchObject({ to: { asin: GLIDE } })
    await api.database.pool.query("update articles set status = 'requested' where article_id = $1", [id])
    expect(await editsOf(qa, id)).toMatchObject({ to: { asin: GLIDE } })
  })

  it.each<[why: string, given: () => unknown, words: RegExp]>([
    [
      'it has no keyword',
      () => api.database.pool.query('update content_posts set focus_keyword = null'),
      /Set a keyword/,
    ],
    [
      'it shows the product in another plugin’s box',
      () =>
        Object.assign(blog.vendor.posts[0] ?? {}, {
          ...{ content: '[lasso ref="dunlarch" id="12"]', rendered: BEFORE },
        }),
      /in another plugin’s box/,
    ],
    ['it no longer names the product', () => write('<p>Dogs.</p>'), /no longer mentions/],
    [
      'readers no longer see it',
      () => Object.assign(blog.vendor.posts[0] ?? {}, { status: 'draft' }),
      /no longer shows/,
    ],
    ['an update of it is in progress', () => requested(), /is already updating it/],
    [
      'one of our articles updates it and is published as another post',
      async () => {
        const { result_id: id } = placeOf(await requested())
        await api.database.pool.query(
          "update articles set status = 'published', wordpress_id = article_id where article_id = $1",
          [id],
        )
      },
      /Its update is published/,
    ],
  ])('cannot be ticked where %s', async (_why, given, words) => {
    await given()
    expect(placeOf(await prepare(opm))).toMatchObject({
      ...{ state: 'blocked', way: null },
      reason: expect.stringMatching(words),
    })
  })
})
