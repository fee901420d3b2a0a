import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { plusDays } from '#shared/format/day.ts'
import { MINUTE_MS } from '#shared/format/duration.ts'
import { transaction } from '../../../db/connect.ts'
import { RESUME_RUNS } from '../../../kernel/runs/resume-runs.ts'
import { type Api, type Client, startApi } from '../../../testing/api.ts'
import { buildSite } from '../../../testing/builders.ts'
import { until } from '../../../testing/until.ts'
import { writePosts } from '../content-tracker/post-store.ts'
import {
  markDayComplete,
  recomputeQueryTotals,
  recomputeSearchTotals,
  writeRows,
} from '../gsc-keywords/search-store.ts'

const BOARD = '1700000000000071'
let api: Api
let opm: Client
const ids = { tt: 0, uu: 0 }

const found = (page: string, query: string, figures: [number, number, number]) => {
  const [clicks, impressions, position] = figures
  return { page: `${page[0]}${page[0]}.example/${page.slice(1)}`, query, clicks, impressions, position }
}

beforeEach(async () => {
  api = await startApi()
  opm = await api.as('opm')
  const { db } = api.database
  for (const code of ['tt', 'uu'] as const) {
    // The second site has no board.
    const board = code === 'tt' ? { boardGid: BOARD } : {}
    const named = { code, url: `https://${code}.example`, displayName: `Site ${code}` }
    ids[code] = (await buildSite(db, { ...named, ...board })).id
  }
  await writePosts(
    db,
    ['t1', 't2', 'u1'].map((page) => ({
      siteId: ids[page.startsWith('t') ? 'tt' : 'uu'],
      postId: page.slice(1),
      title: `Guide ${page}`,
      published: '2026-01-02T00:00:00Z',
      modified: null,
      address: `https://${page[0]}${page[0]}.example/${page.slice(1)}`,
      focusKeyword: 'kettle',
      picture: null,
      trackingId: null,
      products: null,
    })),
    'import',
  )
  const until = plusDays(api.now().toISOString().slice(0, 10), -3)
  const rows = [
    found('t1', 'kettle', [60, 1000, 4]),
    found('t2', 'kettle', [8, 1400, 9]),
    found('u1', 'kettle', [1, 1200, 8]),
    found('t2', 'teapot', [30, 300, 2]),
  ]
  for (const code of ['tt', 'uu'] as const) {
    const own = rows.filter(({ page }) => page.startsWith(code))
    await writeRows(db, ids[code], until, own)
    await markDayComplete(db, { siteId: ids[code], day: until, rows: own.length, readAt: api.now() })
    await recomputeSearchTotals(db, { id: ids[code], code, url: `https://${code}.example` })
  }
  await transaction(db, recomputeQueryTotals)
})
afterEach(() => api.close())

const wanted = (page: string, aim: string) => ({
  post_id: page.slice(1),
  site_id: ids[page.startsWith('t') ? 'tt' : 'uu'],
  query: 'Kettle',
  aim,
})
const make = (...tasks: object[]) => opm.post('/api/search-tasks', { period: 30, tasks })
const onBoard = async () =>
  (
    await api.database.db.execute(
      sql`select name, notes from board_tasks where board_gid = ${BOARD} order by name`,
    )
  ).rows
const rivals = async () => (await opm.get('/api/gsc-keywords/cannibalisation?period=30')).body.nodes[0].posts

