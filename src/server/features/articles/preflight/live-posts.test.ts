import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { contentPosts } from '../../../db/schema/content.ts'
import { type Api, type Client, startApi } from '../../../testing/api.ts'
import { buildArticle, buildSite } from '../../../testing/builders.ts'

let api: Api
let owner: Client

beforeAll(async () => {
  api = await startApi()
  owner = await api.as('opm')
})
afterAll(() => api.close())

it('warns of a keyword that a live post already has, except the post that the article updates', async () => {
  const { db } = api.database
  const site = await buildSite(db, { displayName: 'Hearthside' })
  const post = { siteId: site.id, postId: '7', title: 'Kettles', source: 'adopted' as const }
  await db.insert(contentPosts).values([
    { ...post, focusKeyword: 'Copper Kettle' },
    { ...post, postId: '8', focusKeyword: 'copper kettle', goneAt: api.now() },
  ])
  const { id, keyword } = await buildArticle(db, {
    userId: owner.id,
    siteId: site.id,
    status: 'draft',
    keyword: 'copper kettle',
  })
  const check = async (keywords: object[], articleId?: number) => {
    const body = { siteId: site.id, keywords, title: 'Kettles', imageUrl: null, products: [], faqs: [] }
    const answer = await owner.post('/api/preflight', { ...body, article_id: articleId })
    return answer.body.findings
      .filter(({ rule }: { rule: string }) => rule === 'keyword-taken')
      .map(({ message }: { message: string }) => message)
  }
  const words = '“Copper Kettle” already has a live post: “Kettles” on Hearthside.'
  expect(await check([{ keyword: ' copper KETTLE' }])).toContain(words)
  expect(await check([{ keyword_id: keyword.id }], id)).toEqual([words])
  await db.update(contentPosts).set({ updateArticleId: id }).where(eq(contentPosts.postId, '7'))
  expect(await check([{ keyword_id: keyword.id }], id)).toEqual([])
})
