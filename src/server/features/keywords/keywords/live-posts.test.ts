import { afterAll, beforeAll, expect, it } from 'vitest'
import { contentPosts } from '../../../db/schema/content.ts'
import { type Api, type Client, startApi } from '../../../testing/api.ts'
import { buildArticle, buildKeyword, buildSite } from '../../../testing/builders.ts'

let api: Api
let opm: Client
let siteId: number

beforeAll(async () => {
  api = await startApi()
  opm = await api.as('opm')
  siteId = (await buildSite(api.database.db)).id
})
afterAll(() => api.close())

let postId = 500
/** A post of the site that was not written here, with its number. */
async function follow(focusKeyword: string, changes: Partial<typeof contentPosts.$inferInsert> = {}) {
  postId += 1
  await api.database.db.insert(contentPosts).values({
    siteId,
    postId: String(postId),
    title: `Post ${postId}`,
    permalink: `https://kitchen.example/${postId}`,
    focusKeyword,
    source: 'adopted',
    ...changes,
  })
  return String(postId)
}

const postsOf = async (keyword: string) => {
  const { body } = await opm.get(`/api/keywords?currentPage=1&keyword=${encodeURIComponent(keyword)}`)
  return body.data[0].posts
}

it('a keyword lists the live posts with this focus keyword, and not those of its articles', async () => {
  const { db } = api.database
  await buildKeyword(db, 'gooseneck kettle')
  const post = await follow('Gooseneck  KETTLE')
  await follow('gooseneck kettle', { goneAt: api.now() })
  await follow('gooseneck')
  expect(await postsOf('gooseneck kettle')).toEqual([
    { site_id: siteId, post_id: post, title: `Post ${post}`, url: `https://kitchen.example/${post}` },
  ])
  const { id } = await buildArticle(db, { userId: opm.id, siteId, status: 'published', keyword: 'fire pit' })
  await follow('fire pit', { articleId: id, source: 'copydesk' })
  expect(await postsOf('fire pit')).toEqual([])
})

it.each(['javascript:alert(1)', 'data:text/html,x', '//other.example/1', 'kitchen.example/1'])(
  'a live post has no link if its address isn’t http or https: %s [S13]',
  async (permalink) => {
    const keyword = `kettle at ${permalink}`
    await buildKeyword(api.database.db, keyword)
    await follow(keyword, { permalink })
    expect(await postsOf(keyword)).toMatchObject([{ url: null }])
  },
)