it('proposals become tasks on the board of their site, with instructions, and once for any number of clicks', async () => {
  const first = await make(wanted('t1', 'keep'), wanted('t2', 'link'))
  expect(first.status).toBe(202)
  expect(first.body).toMatchObject([
    { task: { state: 'pending', url: null }, error: null },
    { task: { state: 'pending' }, error: null },
  ])
  await Promise.all([make(wanted('t2', 'link')), make(wanted('t2', 'merge'))])
  await api.app.queue.drain()
  const again = await make(wanted('t2', 'merge'))
  await api.app.queue.drain()
  expect(again.body[0].task).toMatchObject({
    state: 'done',
    aim: 'link',
    url: expect.stringContaining('/board/task/'),
  })
  expect(await onBoard()).toMatchObject([
    { name: 'Link to the post that keeps “kettle”: Guide t2' },
    {
      name: 'Strengthen for “kettle”: Guide t1',
      notes: expect.stringContaining('60 clicks, 1,000 impressions, position 4.0'),
    },
  ])
  const [link] = await onBoard()
  expect(link?.notes).toContain('“Guide t1” (https://tt.example/1) keeps “kettle”. Link to it')
  // The list says so.
  const [one, two] = await rivals()
  expect(one.task).toMatchObject({ state: 'done', aim: 'keep', by: expect.stringMatching(/\w/) })
  expect(two.task).toMatchObject({ state: 'done', aim: 'link' })
})

it('a query in striking distance becomes its own task beside one of the same post about rivals, with a note about that one', async () => {
  const proposalOf = async (site: string, postId: string) =>
    (await opm.get(`/api/search-tasks/proposal?site=${site}&post_id=${postId}`)).body.proposal
  const proposal = { post_id: '2', site_id: ids.tt, query: 'kettle', impressions: 1400, position: 9 }
  expect(await proposalOf('TT', '2')).toEqual({ ...proposal, period: 90, task: null })
  // Nobody sees this post.
  expect(await proposalOf('tt', '9')).toBeNull()
  const { body } = await make(wanted('t2', 'climb'))
  await api.app.queue.drain()
  expect(await proposalOf('tt', '2')).toMatchObject({
    ...proposal,
    task: { search_task_id: body[0].task.search_task_id, state: 'done' },
  })
  const { nodes } = (await opm.get('/api/gsc-keywords/striking-distance?period=30')).body
  const row = nodes.find((each: Record<string, string>) => each.post_id === '2' && each.site_code === 'tt')
  expect(row.task).toMatchObject({ search_task_id: body[0].task.search_task_id, state: 'done', aim: 'climb' })
  expect((await onBoard()).map(({ name }) => name)).toContain('Bring “kettle” to the top 3: Guide t2')
})

it('a post whose site has no board previews no task', async () => {
  const { db } = api.database
  const boardOf = (gid: string | null) =>
    db.execute(sql`update sites set asana_gid = ${gid} where site_id = ${ids.uu}::int`)
  const asked = async () => (await opm.get('/api/search-tasks/proposal?site=uu&post_id=1')).body.proposal
  await boardOf(BOARD)
  expect(await asked()).toMatchObject({ query: 'kettle', impressions: 1200 })
  await boardOf(null)
  expect(await asked()).toBeNull()
})

it('a proposal that cannot become a task gives the reason, and leaves the others alone: no board, no proposal any more, another post keeps the query', async () => {
  const { body } = await make(
    wanted('u1', 'link'),
    { ...wanted('t1', 'keep'), query: 'lamps' },
    { ...wanted('t2', 'climb'), query: 'teapot' },
    { ...wanted('t2', 'link'), query: 'teapot' },
  )
  expect(body.map(({ task, error }: { task: null; error: string }) => [task, error])).toEqual([
    [null, 'Site uu has no task board.'],
    [null, 'This post no longer gets impressions for “lamps”.'],
    [null, '“teapot” is no longer in striking distance.'],
    [null, 'This post no longer competes for “teapot”.'],
  ])
})

it('the board’s objection to a task is shown with its proposal, and a retry makes it', async () => {
  const { db } = api.database
  await db.execute(sql`update sites set asana_gid = ${BOARD} where site_id = ${ids.uu}::int`)
  const { body } = await make(wanted('u1', 'link'))
  // The board goes before the task is made.
  await db.execute(sql`update sites set asana_gid = null where site_id = ${ids.uu}::int`)
  await api.app.queue.drain()
  const [{ task }] = body
  const states = async () => (await opm.get(`/api/search-tasks?ids=${task.search_task_id}`)).body
  expect(await states()).toMatchObject([{ state: 'failed', error: 'Site uu has no task board.', url: null }])
  await db.execute(sql`update sites set asana_gid = ${BOARD} where site_id = ${ids.uu}::int`)
  const again = await make(wanted('u1', 'merge'))
  expect(again.body[0].task).toMatchObject({
    search_task_id: task.search_task_id,
    state: 'pending',
    aim: 'merge',
  })
  await api.app.queue.drain()
  expect(await states()).toMatchObject([{ state: 'done', error: null, aim: 'merge' }])
  expect((await onBoard()).filter(({ name }) => String(name).endsWith('Guide u1'))).toHaveLength(1)
})

