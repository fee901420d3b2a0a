import type { ServerResponse } from 'node:http'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { TASK_SECTIONS } from '#shared/features/articles/articles/rules.ts'
import type { Database } from '../../../db/connect.ts'
import { articles } from '../../../db/schema/articles.ts'
import { createTestDatabase } from '../../../db/testing.ts'
import { createAsanaBoard } from '../../../integrations/task-board/asana.ts'
import type { Caller } from '../../../security/actor.ts'
import { callerWith } from '../../../testing/article-parts.ts'
import { buildArticle, buildReturn, buildSite, buildUser } from '../../../testing/builders.ts'
import { type FakeAsana, startFakeAsana } from '../../../testing/fake-asana.ts'
import { until } from '../../../testing/until.ts'
import { findMirror, markWaiting } from './mirror-store.ts'
import { runMirror, withCopy } from './verbs/mirror-article.ts'
import { mirrorTask } from './verbs/mirror-task.ts'
import { createSyncArticle, followTask } from './verbs/sync-article.ts'

const BOARD = '1800000000000001'
const LEASE_MS = 90_000
const TAKEN = 'Another worker has taken over this copy.'

let database: Database
let fake: FakeAsana
let userId: number
let owner: Caller
let siteId: number
let ahead = 0
const clock = () => new Date(Date.now() + ahead)

beforeAll(async () => {
  database = await createTestDatabase()
  fake = await startFakeAsana()
  for (const name of [...Object.values(TASK_SECTIONS), 'Ideas']) fake.addSection(BOARD, name)
  owner = callerWith(await buildUser(database.db), ['ManageArticles'])
  userId = owner.id
  siteId = (await buildSite(database.db, { boardGid: BOARD })).id
})
afterAll(async () => {
  await fake.close()
  await database.close()
})
afterEach(() => {
  fake.before = null
  fake.after = null
})

/** Each worker has a board of its own, as each server has. */
function newWorker() {
  const taskBoard = createAsanaBoard({
    token: 'token',
    workspaceGid: '111',
    updateLevelField: 'Update Level',
    installation: async () => ({ id: '0a1b2c3d', since: new Date(0) }),
    baseUrl: fake.url,
  })
  return { db: database.db, clock, taskBoard, publicUrl: 'https://desk.example', leaseMs: LEASE_MS }
}
async function waiting(status = 'requested') {
  const article = await buildArticle(database.db, { userId, siteId, status })
  await markWaiting(database.db, article.id, 'task', clock())
  return article
}
const mirrorOf = (id: number) => findMirror(database.db, id, 'task')
const tasksOf = (title: string) => [...fake.tasks.values()].filter(({ name }) => name === title)
const answer = (response: ServerResponse, body: object) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))

/** Holds the next call of this kind back until `release` answers it. */
function holdBack(isMeant: (call: { method: string; path: string }) => boolean) {
  const held = Promise.withResolvers<ServerResponse>()
  fake.before = (call, response) => {
    if (!isMeant(call)) return false
    fake.before = null
    held.resolve(response)
    return true
  }
  return held.promise
}
const isSearch = ({ method, path }: { method: string; path: string }) =>
  method === 'GET' && path.startsWith('/tasks?')

/** None of these articles has a post to be looked for. */
const NO_POSTS = {
  enqueue: async () => {},
  listeners: [],
  log: { warn() {}, error() {}, info() {} } as never,
  publishing: (): never => {
    throw new Error('No post is looked for here.')
  },
}

test('a worker that takes long to find the task keeps its lease meanwhile', async () => {
  const { id, title } = await waiting()
  let pages = 0
  let isTried = false
  fake.before = (call, response) => {
    if (!isSearch(call)) return false
    pages += 1
    ahead += LEASE_MS / 2 + 1000
    // After four pages, the first lease would long be over.
    if (pages === 4) {
      void mirrorTask(newWorker(), id)
        .then(
          () => 'took it',
          (error) => error.message,
        )
        .then((end) => {
          isTried = true
          expect(end).toBe('Another worker is updating this copy.')
          answer(response, { data: [], next_page: null })
        })
      return true
    }
    if (pages > 4) return false
    answer(response, { data: [], next_page: { offset: String(pages) } })
    return true
  }
  await mirrorTask(newWorker(), id)
  expect([isTried, pages]).toEqual([true, 4])
  expect(tasksOf(title)).toHaveLength(1)
  expect(await mirrorOf(id)).toMatchObject({ state: 'done', leasedUntil: null })
})

