import { createHmac } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TASK_SECTIONS } from '#shared/features/articles/articles/rules.ts'
import { DAY_MS } from '#shared/format/duration.ts'
import { createApp } from '../../../app.ts'
import { articleEvents, articles } from '../../../db/schema/articles.ts'
import { boardSections, boardSubscriptions, boardTasks } from '../../../db/schema/board.ts'
import { sitePosts } from '../../../db/schema/posts.ts'
import { webhookDeliveries, webhookSubscriptions } from '../../../db/schema/webhooks.ts'
import { REMOVE_OLD } from '../../../kernel/retention/removal-store.ts'
import { type Api, type Client, startApi } from '../../../testing/api.ts'
import { buildArticle, buildPost, buildSite } from '../../../testing/builders.ts'
import { cpuTimeOf } from '../../../testing/cpu-time.ts'

const BOARD = '1300000000000001'
const SECTION = '1300000000000009'

let api: Api
let validator: Client
let siteId: number
/** Of the one subscription: where we are called, and with which secret. */
let url: string
let secret: string

async function readSubscription() {
  const [watch] = await api.database.db.select().from(boardSubscriptions)
  if (!watch) throw new Error('Nobody watches the board.')
  url = watch.target
  secret = watch.secret
}

beforeAll(async () => {
  api = await startApi()
  validator = await api.as('qa')
  siteId = (await buildSite(api.database.db, { boardGid: BOARD })).id
  const names = Object.values(TASK_SECTIONS)
  const gids = names.map((name, position) => ({
    gid: name === TASK_SECTIONS.published ? SECTION : `13${position}`,
    name,
    position,
  }))
  await api.database.db.insert(boardSections).values(gids.map((section) => ({ ...section, boardGid: BOARD })))
  // Our own board calls us over HTTP, so this server listens.
  await api.app.listen({ host: '127.0.0.1', port: 0 })
  await api.app.queue.drain()
  await readSubscription()
})
afterAll(() => api.close())

const sign = (body: string | Buffer, key = secret) => createHmac('sha256', key).update(body).digest('hex')
const post = (body: string, headers: Record<string, string>, to = url) =>
  api.visitor.send({
    method: 'POST',
    url: to,
    payload: body,
    headers: { 'content-type': 'application/json', ...headers },
  })
const deliver = (body: string) => post(body, { 'x-hook-signature': sign(body) })
const eventOn = (gid: string, at = 0) => ({
  action: 'changed',
  resource: { gid, resource_type: 'task' },
  parent: null,
  change: { field: 'completed', action: 'changed' },
  created_at: new Date(1_700_000_000_000 + at).toISOString(),
})
const bodyOf = (...events: object[]) => JSON.stringify({ events })
const deliveries = async () => (await api.database.db.select().from(webhookDeliveries)).length

const gidOf = (number: number) => String(1_400_000_000_000_000 + number)

/** In the section where the article's mirror wants it, so that nothing else happens to it. */
function taskOf(number: number) {
  const now = new Date()
  const task = { gid: gidOf(number), boardGid: BOARD, sectionGid: SECTION, name: `Task ${number}` }
  return { ...task, isCompleted: true, createdAt: now, modifiedAt: now }
}

/** An approved article with a live post and a task that has just been completed, without a webhook so far. */
async function completedTask(number: number, post: 'draft' | 'publish' = 'publish') {
  const task = taskOf(number)
  await api.database.db.insert(boardTasks).values(task)
  const owner = await api.as('opm')
  const article = await buildArticle(api.database.db, {
    userId: owner.id,
    siteId,
    status: 'approved',
    taskGid: task.gid,
    postId: (await buildPost(api.database.db, { siteId, status: post })).id,
  })
  return { gid: task.gid, id: article.id }
}