it('a task deleted on its board no longer counts: its row says so, and a new request makes it again', async () => {
  const { db } = api.database
  const [first] = (await make(wanted('t1', 'keep'), wanted('t2', 'link'))).body
  await api.app.queue.drain()
  const { search_task_id: id } = first.task
  const look = async () => {
    await api.runJob('search-tasks.notice-gone')
    return (await opm.get(`/api/search-tasks?ids=${id}`)).body[0]
  }
  expect(await look()).toMatchObject({ state: 'done', url: expect.any(String) })
  const strengthens = async () =>
    (await onBoard()).filter(({ name }) => String(name).startsWith('Strengthen'))
  await db.execute(sql`delete from board_tasks where board_gid = ${BOARD} and name like 'Strengthen%'`)
  expect(await look()).toMatchObject({
    state: 'gone',
    url: null,
    error: 'The board no longer has its task.',
  })
  const [one, two] = await rivals()
  expect([one.task.state, two.task.state]).toEqual(['gone', 'done'])
  const again = await make(wanted('t1', 'keep'))
  expect(again.body[0].task).toMatchObject({ search_task_id: id, state: 'pending' })
  await api.app.queue.drain()
  expect(await look()).toMatchObject({ state: 'done', error: null })
  expect(await strengthens()).toHaveLength(1)
})

it('a task whose job was lost is made by the sweep or a new request; while a job runs there is no second one', async () => {
  const { db } = api.database
  const lose = async () => {
    await db.execute(sql`delete from board_tasks where board_gid = ${BOARD} and name like 'Strengthen%'`)
    await db.execute(sql`update search_tasks set state = 'gone', gid = null where aim = 'keep'`)
    await make(wanted('t1', 'keep'))
    await db.execute(sql`delete from jobs.job where name = 'search-tasks.make'`)
    api.advance(2 * MINUTE_MS)
  }
  const resume = () => api.runJob(RESUME_RUNS)
  const end = async () => {
    const waiting = await db.execute(
      sql`select 1 from jobs.job where name = 'search-tasks.make' and state = 'created'`,
    )
    await api.app.queue.drain()
    const tasks = (await onBoard()).filter(({ name }) => String(name).startsWith('Strengthen'))
    const [one] = await rivals()
    return { jobs: waiting.rows.length, state: one.task.state, tasks: tasks.length }
  }

  await lose()
  await resume()
  await resume()
  expect(await end()).toEqual({ jobs: 1, state: 'done', tasks: 1 })
  await lose()
  await Promise.all([make(wanted('t1', 'keep')), make(wanted('t1', 'keep')), resume()])
  expect(await end()).toEqual({ jobs: 1, state: 'done', tasks: 1 })
  // A created task stays.
  await resume()
  expect(await end()).toEqual({ jobs: 0, state: 'done', tasks: 1 })
})

it('of two simultaneous requests for one proposal with other aims, the second learns whose task exists', async () => {
  const { pool } = api.database
  const other = await pool.connect()
  try {
    await other.query('begin')
    await other.query(
      `insert into search_tasks (content_post_id, query, list, aim, name, notes, state, created_at)
       select content_post_id, 'kettle', 'rivals', 'link', 'Link to it', '', 'pending', now()
       from content_posts where site_id = $1 and post_id = '2'`,
      [ids.tt],
    )
    const second = make(wanted('t2', 'merge'))
    // It finds no task yet, and waits for the row that is being written.
    await until(async () => {
      const waits = await pool.query(
        "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query ilike 'insert into \"search_tasks\"%'",
      )
      return waits.rows.length > 0
    })
    await other.query('commit')
    expect((await second).body).toMatchObject([
      { task: { aim: 'link' }, error: 'There’s already a task: Link to it' },
    ])
  } finally {
    await other.query('rollback')
    other.release()
  }
})

