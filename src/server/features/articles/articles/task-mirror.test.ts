import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TASK_SECTIONS } from '#shared/features/articles/articles/rules.ts'
import { articleMirrors } from '../../../db/schema/article-work.ts'
import { boardComments, boardTasks } from '../../../db/schema/board.ts'
import { sites } from '../../../db/schema/sites.ts'
import { type Api, type Client, startApi } from '../../../testing/api.ts'
import { buildSite } from '../../../testing/builders.ts'

const BOARD = '1200000000000001'

let api: Api
let owner: Client
let validator: Client
let siteId: number
let boardlessId: number

beforeAll(async () => {
  api = await startApi()
  owner = await api.as('opm')
  validator = await api.as('qa')
  siteId = (await buildSite(api.database.db, { boardGid: BOARD, displayName: 'Followed' })).id
  boardlessId = (await buildSite(api.database.db, { boardGid: null })).id
})
afterAll(() => api.close())

const product = { asin: 'B0CQ77XWHE', name: 'Moka Lane Duetto', award: 'Best Overall' }
let counter = 0
/** A requested article, unless told otherwise, whose task is on the board. */
async function request(over: object = {}) {
  counter += 1
  const body = {
    siteId,
    keywords: [{ keyword: `kettle ${counter}` }],
    products: [product],
    draft: false,
    ...over,
  }
  const { body: article } = await owner.post('/api/articles', body)
  await api.app.queue.drain()
  return article.article_id as number
}
const read = async (id: number) => (await validator.get(`/api/articles/${id}`)).body
const taskOf = async (gid: string) => {
  const [task] = await api.database.db.select().from(boardTasks).where(eq(boardTasks.gid, gid))
  return task
}
const tasksNamed = (name: string) =>
  api.database.db.select().from(boardTasks).where(eq(boardTasks.name, name))
const commentsOn = async (gid: string) =>
  (await api.database.db.select().from(boardComments).where(eq(boardComments.taskGid, gid))).map(
    ({ text }) => text,
  )
const review = async (id: number, command: string, reason?: string) => {
  await validator.patch(`/api/articles/validate/${id}`, { command, reason })
  await api.app.queue.drain()
}

test('a submitted article gets a task with its link, its number and its section [TASK-001] [TASK-002] [TASK-003]', async () => {
  const id = await request()
  const article = await read(id)
  expect(article.gid).toMatch(/^\d{16}$/)
  expect(article.asana_url).toBe(`/board/task/${article.gid}`)
  expect(article.asana_section).toEqual({ name: TASK_SECTIONS.requested })
  expect(article.events.filter(({ action }: { action: string }) => action === 'task-added')).toEqual([
    expect.objectContaining({ user: null }),
  ])
  const task = await taskOf(article.gid)
  expect(task).toMatchObject({ name: article.title, boardGid: BOARD, isCompleted: false })
  for (const said of [
    'Followed',
    'Requested by: Opm One',
    'Keywords: kettle',
    'B0CQ77XWHE',
    `${api.settings.publicUrl}/articles?article=${id}`,
  ]) {
    expect(task?.notes).toContain(said)
  }
})

test('neither a draft nor an article of a site without a board gets a task', async () => {
  const draft = await request({ draft: true, title: 'Only a draft' })
  const boardless = await request({ siteId: boardlessId, title: 'Followed nowhere' })
  for (const id of [draft, boardless]) {
    expect((await owner.get(`/api/articles/${id}`)).body).toMatchObject({
      gid: null,
      asana_url: null,
      mirrors: [],
    })
  }
  expect(await tasksNamed('Only a draft')).toEqual([])
  expect(await tasksNamed('Followed nowhere')).toEqual([])
})

test('a draft gets its task when it is submitted', async () => {
  const id = await request({ draft: true })
  await owner.put(`/api/articles/${id}`, { draft: false })
  await api.app.queue.drain()
  expect((await read(id)).asana_section).toEqual({ name: TASK_SECTIONS.requested })
})

