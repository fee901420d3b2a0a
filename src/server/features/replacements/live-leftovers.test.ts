import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Api, type Client, startApi } from '../../testing/api.ts'
import { buildSite } from '../../testing/builders.ts'
import { type FakeWordPress, startFakeWordPress } from '../../testing/fake-wordpress.ts'
import { GLIDE, OUT, openPlaces, replacementSteps, stagedCatalog } from '../../testing/replacement-stage.ts'
import { writePosts } from '../content-tracker/post-store.ts'

const contentOf = (asin: string, name: string) =>
  `<p>Ours: <a href="https://www.amazon.com/dp/${asin}?tag=d-20">${name}</a></p>`

let api: Api
let qa: Client
let blog: FakeWordPress
const { apply, clear, prepare } = replacementSteps(() => api)

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
    const refused = await apply(qa, prepared, openPlaces(prepared), [])
    expect(refused.status).toBe(400)
    expect(JSON.stringify(refused.body)).toContain('Read what would still be about the old product first.')
    await api.app.queue.drain()
    expect(blog.vendor.posts[0]?.content).toBe(content)
    expect((await apply(qa, prepared, openPlaces(prepared))).status).toBe(200)
    await api.app.queue.drain()
    expect(blog.vendor.posts[0]?.content).toContain(
      `${contentOf(GLIDE, 'Fennaway Glide M')}<p>The Dunlarch V2 is loud.</p>`,
    )
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