test('a worker that loses its lease while searching makes no second task [R9]', async () => {
  const { id, title } = await waiting()
  const held = holdBack(isSearch)
  const late = mirrorTask(newWorker(), id)
  const response = await held
  ahead += LEASE_MS + 1000
  await mirrorTask(newWorker(), id)
  answer(response, { data: [], next_page: null })
  await expect(late).rejects.toThrow(TAKEN)
  expect(tasksOf(title)).toHaveLength(1)
  expect(await mirrorOf(id)).toMatchObject({ state: 'done', attempts: 0, error: null })
})

test('a worker that loses its lease while searching for a comment makes no second comment [R9]', async () => {
  const article = await waiting('returned')
  await buildReturn(database.db, { articleId: article.id, userId })
  const held = holdBack(({ method, path }) => method === 'GET' && path.includes('/stories'))
  const late = mirrorTask(newWorker(), article.id)
  const response = await held
  ahead += LEASE_MS + 1000
  await mirrorTask(newWorker(), article.id)
  answer(response, { data: [], next_page: null })
  await expect(late).rejects.toThrow(TAKEN)
  expect(tasksOf(article.title)[0]?.stories).toHaveLength(1)
})

test('a worker that comes late neither releases a copy held by another nor counts it as failed', async () => {
  const { db } = database
  for (const isFailing of [true, false]) {
    const { id } = await waiting()
    const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const begun = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const work = (which: number) =>
      runMirror({ db, clock, leaseMs: LEASE_MS }, id, 'task', async () => {
        begun[which]?.resolve()
        await gates[which]?.promise
        if (isFailing && which === 0) throw new Error('Too late')
      })
    const late = work(0)
    await begun[0]?.promise
    ahead += LEASE_MS + 1000
    const next = work(1)
    await begun[1]?.promise
    const before = await mirrorOf(id)
    gates[0]?.resolve()
    await late.catch(() => {})
    expect(await mirrorOf(id)).toEqual(before)
    expect(before?.leasedUntil).not.toBeNull()
    gates[1]?.resolve()
    await next
    expect(await mirrorOf(id)).toMatchObject({ state: 'done', leasedUntil: null, attempts: 0 })
  }
})

test('a copy stays with its worker during a call that takes longer than the lease, and during other changes of it', async () => {
  const { db } = database
  let now = Date.now()
  const deps = { db, clock: () => new Date(now), leaseMs: 1000 }
  const callLong = async (id: number) => {
    for (let part = 0; part < 2; part++) {
      const before = (await mirrorOf(id))?.leasedUntil ?? deps.clock()
      now += 900
      await until(async () => ((await mirrorOf(id))?.leasedUntil ?? before) > before)
    }
    const other = runMirror(deps, id, 'task', async () => {})
    await expect(other).rejects.toThrow('Another worker is updating this copy.')
  }
  const { id } = await waiting()
  await runMirror(deps, id, 'task', () => callLong(id))
  expect(await mirrorOf(id)).toMatchObject({ state: 'done', leasedUntil: null })
  await withCopy(deps, { articleId: id, target: 'task' }, () => callLong(id))
  expect(await mirrorOf(id)).toMatchObject({ leasedUntil: null })
})

test('an expired lease is extended if no other worker took the copy', async () => {
  const { db } = database
  const { id } = await waiting()
  await runMirror({ db, clock, leaseMs: LEASE_MS }, id, 'task', async (_article, _shown, extend) => {
    ahead += 2 * LEASE_MS
    await extend()
    const mirror = await mirrorOf(id)
    expect(mirror?.leasedUntil?.getTime()).toBeGreaterThan(clock().getTime())
  })
  expect(await mirrorOf(id)).toMatchObject({ state: 'done', leasedUntil: null })
})

