import { afterAll, beforeAll, expect, test } from 'vitest'
import { boardComments } from '../../db/schema/board.ts'
import { type Api, type Client, startApi } from '../../testing/api.ts'
import { buildSite } from '../../testing/builders.ts'

let api: Api
let manager: Client
let validator: Client
let gid: string

beforeAll(async () => {
  api = await startApi()
  manager = await api.as('opm')
  validator = await api.as('qa')
  const site = await buildSite(api.database.db, { code: 'bo', boardGid: '1700000000000001' })
  const { body } = await manager.post('/api/articles', { siteId: site.id, keywords: ['lamp'], draft: false })
  await api.app.queue.drain()
  gid = (await manager.get(`/api/articles/${body.article_id}`)).body.gid
})
afterAll(() => api.close())

const read = async () => (await manager.get(`/api/board/task/${gid}`)).body

test('a task comes with its newest hundred comments, and says how many there are before them', async () => {
  const write = (from: number, to: number) =>
    api.database.db.insert(boardComments).values(
      Array.from({ length: to - from }, (_, index) => ({
        taskGid: gid,
        text: `Comment ${from + index}`,
        createdAt: new Date(),
      })),
    )
  await write(0, 100)
  const all = await read()
  expect([all.comments.length, all.comments[0].text, all.older_comments]).toEqual([100, 'Comment 0', 0])
  await write(100, 130)
  const newest = await read()
  expect(newest.older_comments).toBe(30)
  expect(newest.comments.map(({ text }: { text: string }) => text)).toEqual(
    Array.from({ length: 100 }, (_, index) => `Comment ${index + 30}`),
  )
})

test('who may not publish a post publishes no article by completing its task either [D35]', async () => {
  const { article_id: id } = await read()
  await validator.patch(`/api/articles/validate/${id}`, { command: 'approve' })
  await api.app.queue.drain()
  const { wordpress_id: post } = (await manager.get(`/api/articles/${id}`)).body
  expect((await manager.post(`/api/posts/bo/${post}/publish`)).status).toBe(403)
  const { status } = await manager.patch(`/api/board/task/${gid}`, { section: 'Published', completed: true })
  expect(status).toBe(200)
  const { body } = await manager.post(`/api/articles/${id}/sync`, {})
  expect(body).toMatchObject({ status: 'approved', asana_section: 'Published', changed: ['asana_section'] })
  expect((await validator.post(`/api/posts/bo/${post}/publish`)).status).toBe(200)
  expect((await manager.get(`/api/articles/${id}`)).body.status).toBe('published')
})
