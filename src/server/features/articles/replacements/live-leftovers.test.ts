import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { textsOf, writeContent } from '../../../integrations/publishing-site/write-content.ts'
import { type Api, type Client, startApi } from '../../../testing/api.ts'
import { buildSite } from '../../../testing/builders.ts'
import { type FakeWordPress, startFakeWordPress } from '../../../testing/fake-wordpress.ts'
import {
  GLIDE,
  OUT,
  openPlaces,
  PEBBLE,
  replacementSteps,
  stagedCatalog,
} from '../../../testing/replacement-stage.ts'
import { writePosts } from '../../posts/content-tracker/post-store.ts'

const contentOf = (asin: string, name: string) =>
  `<p>Ours: <a href="https://www.amazon.com/dp/${asin}?tag=d-20">${name}</a></p>`

let api: Api
let qa: Client
let blog: FakeWordPress
const { apply, clear, prepare, undo } = replacementSteps(() => api)

beforeAll(async () => {
  blog = await startFakeWordPress()
  api = await startApi({ WP_SITES: JSON.stringify({ lv: blog.account }) }, { catalog: stagedCatalog })
  qa = await api.as('qa')
})
afterAll(async () => {
  await api?.close()
  await blog?.close()
})
beforeEach(async () => {
  await clear()
  const { db, pool } = api.database
  await pool.query("delete from sites where code = 'lv'")
  const { id: siteId } = await buildSite(db, { code: 'lv', changesLivePosts: true })
  const post = {
    ...{ siteId, postId: '81', title: 'Vacuums', published: null, modified: null, focusKeyword: null },
    ...{ address: 'https://lv.example/81', picture: null, trackingId: null },
    products: [{ asin: OUT, name: 'Dunlarch V2', award: 'Best Overall', image: null }],
  }
  await writePosts(db, [post], 'adopted')
})

describe('a live post that was not written here', () => {
  it('that would still be about the old product is changed only after a user has read where', async () => {
    const content = `${contentOf(OUT, 'Dunlarch V2')}<p>The Dunlarch V2 is loud.</p>[amazon box="${OUT}" title="A quiet one"]`
    blog.vendor.posts = [{ id: 81, slug: 'a', status: 'publish', title: 'Vacuums', content, meta: {} }]
    const prepared = await prepare(qa)
    const [place] = prepared.list
    expect(place).toMatchObject({
      ...{ state: 'open', way: 'live' },
      mentions: ['title: A quiet one', 'The Dunlarch V2 is loud.'],
    })
    const answers = [{ place: place?.place_id ?? 0, sentence: 'The Dunlarch V2 is loud.', words: 'It hums.' }]
    const refused = await apply(qa, prepared, openPlaces(prepared), { accepted: [], answers })
    expect(refused.status).toBe(400)
    expect(JSON.stringify(refused.body)).toContain('Read what would still be about the old product first.')
    await api.app.queue.drain()
    expect(blog.vendor.posts[0]?.content).toBe(content)
    expect((await apply(qa, prepared, openPlaces(prepared), { answers })).status).toBe(200)
    await api.app.queue.drain()
    expect(blog.vendor.posts[0]?.content).toBe(
      `${contentOf(GLIDE, 'Fennaway Glide M')}<p>It hums.</p>[amazon box="${GLIDE}" title="A quiet one"]`,
    )
  })

  it('is not changed before each sentence about the old product is rewritten or removed, and the undo brings it back', async () => {
    const claims = '<p>It is fast. The <b>Dunlarch</b> hums &amp; rattles.</p><p>Dunlarch V2 wins.</p>'
    const content = `${contentOf(OUT, 'Dunlarch V2')}${claims}`
    blog.vendor.posts = [{ id: 81, slug: 'a', status: 'publish', title: 'Vacuums', content, meta: {} }]
    const prepared = await prepare(qa)
    const [rattles, wins] = ['The Dunlarch hums & rattles.', 'Dunlarch V2 wins.']
    expect(prepared.list).toMatchObject([{ mentions: [rattles, wins], claims: [rattles, wins] }])
    const place = openPlaces(prepared)[0] ?? 0
    const removed = { place, sentence: wins, words: '' }
    const refusalOf = async (answers: (typeof removed)[]) =>
      JSON.stringify((await apply(qa, prepared, [place], { answers })).body)
    expect(await refusalOf([removed])).toContain('Rewrite or remove each sentence')
    expect(await refusalOf([removed, { ...removed, sentence: 'Else.' }])).toContain('isn’t in the post')
    const answers = [removed, { place, sentence: rattles, words: 'The [Glide] is <quiet>.' }]
    expect((await apply(qa, prepared, [place], { accepted: [], answers })).status).toBe(200)
    await api.app.queue.drain()
    expect(blog.vendor.posts[0]?.content).toBe(
      `${contentOf(GLIDE, 'Fennaway Glide M')}<p>It is fast. The &#91;Glide&#93; is &lt;quiet&gt;.</p>`,
    )
    await undo(qa, prepared)
    expect(blog.vendor.posts[0]?.content).toBe(content)
  })

  it('shows the user’s words for a sentence in its table of picks, too', async () => {
    const product = (asin: string, name: string, summary: string) => ({
      ...{ asin, name, award: '', summary },
      offer: { link: `https://www.amazon.com/dp/${asin}?tag=d-20`, imageUrl: null, price: null },
    })
    const content = writeContent(
      textsOf({
        ...{ disclosure: 'Ads.', intro: 'Which one?', questions: [] },
        products: [
          product(OUT, 'Dunlarch V2', 'Dunlarch crews like it. It is light.'),
          product(PEBBLE, 'Haldenby Slim Duo', 'It is slim.'),
        ],
      }),
    )
    blog.vendor.posts = [{ id: 81, slug: 'a', status: 'publish', title: 'Vacuums', content, meta: {} }]
    const prepared = await prepare(qa)
    const place = openPlaces(prepared)[0] ?? 0
    const claims = prepared.list[0]?.claims ?? []
    const answers = claims.map((sentence) => ({ place, sentence, words: 'It hums.' }))
    expect((await apply(qa, prepared, [place], { answers })).status).toBe(200)
    await api.app.queue.drain()
    const written = blog.vendor.posts[0]?.content
    expect(written).toContain('It hums. It is light.')
    expect(written).toContain('<td>It hums</td>')
    expect(written).not.toContain('Dunlarch')
  })

  it('that shows the product in a box of another plugin says so, and leads to its site', async () => {
    const content = '[lasso ref="dunlarch" id="12"]'
    const rendered = contentOf(OUT, 'Dunlarch V2')
    blog.vendor.posts = [
      { id: 81, slug: 'a', status: 'publish', title: 'Vacuums', content, rendered, meta: {} },
    ]
    expect((await prepare(qa)).list).toMatchObject([
      {
        ...{ state: 'blocked', way: null, url: 'https://lv.example/81' },
        reason: 'The post shows the product in another plugin’s box. Edit the box on its site.',
      },
    ])
  })
})