it('a task that was made and deleted on its board meanwhile is not restored by a run that ends late, or begins late', async () => {
  const { pool } = api.database
  const [first] = (await make(wanted('t1', 'keep'))).body
  await api.app.queue.drain()
  const { search_task_id: id } = first.task
  const stateOf = async () => (await opm.get(`/api/search-tasks?ids=${id}`)).body[0].state
  const run = () => api.runJob('search-tasks.make', { searchTaskId: id })
  await pool.query("delete from board_tasks where board_gid = $1 and name like 'Strengthen%'", [BOARD])
  await pool.query("update search_tasks set state = 'pending', gid = null where search_task_id = $1", [id])
  const other = await pool.connect()
  try {
    await other.query('begin')
    await other.query('lock table board_tasks in share row exclusive mode')
    const late = run()
    await until(async () => {
      const waits = await pool.query(
        "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query ilike 'insert into \"board_tasks\"%'",
      )
      return waits.rows.length > 0
    })
    await other.query("update search_tasks set state = 'gone' where search_task_id = $1", [id])
    await other.query('commit')
    await late
  } finally {
    await other.query('rollback')
    other.release()
  }
  expect(await stateOf()).toBe('gone')
  await run()
  expect(await stateOf()).toBe('gone')
  await make(wanted('t1', 'keep'))
  await api.app.queue.drain()
  expect(await stateOf()).toBe('done')
})

it('a task whose answer was lost gets the latest request, and an existing one cannot fail any more', async () => {
  const { db } = api.database
  const ends = async (aim: string) => {
    await make(wanted('t2', aim))
    await api.app.queue.drain()
    const names = (await onBoard())
      .map(({ name }) => String(name))
      .filter((name) => /^(Link|Merge).*t2$/.test(name))
    return { names, task: (await rivals())[1].task }
  }
  await ends('link')
  await db.execute(sql`update search_tasks set state = 'failed', gid = null, url = null where aim = 'link'`)
  expect(await ends('merge')).toMatchObject({
    names: ['Merge into the post that keeps “kettle”: Guide t2'],
    task: { state: 'done', aim: 'merge', error: null },
  })
  // Of two runs, one created the task and the other failed.
  await db.execute(sql`update search_tasks set state = 'failed', error = 'Too long.' where aim = 'merge'`)
  expect((await ends('merge')).task).toMatchObject({ state: 'done', error: null })
})

it('a task that its board reports as deleted stops counting at once', async () => {
  const { db, pool } = api.database
  const [first] = (await make(wanted('t1', 'keep'))).body
  await api.app.queue.drain()
  const id = first.task.search_task_id
  const { rows } = await pool.query('select gid from search_tasks where search_task_id = $1', [id])
  const gid: string = rows[0].gid
  const tell = async (digest: string) => {
    await pool.query(
      `insert into webhook_subscriptions (subscription_id, system, resource, target, state, created_at)
       values ('told', 'task-board', $1, 'x', 'active', now()) on conflict do nothing`,
      [BOARD],
    )
    const body = [{ action: 'deleted', resource: { gid, resource_type: 'task' } }]
    const told = await pool.query(
      `insert into webhook_deliveries (subscription_id, digest, body, received_at)
       values ('told', $1, $2, now()) returning delivery_id as id`,
      [digest, JSON.stringify(body)],
    )
    const job = api.app.jobs.find(({ name }) => name === 'webhooks.process-delivery')
    await job?.run({ deliveryId: Number(told.rows[0].id) })
    return (await opm.get(`/api/search-tasks?ids=${id}`)).body[0].state
  }
  // Whatever the events say, the task is on the board.
  expect(await tell('one')).toBe('done')
  await db.execute(sql`delete from board_tasks where gid = ${gid}`)
  expect(await tell('two')).toBe('gone')
})
