import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest'
import { IntegrationError } from '../../../integrations/integration-error.ts'
import { type Api, type Client, startApi } from '../../../testing/api.ts'
import { buildSite } from '../../../testing/builders.ts'
import { writePosts } from './post-store.ts'
import { readAllTasks } from './verbs/store-shown-tasks.ts'

const BOARD = '1200000000000077'

let api: Api
let opm: Client
beforeAll(async () => {
  api = await startApi()
  opm = await api.as('opm')
  const { db } = api.database
  const unknown = { modified: null, picture: null, trackingId: null, products: null, focusKeyword: null }
  const post = (siteId: number, postId: string, title: string) => ({
    ...{ siteId, postId, title, published: '2026-01-02T00:00:00Z', address: null, ...unknown },
  })
  const tasked = await buildSite(db, { code: 'tt', boardGid: BOARD })
  const boardless = await buildSite(db, { code: 'nb' })
  const titles = ['Kettles', 'Toasters', 'Grills', 'Mops', 'Rugs']
  const posts = titles.map((title, at) => post(tasked.id, String(at + 1), title))
  await writePosts(db, [...posts, post(boardless.id, '9', 'Kettles')], 'import')
  await db.execute(
    sql`insert into board_sections values ('1', ${BOARD}, 'Writing', 0), ('2', ${BOARD}, 'Backlog', 1)`,
  )
})
beforeEach(async () => {
  const { db } = api.database
  await db.execute(sql`delete from board_tasks`)
  await db.execute(sql`update content_posts set task_status = null, task_priority = null`)
  await db.execute(sql`insert into board_tasks (gid, board_gid, section_gid, name, notes, priority, created_at, modified_at) values
    ('11', ${BOARD}, '1', 'kettles', '', 'Medium', now(), now()), ('12', ${BOARD}, '2', 'Toasters', '', 'High', now(), now()),
    ('13', ${BOARD}, '2', 'GRILLS', '', null, now(), now()),
    ('14', ${BOARD}, '2', 'Rugs', '', 'High', now(), now()), ('15', ${BOARD}, '1', 'Rugs', '', 'High', now(), now())`)
})
afterAll(() => api.close())

const titlesOf = async (query: string) =>
  (await opm.get(`/api/snowflake/content?${query}`)).body.edges.map(
    ({ SITE, POST_TITLE }: { SITE: string; POST_TITLE: string }) => `${SITE} ${POST_TITLE}`,
  )
const readAll = () => api.runJob('content-tracker.read-tasks')

it('posts are filtered by the section and the update level of their tasks, whatever the capitals', async () => {
  await readAll()
  expect(await titlesOf('status=backlog&sort=POST_TITLE&sortOrder=asc')).toEqual(['tt Grills', 'tt Toasters'])
  expect(await titlesOf('priority=High')).toEqual(['tt Toasters'])
  expect(await titlesOf('status=Backlog&priority=NONE')).toEqual(['tt Grills'])
  expect(await titlesOf('status=Unheard of')).toEqual([])
  const without = await titlesOf('status=NONE&sort=SITE&sortOrder=asc')
  // Two tasks are called Rugs, so nobody knows which is meant.
  expect(without.toSorted()).toEqual(['nb Kettles', 'tt Mops', 'tt Rugs'])
})

it('posts are sorted by the status and the priority of their tasks, those without one last', async () => {
  await readAll()
  const first = async (sort: string, order: string) =>
    (await titlesOf(`sort=${sort}&sortOrder=${order}`)).slice(0, 3)
  expect((await first('PRIORITY', 'desc')).slice(0, 2)).toEqual(['tt Toasters', 'tt Kettles'])
  expect((await first('PRIORITY', 'asc')).slice(0, 2)).toEqual(['tt Kettles', 'tt Toasters'])
  expect((await first('STATUS', 'asc')).toSorted()).toEqual(['tt Grills', 'tt Kettles', 'tt Toasters'])
  expect((await first('STATUS', 'asc'))[2]).toBe('tt Kettles')
  expect((await first('STATUS', 'desc'))[0]).toBe('tt Kettles')
})

it('the sections and levels that tasks have are offered as choices', async () => {
  expect((await opm.get('/api/content-tracker/task-values')).body).toEqual({ statuses: [], priorities: [] })
  await readAll()
  expect((await opm.get('/api/content-tracker/task-values')).body).toEqual({
    statuses: ['Backlog', 'Writing'],
    priorities: ['High', 'Medium'],
  })
})

it('the list follows a shown task at once, and drops a deleted one', async () => {
  const show = () => opm.post('/api/articles/asana-statuses', { articleTitles: ['Kettles'], posts: ['TT/1'] })
  await show()
  expect(await titlesOf('status=Writing')).toEqual(['tt Kettles'])
  await api.database.db.execute(sql`update board_tasks set section_gid = '2' where gid = '11'`)
  await show()
  expect(await titlesOf('status=Backlog')).toEqual(['tt Kettles'])
  await api.database.db.execute(sql`delete from board_tasks where gid = '11'`)
  await readAll()
  expect(await titlesOf('status=Backlog&priority=Medium')).toEqual([])
})

it('a board that does not answer leaves what is known of its tasks', async () => {
  await readAll()
  const failure = { system: 'Asana', operation: 'list a board', kind: 'unavailable' } as const
  const findTasks = () => Promise.reject(new IntegrationError('Asana is not available.', failure))
  const deps = { db: api.database.db, taskBoard: { findTasks }, log: { warn() {} } }
  await readAllTasks(deps)
  expect(await titlesOf('status=Writing')).toEqual(['tt Kettles'])
})

it('a site that loses its board loses what was read from it', async () => {
  await readAll()
  const { db } = api.database
  await db.execute(sql`update sites set asana_gid = null where code = 'tt'`)
  onTestFinished(async () => {
    await db.execute(sql`update sites set asana_gid = ${BOARD} where code = 'tt'`)
  })
  await readAll()
  expect(await titlesOf('status=Writing')).toEqual([])
  expect((await opm.get('/api/content-tracker/task-values')).body).toEqual({ statuses: [], priorities: [] })
})
