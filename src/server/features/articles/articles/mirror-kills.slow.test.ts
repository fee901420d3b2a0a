import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { TASK_SECTIONS } from '#shared/features/articles/articles/rules.ts'
import { type Database, transaction } from '../../../db/connect.ts'
import { articleMirrors } from '../../../db/schema/article-work.ts'
import { articleEvents, articles } from '../../../db/schema/articles.ts'
import { createTestDatabase } from '../../../db/testing.ts'
import { createQueue } from '../../../jobs/queue.ts'
import { createRandom } from '../../../random.ts'
import { buildArticle, buildReturn, buildSite, buildUser } from '../../../testing/builders.ts'
import { type FakeAsana, startFakeAsana } from '../../../testing/fake-asana.ts'
import { until } from '../../../testing/until.ts'
import { createWorkers } from '../../../testing/workers.ts'
import { taskMirrorJob } from './jobs.ts'
import { requestMirror } from './verbs/mirror-article.ts'

/** One run in five, by its seed, does as much as R9 names; the others a fifth of that. */
const [ARTICLES, KILLS] = inject('seed') % 5 === 0 ? [500, 20] : [100, 5]
const PATIENCE_MS = 300_000
const PACE = {
  retryLimit: 100,
  retryDelay: 1,
  retryBackoff: false,
  mostSeconds: 15,
  beatSeconds: 4,
  maintenanceSeconds: 1,
}
const BOARD = '1500000000000001'

const workers = createWorkers('mirror-worker.ts')
let database: Database
let fake: FakeAsana
beforeAll(async () => {
  database = await createTestDatabase()
  fake = await startFakeAsana()
  for (const name of Object.values(TASK_SECTIONS)) fake.addSection(BOARD, name)
})
afterAll(async () => {
  await workers.killAll()
  await fake.close()
  await database.close()
})

/** Articles, every fifth of them returned with a reason, each with a mirror job that waits. */
async function askForMirrors() {
  const { db, pool } = database
  const silent = { warn() {}, error() {} } as never
  const queue = createQueue({
    pool,
    log: silent,
    pace: PACE,
  })
  const clock = () => new Date()
  const jobs = [taskMirrorJob({ db, clock, taskBoard: {} as never, publicUrl: '' })]
  await queue.start(jobs, { work: false })
  const user = await buildUser(db)
  const site = await buildSite(db, { boardGid: BOARD })
  for (let number = 0; number < ARTICLES; number++) {
    const isReturned = number % 5 === 0
    const status = isReturned ? 'returned' : 'requested'
    const article = await buildArticle(db, { userId: user.id, siteId: site.id, status })
    if (isReturned) await buildReturn(db, { articleId: article.id, userId: user.id })
    await transaction(db, (tx) => requestMirror({ enqueue: queue.enqueue, clock }, tx, article.id, 'task'))
  }
  await queue.stop()
}

/**
 * Refuses one call in ten, fails another, and lets a third succeed without an answer, always in the same
 * order.
 */
function makeFlaky() {
  const random = createRandom('flaky board')
  const lost = new WeakSet<object>()
  fake.before = (_call, response) => {
    const turn = random.between(1, 10)
    if (turn === 1) lost.add(response)
    if (turn !== 2 && turn !== 3) return false
    const status = turn === 2 || random.chance(0.5) ? 429 : 500
    response.writeHead(status, { 'content-type': 'application/json' }).end('{"errors":[{"message":"no"}]}')
    return true
  }
  fake.after = (_call, response) => {
    if (!lost.has(response)) return false
    response.destroy()
    return true
  }
}

const countWaiting = () => database.db.$count(articleMirrors, eq(articleMirrors.state, 'waiting'))

test(`${ARTICLES} mirrors, a flaky board and a worker that is killed ${KILLS} times: every task and every comment is there once [R9]`, async () => {
  await askForMirrors()
  makeFlaky()
  // The next worker loads while the previous one runs.
  const start = () => workers.start(database.url, fake.url)
  let next = start()
  for (let kills = 0; kills < KILLS; kills++) {
    const before = fake.tasks.size
    const worker = next
    worker.go()
    next = start()
    // In the middle of work: some tasks are made, others are being made.
    await until(() => fake.tasks.size >= Math.min(before + 12, ARTICLES), PATIENCE_MS)
    await worker.kill()
  }
  next.go()
  // Whether all has been written down is asked once all has been made.
  await until(() => fake.tasks.size >= ARTICLES, PATIENCE_MS)
  await until(async () => (await countWaiting()) === 0, PATIENCE_MS)
  await next.kill()

  const tasks = [...fake.tasks.values()]
  expect(tasks).toHaveLength(ARTICLES)
  const rows = await database.db.select().from(articles)
  const taskOf = new Map(tasks.map((task) => [task.gid, task]))
  expect(new Set(rows.map(({ taskGid }) => taskGid)).size).toBe(ARTICLES)
  for (const { id, title, status, taskGid, taskSection } of rows) {
    const task = taskOf.get(taskGid ?? '')
    expect(task?.name, `article ${id}`).toBe(title)
    expect(taskSection).toBe(status === 'returned' ? TASK_SECTIONS.returned : TASK_SECTIONS.requested)
    expect(task?.stories, `article ${id}`).toHaveLength(status === 'returned' ? 1 : 0)
  }
  const events = await database.db.select().from(articleEvents).where(eq(articleEvents.action, 'task-added'))
  expect(events).toHaveLength(ARTICLES)
  const states = await database.db.select({ state: articleMirrors.state }).from(articleMirrors)
  expect(new Set(states.map(({ state }) => state))).toEqual(new Set(['done']))
}, 600_000)
