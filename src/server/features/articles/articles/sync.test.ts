import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { TASK_SECTIONS } from '#shared/features/articles/articles/rules.ts'
import { type Api, type Client, startApi } from '../../../testing/api.ts'
import { layOutBoard } from '../../../testing/asana-board.ts'
import { buildArticle, buildPost, buildSite } from '../../../testing/builders.ts'
import { type FakeAsana, startFakeAsana } from '../../../testing/fake-asana.ts'
import { markWaiting } from './mirror-store.ts'

const BOARD = '1600000000000003'

let fake: FakeAsana
let board: ReturnType<typeof layOutBoard>
let api: Api
let owner: Client
let validator: Client
let siteId: number

beforeAll(async () => {
  fake = await startFakeAsana()
  board = layOutBoard(fake, BOARD, [...Object.values(TASK_SECTIONS), 'Ideas'])
  api = await startApi({ ASANA_TOKEN: 'token', ASANA_WORKSPACE_GID: '111', ASANA_BASE_URL: fake.url })
  owner = await api.as('opm')
  validator = await api.as('qa')
  siteId = (await buildSite(api.database.db, { code: 'sy', boardGid: BOARD })).id
})
afterAll(async () => {
  await api.close()
  await fake.close()
})
afterEach(() => {
  fake.before = null
})

/** An article whose task is on the board, and whose post, if it has one, is a draft or live. */
async function mirrored(status: keyof typeof TASK_SECTIONS = 'requested', post?: 'draft' | 'publish') {
  const { db } = api.database
  const gid = board.write(TASK_SECTIONS[status])
  const postId = post ? (await buildPost(db, { siteId, status: post })).id : null
  const article = await buildArticle(db, { userId: owner.id, siteId, status, taskGid: gid, postId })
  return { id: article.id, gid }
}
const sync = (id: number, who = owner) => who.post(`/api/articles/${id}/sync`, {})
/** What the board tells us of a task. */
async function follow(gid: string): Promise<void> {
  await api.app.queue.enqueue(api.database.db, 'articles.follow-task', { gid })
  await api.app.queue.drain()
}
const read = async (id: number) => (await validator.get(`/api/articles/${id}`)).body

test('a sync takes the section and the link from the task [TASK-018] [TASK-019]', async () => {
  const { id, gid } = await mirrored()
  board.move(gid, 'Ideas')
  const { status, body } = await sync(id)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    article_id: id,
    status: 'requested',
    asana_section: { name: 'Ideas' },
    asana_url: `https://app.asana.example/0/0/${gid}`,
  })
  const { rows } = await api.database.pool.query(
    "select actor_id, act, after from audit_entries where noun = 'article' and noun_id = $1",
    [String(id)],
  )
  expect(rows).toEqual([
    {
      actor_id: owner.id,
      act: 'article.task-moved',
      after: { taskSection: 'Ideas', taskUrl: `https://app.asana.example/0/0/${gid}` },
    },
  ])
})

test('a task on several boards has the section of its site’s board, and without that board the first', async () => {
  const { id, gid } = await mirrored()
  const elsewhere = fake.addSection('1600000000000009', 'Elsewhere')
  fake.tasks.get(gid)?.places.clear()
  fake.tasks.get(gid)?.places.set('1600000000000009', elsewhere)
  board.move(gid, 'Ideas')
  expect((await sync(id)).body.asana_section).toEqual({ name: 'Ideas' })
  board.move(gid, TASK_SECTIONS.returned)
  await follow(gid)
  expect((await read(id)).asana_section).toEqual({ name: TASK_SECTIONS.returned })
  const { id: boardless } = await buildSite(api.database.db, { boardGid: null })
  await api.database.pool.query('update articles set site_id = $2 where article_id = $1', [id, boardless])
  await follow(gid)
  expect((await read(id)).asana_section).toEqual({ name: 'Elsewhere' })
})

test('a sync without changes leaves no audit entry, and takes a changed link from the task', async () => {
  const { id, gid } = await mirrored()
  const moves = async () =>
    (
      await api.database.pool.query(
        "select after->>'taskUrl' as url from audit_entries where act = 'article.task-moved' and noun_id = $1 order by id",
        [String(id)],
      )
    ).rows.map(({ url }) => url)
  const link = `https://app.asana.example/0/0/${gid}`
  await sync(id)
  api.advance(61_000)
  await sync(id)
  expect(await moves()).toEqual([link])
  await api.database.pool.query(
    "update articles set asana_url = 'https://old.example/1' where article_id = $1",
    [id],
  )
  api.advance(61_000)
  expect((await sync(id)).body).toMatchObject({ changed: ['asana_url'], asana_url: link })
  expect(await moves()).toEqual([link, link])
})

test('an approved article with a completed task becomes published when its post is live, without a user [D35]', async () => {
  const inSection = await mirrored('approved', 'publish')
  board.move(inSection.gid, TASK_SECTIONS.published)
  expect((await sync(inSection.id)).body).toMatchObject({
    status: 'published',
    changed: ['status', 'asana_section', 'asana_url', 'post'],
  })
  const completed = await mirrored('approved', 'publish')
  board.complete(completed.gid)
  const { body } = await sync(completed.id)
  expect(body.status).toBe('published')
  expect(body.events.at(-1)).toMatchObject({ action: 'published', user: null })
  api.advance(61_000)
  await sync(completed.id)
  expect((await read(completed.id)).events).toHaveLength(body.events.length)
})

