import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { transaction } from '../../../db/connect.ts'
import { contentPosts } from '../../../db/schema/content.ts'
import { searchTasks } from '../../../db/schema/search-tasks.ts'
import { ownNotes } from '../../../integrations/task-board/port.ts'
import { openRun } from '../../../kernel/runs/runs-store.ts'
import { type Api, startApi } from '../../../testing/api.ts'
import { buildSite } from '../../../testing/builders.ts'
import { until } from '../../../testing/until.ts'
import { MAKE_SEARCH_TASK } from './deps.ts'
import * as store from './store.ts'

const BOARD = '1700000000000072'
let api: Api
let siteId: number
let contentPostId: number
beforeAll(async () => {
  api = await startApi()
  const { db } = api.database
  siteId = (await buildSite(db, { code: 'tt', boardGid: BOARD })).id
  const post = { siteId, postId: '1', title: 'Kettles', source: 'import' as const }
  const [made] = await db.insert(contentPosts).values(post).returning({ id: contentPosts.id })
  contentPostId = made?.id ?? 0
})
afterAll(() => api.close())

type Row = typeof searchTasks.$inferSelect
let id: number
/** The task as the last test has not left it. */
async function begin(row: Partial<Row> = {}): Promise<void> {
  const { db } = api.database
  await db.delete(searchTasks)
  const [made] = await db
    .insert(searchTasks)
    .values({
      ...{ contentPostId, query: 'kettle', list: 'rivals', aim: 'keep', name: 'Strengthen', notes: '' },
      ...{ state: 'pending', createdAt: api.now(), ...row },
    })
    .returning({ id: searchTasks.id })
  id = made?.id ?? 0
}
beforeEach(async () => {
  await api.database.pool.query('update sites set asana_gid = $1 where site_id = $2', [BOARD, siteId])
  await begin()
})

const run = () => api.runJob('search-tasks.make', { searchTaskId: id })
async function row() {
  const [found] = await api.database.db.select().from(searchTasks).where(eq(searchTasks.id, id))
  return found
}
async function onBoard(): Promise<number> {
  const { rows } = await api.database.pool.query('select 1 from board_tasks where key like $1', [
    `%search-${id}`,
  ])
  return rows.length
}

/** Until a run asks which sections the board has. */
const waitsForSections = () =>
  until(async () => {
    const waits = await api.database.pool.query(
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query ilike '%board_sections%'",
    )
    return waits.rows.length > 0
  })

it('a task that was made and deleted on its board is not on the board again by a run that begins late', async () => {
  await run()
  expect(await onBoard()).toBe(1)
  await begin({ state: 'gone', error: 'The board no longer has its task.' })
  await run()
  expect(await onBoard()).toBe(0)
  expect(await row()).toMatchObject({ state: 'gone', error: 'The board no longer has its task.' })
})

it('nor by one that was at it while the task was deleted', async () => {
  const { pool } = api.database
  const other = await pool.connect()
  try {
    await other.query('begin')
    await other.query('lock table board_sections in access exclusive mode')
    const late = run()
    await waitsForSections()
    await pool.query("update search_tasks set state = 'gone' where search_task_id = $1", [id])
    await other.query('commit')
    await late
  } finally {
    await other.query('rollback')
    other.release()
  }
  expect(await onBoard()).toBe(0)
  expect(await row()).toMatchObject({ state: 'gone', error: null })
})

it('a task requested again during its run is made for the second request', async () => {
  const { pool, db } = api.database
  const other = await pool.connect()
  try {
    await other.query('begin')
    await other.query('lock table board_sections in access exclusive mode')
    const late = run()
    await waitsForSections()
    // It was deleted on its board and is wanted again, with another name.
    const words = { aim: 'keep' as const, name: 'Strengthen it', notes: '', userId: null }
    await transaction(db, async (tx) => {
      await store.wishAgain(tx, id, words)
      const asked = { name: MAKE_SEARCH_TASK, key: { searchTaskId: id }, resumeAt: null }
      expect(await openRun(tx, asked, api.now())).toBe(false)
    })
    await other.query('commit')
    await late
  } finally {
    await other.query('rollback')
    other.release()
  }
  expect(await row()).toMatchObject({ state: 'done', error: null })
  const { rows } = await pool.query('select name from board_tasks where key like $1', [`%search-${id}`])
  expect(rows).toEqual([{ name: 'Strengthen it' }])
})

it('a task whose creation succeeded but whose answer was lost keeps its name and gets the notes of the new request', async () => {
  const { pool, db } = api.database
  await begin({ notes: 'Seen by 900 people.' })
  await run()
  await pool.query("update search_tasks set state = 'failed', gid = null where search_task_id = $1", [id])
  const words = { aim: 'keep' as const, name: 'Strengthen', notes: 'Seen by 1,400 people.', userId: null }
  await transaction(db, (tx) => store.wishAgain(tx, id, words))
  await run()
  const { rows } = await pool.query('select name, notes from board_tasks where key like $1', [
    `%search-${id}`,
  ])
  expect(rows).toEqual([{ name: 'Strengthen', notes: ownNotes('Seen by 1,400 people.') }])
})

it('people’s own notes above and below in such a task stay', async () => {
  const { pool, db } = api.database
  await begin({ notes: 'Seen by 900 people.' })
  await run()
  const key = `%search-${id}`
  const written = `Ask Wen first.\n${ownNotes('Seen by 900 people.')}\nDone with the intro.`
  await pool.query('update board_tasks set notes = $2 where key like $1', [key, written])
  await pool.query("update search_tasks set state = 'failed', gid = null where search_task_id = $1", [id])
  const words = { aim: 'keep' as const, name: 'Strengthen', notes: 'Seen by 1,400 people.', userId: null }
  await transaction(db, (tx) => store.wishAgain(tx, id, words))
  await run()
  const { rows } = await pool.query('select notes from board_tasks where key like $1', [key])
  expect(rows).toEqual([
    { notes: `Ask Wen first.\n${ownNotes('Seen by 1,400 people.')}\nDone with the intro.` },
  ])
})

it('a task shows the result of its last try', async () => {
  await begin({ state: 'failed', error: 'Something went wrong on our side.' })
  const { pool } = api.database
  await pool.query('update sites set asana_gid = null where site_id = $1', [siteId])
  await run()
  expect(await row()).toMatchObject({ state: 'failed', error: expect.stringContaining('has no task board.') })
  await pool.query('update sites set asana_gid = $1 where site_id = $2', [BOARD, siteId])
  await run()
  expect(await row()).toMatchObject({ state: 'done', error: null })
})

it('a task requested again is not completed by a run that found the previous one', async () => {
  const { db } = api.database
  await store.endTask(db, { id, gid: 'before', wish: 1 }, null)
  expect(await row()).toMatchObject({ state: 'pending', gid: null })
  await store.endTask(db, { id, gid: null, wish: 1 }, { gid: 'now', url: '/now' })
  expect(await row()).toMatchObject({ state: 'done', gid: 'now' })
  await store.failTask(db, { id, wish: 1 }, 'Too late.')
  expect(await row()).toMatchObject({ state: 'done', error: null })
})
