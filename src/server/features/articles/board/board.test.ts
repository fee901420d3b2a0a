import { afterAll, beforeAll, expect, test } from 'vitest'
import { boardComments } from '../../../db/schema/board.ts'
import { type Api, type Client, startApi } from '../../../testing/api.ts'
import { buildSite } from '../../../testing/builders.ts'

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

test('a board shows for each task the picture of its article and its requester', async () => {
  const { article_id: id } = await read()
  const { body: article } = await manager.get(`/api/articles/${id}`)
  const { body: board } = await manager.get('/api/board/1700000000000001')
  const cards = board.sections.flatMap(({ tasks }: { tasks: { gid: string }[] }) => tasks)
  expect(cards).toHaveLength(1)
  expect(cards[0]).toMatchObject({ gid, article: { image_url: article.image_url, user: article.user } })
})

test('users who may not publish a post publish no article by completing its task either [D35]', async () => {
  const { article_id: id } = await read()
  await validator.patch(`/api/articles/validate/${id}`, { command: 'approve' })
  await api.app.queue.drain()
  const { wordpress_id: post } = (await manager.get(`/api/articles/${id}`)).body
  expect((await manager.post(`/api/posts/bo/${post}/publish`)).status).toBe(403)
  const { status } = await manager.patch(`/api/board/task/${gid}`, { section: 'Published', completed: true })
  expect(status).toBe(200)
  const { body } = await manager.post(`/api/articles/${id}/sync`, {})
  expect(body).toMatchObject({
    status: 'approved',
    asana_section: { name: 'Published' },
    changed: ['asana_section'],
  })
  expect((await validator.post(`/api/posts/bo/${post}/publish`)).status).toBe(200)
  expect((await manager.get(`/api/articles/${id}`)).body.status).toBe('published')
})

test('a task change and its audit entry are written together or not at all', async () => {
  const { pool } = api.database
  const comments = async () => (await read()).comments.length + (await read()).older_comments
  const [before, said] = [await read(), await comments()]
  await pool.query(`create function lose_entry() returns trigger language plpgsql as
    $$ begin raise exception 'No room for the trail'; end $$`)
  await pool.query(`create trigger lose_entry before insert on audit_entries
    for each row when (new.act like 'task.%') execute function lose_entry()`)
  const moved = await manager.patch(`/api/board/task/${gid}`, { section: 'Requested', priority: 'Low' })
  const written = await manager.post(`/api/board/task/${gid}/comments`, { text: 'Lost' })
  await pool.query('drop trigger lose_entry on audit_entries')
  expect([moved.status, written.status]).toEqual([500, 500])
  expect([await read(), await comments()]).toEqual([before, said])
  const again = await manager.patch(`/api/board/task/${gid}`, { section: 'Requested', priority: 'Low' })
  expect([again.status, again.body.section, again.body.priority]).toEqual([200, 'Requested', 'Low'])
})

test('of a change that cannot be made whole nothing is made', async () => {
  const before = await read()
  const { status } = await manager.patch(`/api/board/task/${gid}`, { section: 'Nowhere', priority: 'High' })
  expect(status).toBe(422)
  expect(await read()).toEqual(before)
})

test('the boards are those of the sites, by name, each once; users without the right to use tools see none', async () => {
  await buildSite(api.database.db, { displayName: 'Zeal', boardGid: '1700000000000001' })
  await buildSite(api.database.db, { displayName: 'Ash', boardGid: '1700000000000002' })
  const { body } = await manager.get('/api/board')
  expect(body).toEqual([
    { gid: '1700000000000002', name: 'Ash' },
    { gid: '1700000000000001', name: expect.stringMatching(/^Site \d+$/) },
  ])
  expect((await (await api.as('wrt')).get('/api/board')).status).toBe(403)
})