test('a copy writes nothing the task already has, not even the section people moved it to', async () => {
  const { db } = database
  const { id } = await waiting()
  const worker = newWorker()
  await mirrorTask(worker, id)
  const writes = async () => {
    fake.sent.length = 0
    await markWaiting(db, id, 'task', clock())
    await mirrorTask(worker, id)
    return fake.sent.filter(({ method }) => method !== 'GET')
  }
  expect(await writes()).toEqual([])
  const [kept] = await db.select().from(articles).where(eq(articles.id, id))
  const sections = await worker.taskBoard.listSections(BOARD)
  const approved = sections.find(({ name }) => name === TASK_SECTIONS.approved)
  fake.tasks.get(kept?.taskGid ?? '')?.places.set(BOARD, approved?.gid ?? '')
  await db.update(articles).set({ status: 'approved', version: 2 }).where(eq(articles.id, id))
  expect(await writes()).toEqual([])
  await db.update(articles).set({ status: 'returned', version: 3 }).where(eq(articles.id, id))
  expect(await writes()).toHaveLength(1)
})

test('changes on the board during the copy of a task stay', async () => {
  const { db } = database
  const { id } = await waiting()
  const worker = newWorker()
  await mirrorTask(worker, id)
  const [task] = await db.select().from(articles).where(eq(articles.id, id))
  const gid = task?.taskGid ?? ''
  await db.update(articles).set({ title: 'A better title', version: 2 }).where(eq(articles.id, id))
  await markWaiting(db, id, 'task', clock())
  const held = holdBack(({ method }) => method === 'PUT')
  const copying = mirrorTask(worker, id)
  const response = await held
  const ideas = (await worker.taskBoard.listSections(BOARD)).find(({ name }) => name === 'Ideas')
  fake.tasks.get(gid)?.places.set(BOARD, ideas?.gid ?? '')
  await followTask({ ...worker, ...NO_POSTS }, gid)
  const said = { ...fake.tasks.get(gid), permalink_url: 'https://app.asana.example/0/0/1' }
  answer(response, { data: said })
  await copying
  const [kept] = await db.select().from(articles).where(eq(articles.id, id))
  expect(kept?.taskSection).toBe('Ideas')
  expect(await mirrorOf(id)).toMatchObject({ state: 'done' })
})

test('a task deleted from the board while it is copied is not recorded again', async () => {
  const { db } = database
  const { id } = await waiting()
  const worker = newWorker()
  await mirrorTask(worker, id)
  const [before] = await db.select().from(articles).where(eq(articles.id, id))
  const gid = before?.taskGid ?? ''
  await db.update(articles).set({ status: 'approved', version: 2 }).where(eq(articles.id, id))
  await markWaiting(db, id, 'task', clock())
  const held = holdBack(({ method, path }) => method === 'POST' && path.startsWith('/sections/'))
  const copying = mirrorTask(worker, id)
  const response = await held
  fake.tasks.delete(gid)
  await followTask({ ...worker, ...NO_POSTS }, gid)
  answer(response, { data: {} })
  await copying
  const [kept] = await db.select().from(articles).where(eq(articles.id, id))
  expect([kept?.taskGid, kept?.taskUrl, kept?.taskSection]).toEqual([null, null, null])
})

test('a server that remembers as many synced articles as it can drops the oldest, and asks for it again', async () => {
  const worker = newWorker()
  const sync = createSyncArticle({ ...worker, ...NO_POSTS }, 2)
  const made: number[] = []
  for (let each = 0; each < 3; each++) {
    const { id } = await waiting()
    await mirrorTask(worker, id)
    made.push(id)
  }
  const [first = 0, second = 0, third = 0] = made
  const waits: boolean[] = []
  for (const id of [first, second, first, third, first]) waits.push((await sync(owner, id)).waitSeconds > 0)
  expect(waits).toEqual([false, false, true, false, false])
})