/** Many of them at once, without any text. */
async function completedTasks(first: number, many: number) {
  const { id: userId } = await api.as('opm')
  const numbers = Array.from({ length: many }, (_, at) => first + at)
  const { db } = api.database
  await db.insert(boardTasks).values(numbers.map(taskOf))
  const now = new Date()
  const post = { siteId, status: 'publish' as const, content: '', createdAt: now, modifiedAt: now }
  const posts = await db
    .insert(sitePosts)
    .values(numbers.map((number) => ({ ...post, slug: `task-${number}`, title: `Post ${number}` })))
    .returning({ id: sitePosts.id })
  const article = { userId, siteId, status: 'approved' }
  return db
    .insert(articles)
    .values(
      numbers.map((number, at) => ({
        ...article,
        title: `Task ${number}`,
        taskGid: gidOf(number),
        postId: posts[at]?.id ?? null,
      })),
    )
    .returning({ id: articles.id, gid: articles.taskGid })
}
const statusOf = async (id: number) => (await validator.get(`/api/articles/${id}`)).body.status

test('every board of a site is subscribed to when the server starts to listen, with a secret that the database does not show', async () => {
  const [subscription] = await api.database.db.select().from(webhookSubscriptions)
  expect(url).toMatch(/^\/api\/hooks\//)
  expect(subscription).toMatchObject({
    resource: BOARD,
    state: 'active',
    target: url,
  })
  expect(subscription?.secret).not.toContain(secret)
  expect(Buffer.from(subscription?.secret ?? '', 'base64url').toString('latin1')).not.toContain(secret)
  const { mode } = await stat(join(api.settings.dataDir, 'secret.key'))
  expect(mode & 0o777).toBe(0o600)
})

test('a task completed on its board publishes its approved article whose post is live, without a user', async () => {
  const { gid, id } = await completedTask(1)
  expect((await deliver(bodyOf(eventOn(gid)))).status).toBe(200)
  expect(await statusOf(id)).toBe('approved')
  await api.app.queue.drain()
  expect(await statusOf(id)).toBe('published')
  const events = await api.database.db.select().from(articleEvents).where(eq(articleEvents.articleId, id))
  expect(events.filter(({ action }) => action === 'published')).toEqual([
    expect.objectContaining({ userId: null }),
  ])
})

/** What the trail says that happened to the task of an article. */
const movesOf = async (id: number) => {
  const { rows } = await api.database.pool.query(
    `select act, actor_kind, actor_name, before, after from audit_entries
     where noun = 'article' and noun_id = $1 and act like 'article.task-%' order by id`,
    [String(id)],
  )
  return rows
}

test('a task that its board has moved or removed is in the audit trail, once, as the board’s action', async () => {
  const { gid, id } = await completedTask(71, 'draft')
  const url = `/board/task/${gid}`
  const tell = async (at: number) => {
    await deliver(bodyOf(eventOn(gid, at)))
    await api.app.queue.drain()
  }
  await tell(1)
  await tell(2)
  const board = { actor_kind: 'webhook', actor_name: 'task board' }
  const moved = {
    ...board,
    act: 'article.task-moved',
    before: { taskUrl: null, taskSection: null },
    after: { taskUrl: url, taskSection: TASK_SECTIONS.published },
  }
  expect(await movesOf(id)).toEqual([moved])
  await api.database.db.delete(boardTasks).where(eq(boardTasks.gid, gid))
  await tell(3)
  await tell(4)
  expect(await movesOf(id)).toEqual([
    moved,
    {
      ...board,
      act: 'article.task-gone',
      before: { taskUrl: url, taskGid: gid, taskSection: TASK_SECTIONS.published },
      after: { taskUrl: null, taskGid: null, taskSection: null },
    },
  ])
})

test('a task completed on its board does not publish an article whose post is a draft [D35]', async () => {
  const { gid, id } = await completedTask(6, 'draft')
  expect((await deliver(bodyOf(eventOn(gid)))).status).toBe(200)
  await api.app.queue.drain()
  expect(await statusOf(id)).toBe('approved')
})

test('an event about an unknown task is accepted and does nothing', async () => {
  expect((await deliver(bodyOf(eventOn('999')))).status).toBe(200)
  await api.app.queue.drain()
})

test('only the exact signature of the exact bytes is let in [S20]', async () => {
  const { gid, id } = await completedTask(2)
  const body = bodyOf(eventOn(gid))
  // Pending deliveries of other tests are not forgeries.
  await api.app.queue.drain()
  const before = await deliveries()
  const right = sign(body)
  const forgeries: [string, Record<string, string>][] = [
    [body, {}],
    [body, { 'x-hook-signature': '' }],
    [body, { 'x-hook-signature': right.slice(0, -1) }],
    [body, { 'x-hook-signature': right.slice(0, 32) }],
    [body, { 'x-hook-signature': `${right}0` }],
    [body, { 'x-hook-signature': right.toUpperCase() }],
    [body, { 'x-hook-signature': `${right}, ${right}` }],
    [body, { 'x-hook-signature': sign(body, 'another secret') }],
    [body.replace('changed', 'Changed'), { 'x-hook-signature': right }],
    [`${body} `, { 'x-hook-signature': right }],
    [JSON.stringify(JSON.parse(body), null, 1), { 'x-hook-signature': right }],
    ['', { 'x-hook-signature': right }],
  ]
  for (const [forged, headers] of forgeries) {
    const { status } = await post(forged, headers)
    expect(status, JSON.stringify(headers)).toBe(403)
  }
  await api.app.queue.drain()
  expect(await deliveries()).toBe(before)
  expect(await statusOf(id)).toBe('approved')
  expect((await deliver(body)).status).toBe(200)
})

test('a call for an unknown subscription is rejected, with any content', async () => {
  const body = bodyOf(eventOn('1'))
  for (const id of ['A'.repeat(43), '1', '%2e%2e%2f', 'a'.repeat(200)]) {
    const { status } = await post(body, { 'x-hook-signature': sign(body) }, `/api/hooks/asana/${id}`)
    expect(status, id).toBe(404)
    const greeted = await post('', { 'x-hook-secret': secret }, `/api/hooks/asana/${id}`)
    expect(greeted.status, id).toBe(404)
    expect(greeted.headers['x-hook-secret']).toBeUndefined()
  }
})

test('a repeated delivery, byte for byte, is stored and processed once [S20]', async () => {
  const { gid } = await completedTask(3)
  const body = bodyOf(eventOn(gid))
  const before = await deliveries()
  for (const _ of [1, 2, 3]) expect((await deliver(body)).status).toBe(200)
  expect(await deliveries()).toBe(before + 1)
})

test('a second handshake changes no secret, even while the first is still under way [S20] [T19]', async () => {
  const other = 'b'.repeat(64)
  const before = await api.database.db.select().from(webhookSubscriptions)
  expect((await post('', { 'x-hook-secret': other })).status).toBe(403)
  await api.database.db.update(webhookSubscriptions).set({ state: 'pending' })
  expect((await post('', { 'x-hook-secret': other })).status).toBe(403)
  await api.database.db.update(webhookSubscriptions).set({ state: 'active' })
  expect((await api.database.db.select().from(webhookSubscriptions))[0]?.secret).toBe(before[0]?.secret)
  const body = bodyOf(eventOn('5'))
  expect((await post(body, { 'x-hook-signature': sign(body, other) })).status).toBe(403)
  expect((await deliver(body)).status).toBe(200)
})

test('signed bytes that are no events are refused and not stored', async () => {
  const before = await deliveries()
  for (const body of ['not json', '[]', '{"events":{}}', '"events"', 'null']) {
    expect((await deliver(body)).status, body).toBe(400)
  }
  for (const body of ['{"events":[]}', '{"events":[null,{"action":"changed"},{"resource":{"gid":"x y"}}]}']) {
    expect((await deliver(body)).status, body).toBe(200)
  }
  expect(await deliveries()).toBe(before)
})

test('200 events, shuffled and doubled, each count once, and each is answered within a second while no worker runs [S20]', async () => {
  const tasks = await completedTasks(100, 200)
  const bodies = tasks.map(({ gid }, index) => bodyOf(eventOn(gid ?? '', index), eventOn(gid ?? '', index)))
  const calls = [...bodies, ...bodies].sort((one, other) => sign(one).localeCompare(sign(other)))
  const times: number[] = []
  for (const body of calls) {
    times.push(await cpuTimeOf(async () => expect((await deliver(body)).status).toBe(200)))
  }
  expect(times.sort((one, other) => one - other)[Math.floor(times.length * 0.99)]).toBeLessThan(1000)
  const waiting = await api.database.db.select().from(articles).where(eq(articles.status, 'approved'))
  expect(waiting.length).toBeGreaterThanOrEqual(200)
  await api.app.queue.drain()
  const events = await api.database.db
    .select()
    .from(articleEvents)
    .where(eq(articleEvents.action, 'published'))
  for (const { id } of tasks) expect(events.filter(({ articleId }) => articleId === id)).toHaveLength(1)
})

test('a change on our own board reaches the article through a signed call over HTTP', async () => {
  const owner = await api.as('opm')
  const body = { siteId, keywords: [{ keyword: 'a lamp' }], products: [], faqs: [], draft: false }
  const { body: article } = await owner.post('/api/articles', body)
  await api.app.queue.drain()
  const { gid } = (await owner.get(`/api/articles/${article.article_id}`)).body
  const before = await deliveries()
  await api.app.queue.drain()
  await api.database.pool.query('update articles set asana_section = null where gid = $1', [gid])
  await validator.put(`/api/articles/${article.article_id}`, { title: 'Lamps that last' })
  await api.app.queue.drain()
  expect(await deliveries()).toBeGreaterThan(before)
  expect((await owner.get(`/api/articles/${article.article_id}`)).body.asana_section).toEqual({
    name: TASK_SECTIONS.requested,
  })
})

test('a subscription that the board has lost is made again, and missed events are found', async () => {
  const { id } = await completedTask(4)
  const [old] = await api.database.db.select().from(webhookSubscriptions)
  await api.database.db.delete(boardSubscriptions)
  await api.app.queue.enqueue(api.database.db, 'webhooks.reconcile', {})
  await api.app.queue.drain()
  const [renewed] = await api.database.db.select().from(webhookSubscriptions)
  expect(renewed).toMatchObject({ state: 'active', resource: BOARD })
  expect(renewed?.id).not.toBe(old?.id)
  expect(await statusOf(id)).toBe('published')
  await api.app.queue.enqueue(api.database.db, 'webhooks.reconcile', {})
  await api.app.queue.drain()
  expect((await api.database.db.select().from(webhookSubscriptions))[0]?.id).toBe(renewed?.id)
  await readSubscription()
})

test('deliveries are kept for seven days', async () => {
  await deliver(bodyOf(eventOn('7')))
  const ids = async () => (await api.database.db.select().from(webhookDeliveries)).map(({ id }) => id)
  const old = await ids()
  expect(old).not.toEqual([])
  api.advance(6.9 * DAY_MS)
  await api.runJob(REMOVE_OLD)
  expect(await ids()).toEqual(expect.arrayContaining(old))
  api.advance(0.2 * DAY_MS)
  await api.runJob(REMOVE_OLD)
  expect((await ids()).filter((id) => old.includes(id))).toEqual([])
})

test('a server with a new address notifies itself, and needs no new subscription', async () => {
  const { settings, database } = api
  // Deliver everything pending to this server first, not to the other one.
  await api.app.queue.drain()
  const other = await createApp({ settings, database, clock: api.now })
  const called: string[] = []
  other.server.addHook('onRequest', async (request) => void called.push(request.url))
  await other.queue.start(other.jobs, { work: false })
  await other.listen({ host: '127.0.0.1', port: 0 })
  await other.queue.drain()
  const [watch] = await database.db.select().from(boardSubscriptions)
  expect(watch?.target).toBe(url)
  const before = await deliveries()
  const body = bodyOf(eventOn('8', 8))
  await other.queue.enqueue(database.db, 'board.deliver', { subscriptionGid: watch?.gid ?? '', body })
  await other.queue.drain()
  expect(called).toEqual([url])
  expect(await deliveries()).toBe(before + 1)
  await other.server.close()
  await other.queue.stop()
})