test('the task follows the article through its life, with the reasons of its returns as comments', async () => {
  const id = await request()
  const { gid } = await read(id)
  await review(id, 'return', 'The ASIN is wrong.')
  const returned = await read(id)
  expect(returned.asana_section).toEqual({ name: TASK_SECTIONS.returned })
  expect(await commentsOn(gid)).toEqual([expect.stringContaining('The ASIN is wrong.')])
  const articleReturnId = returned.returns.at(-1).article_return_id
  await owner.patch(`/api/articles/resubmit/${id}`, { articleReturnId })
  await api.app.queue.drain()
  expect((await read(id)).asana_section).toEqual({ name: TASK_SECTIONS.requested })
  await review(id, 'approve')
  expect(await read(id)).toMatchObject({ gid, asana_section: { name: TASK_SECTIONS.approved } })
  expect(await commentsOn(gid)).toHaveLength(1)
  expect(
    (await read(id)).events.filter(({ action }: { action: string }) => action === 'task-added'),
  ).toHaveLength(1)
})

test('a canceled or rejected article closes its task', async () => {
  const rejected = await request()
  await review(rejected, 'reject', 'We have this article.')
  const { gid } = await read(rejected)
  expect(await taskOf(gid)).toMatchObject({ isCompleted: true })
  expect(await commentsOn(gid)).toEqual([
    expect.stringMatching(/^Rejected by Qa One:\nWe have this article\./),
  ])
  expect((await read(rejected)).asana_section).toEqual({ name: TASK_SECTIONS.rejected })
  const canceled = await request()
  await review(canceled, 'return', 'Not now.')
  await owner.patch(`/api/articles/cancel/${canceled}`)
  await api.app.queue.drain()
  expect((await read(canceled)).asana_section).toEqual({ name: TASK_SECTIONS.canceled })
})

test('a save updates the name and our part of the notes, and keeps other changes to the task', async () => {
  const id = await request()
  const { gid } = await read(id)
  const task = await taskOf(gid)
  await api.database.db
    .update(boardTasks)
    .set({ notes: `Photos are in the drive.\n${task?.notes}\nAsk Sam.`, isCompleted: true })
    .where(eq(boardTasks.gid, gid))
  await validator.put(`/api/articles/${id}`, { title: 'A better title', products: [] })
  await api.app.queue.drain()
  const renewed = await taskOf(gid)
  expect(renewed?.name).toBe('A better title')
  expect(renewed?.notes).toMatch(/^Photos are in the drive\.\n[\s\S]*\nAsk Sam\.$/)
  expect(renewed?.notes).not.toMatch(/B0CQ77XWHE|Products:/)
  expect(renewed?.isCompleted).toBe(true)
})

test('an article moved to another site takes its task along', async () => {
  const other = await buildSite(api.database.db, { boardGid: '1200000000000002' })
  const id = await request()
  const { gid } = await read(id)
  await validator.put(`/api/articles/${id}`, { siteId: other.id })
  await api.app.queue.drain()
  expect(await taskOf(gid)).toMatchObject({ boardGid: '1200000000000002' })
})

test('a deleted task is created again with the next change', async () => {
  const id = await request()
  const { gid } = await read(id)
  await api.database.db.delete(boardTasks).where(eq(boardTasks.gid, gid))
  await review(id, 'approve')
  const again = await read(id)
  expect(again.gid).not.toBe(gid)
  expect(await taskOf(again.gid)).toBeDefined()
})

test('a section missing from the board is reported to people instead of being retried forever', async () => {
  const board = '1200000000000003'
  const site = await buildSite(api.database.db, { boardGid: board })
  await api.database.pool.query(
    `insert into board_sections (gid, board_gid, name, position) values ('77', $1, 'Inbox', 0)`,
    [board],
  )
  const id = await request({ siteId: site.id })
  const [mirror] = await api.database.db.select().from(articleMirrors).where(eq(articleMirrors.articleId, id))
  expect(mirror).toMatchObject({ state: 'failed', error: 'The board has no section “Requested”.' })
  await api.database.db.update(sites).set({ boardGid: null }).where(eq(sites.id, site.id))
})