test('a completed task publishes no article whose post is a draft or missing [D35]', async () => {
  for (const post of ['draft', undefined] as const) {
    const { id, gid } = await mirrored('approved', post)
    board.move(gid, TASK_SECTIONS.published)
    board.complete(gid)
    expect((await sync(id)).body.status).toBe('approved')
    await follow(gid)
    expect((await read(id)).status).toBe('approved')
  }
})

test('moving a task to another section does not publish its article [D35]', async () => {
  const { id, gid } = await mirrored('approved', 'publish')
  board.move(gid, 'Ideas')
  await follow(gid)
  expect(await read(id)).toMatchObject({ status: 'approved', asana_section: { name: 'Ideas' } })
  board.complete(gid)
  await follow(gid)
  expect((await read(id)).status).toBe('published')
})

test('a deleted task is unlinked from its article, unless the article has another task by now', async () => {
  const { id, gid } = await mirrored()
  fake.tasks.delete(gid)
  const other = board.write('Ideas')
  fake.before = (_call, response) => {
    fake.before = null
    void api.database.pool
      .query('update articles set gid = $2 where article_id = $1', [id, other])
      .then(() => response.writeHead(404, { 'content-type': 'application/json' }).end('{"errors":[]}'))
    return true
  }
  await follow(gid)
  expect((await read(id)).gid).toBe(other)
  fake.tasks.delete(other)
  await follow(other)
  expect((await read(id)).gid).toBeNull()
})

test('a task completed too early does not publish its article on approval [D35]', async () => {
  const { id, gid } = await mirrored('requested')
  board.complete(gid)
  await validator.patch(`/api/articles/validate/${id}`, { command: 'approve' })
  expect((await sync(id)).body.status).toBe('approved')
  await api.app.queue.drain()
  expect(await read(id)).toMatchObject({
    status: 'approved',
    asana_section: { name: TASK_SECTIONS.approved },
  })
  expect(board.isCompleted(gid)).toBe(false)
})

test('a task publishes no article that was not approved [D35]', async () => {
  for (const status of ['requested', 'returned', 'rejected', 'canceled'] as const) {
    const { id, gid } = await mirrored(status, 'publish')
    board.move(gid, TASK_SECTIONS.published)
    board.complete(gid)
    expect((await sync(id)).body.status).toBe(status)
  }
})

test('fifty syncs at once publish an article once, and ask the board once', async () => {
  const { id, gid } = await mirrored('approved', 'publish')
  board.move(gid, TASK_SECTIONS.published)
  fake.sent.length = 0
  const answers = await Promise.all(Array.from({ length: 50 }, () => sync(id)))
  expect(fake.sent.filter(({ path }) => path.includes(gid))).toHaveLength(1)
  for (const { body } of answers) expect(body.status).toBe('published')
  const { events } = await read(id)
  expect(events.filter(({ action }: { action: string }) => action === 'published')).toHaveLength(1)
})

test('a sync reports its changes, and within a minute the vendor is not called again, and the answer says for how long [D150]', async () => {
  const { id, gid } = await mirrored()
  await sync(id)
  api.advance(61_000)
  board.move(gid, 'Ideas')
  expect((await sync(id)).body).toMatchObject({
    ...{ changed: ['asana_section'], wait_seconds: 0 },
    asana_section: { name: 'Ideas' },
  })
  board.move(gid, TASK_SECTIONS.requested)
  fake.sent.length = 0
  api.advance(20_000)
  expect((await sync(id, validator)).body).toMatchObject({
    ...{ changed: [], wait_seconds: 40 },
    asana_section: { name: 'Ideas' },
  })
  expect(fake.sent).toEqual([])
  api.advance(61_000)
  expect((await sync(id)).body).toMatchObject({ changed: ['asana_section'] })
  api.advance(61_000)
  expect((await sync(id)).body).toMatchObject({ changed: [] })
})

test('a failed sync can be retried at once [D150]', async () => {
  const { id } = await mirrored()
  fake.before = (_call, response) => {
    response.writeHead(401, { 'content-type': 'application/json' }).end('{"errors":[{"message":"no"}]}')
    return true
  }
  expect((await sync(id)).status).toBe(502)
  fake.before = null
  expect((await sync(id)).status).toBe(200)
})

test('an article without a task says why', async () => {
  const boardless = await buildSite(api.database.db, { boardGid: null })
  const draft = await buildArticle(api.database.db, { userId: owner.id, siteId, status: 'draft' })
  const alone = await buildArticle(api.database.db, { userId: owner.id, siteId: boardless.id })
  const { id, gid } = await mirrored()
  fake.tasks.delete(gid)
  expect(await sync(draft.id)).toMatchObject({ status: 422, body: { message: 'A draft has no task yet.' } })
  // Its site had a board once.
  await markWaiting(api.database.db, alone.id, 'task', api.now())
  expect(await sync(alone.id)).toMatchObject({
    status: 422,
    body: { message: 'This site has no task board.' },
  })
  expect(await sync(id)).toMatchObject({
    status: 422,
    body: { message: 'The task is no longer on the board.' },
  })
  expect((await read(id)).gid).toBe(gid)
  expect((await sync(draft.id, validator)).status).toBe(404)
})
