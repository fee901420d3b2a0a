import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { jobLabel } from '#shared/features/operate/failed-jobs/rules.ts'
import type { RunRow } from '#shared/features/operate/runs/contract.ts'
import { UNITS } from '#shared/features/operate/runs/rules.ts'
import { HOUR_MS, MINUTE_MS } from '#shared/format/duration.ts'
import { type Api, type Client, startApi } from '../../../testing/api.ts'
import { buildSite } from '../../../testing/builders.ts'
import { NAMES_WITH_SUBJECT } from './subject-queries.ts'

let api: Api
let adm: Client
let eng: Client
/** The moment of a test, so that moments are whole minutes apart. */
let now: number
beforeAll(async () => {
  api = await startApi()
  adm = await api.as('adm')
  eng = await api.as('eng')
})
beforeEach(async () => {
  now = api.now().getTime()
  await api.database.pool.query('delete from jobs.job')
  await api.database.pool.query('delete from runs')
})
afterAll(() => api.close())

const list = async (by = adm): Promise<RunRow[]> => (await by.get('/api/runs')).body.nodes
const rowOf = async (label: string, by = adm) => (await list(by)).filter((row) => row.label === label)
const act = (id: string | undefined, action: string, by = adm) => by.post(`/api/runs/${id}/${action}`)
const minutesAgo = (minutes: number) => new Date(now - minutes * MINUTE_MS)

/** An open run, and its job if there is one. */
async function addRun(
  name: string,
  key: object,
  { job, ...run }: Record<string, unknown> = {},
): Promise<string> {
  const { rows } = await api.database.pool.query(
    `insert into runs (name, key, reason, attempts, resume_at, started_at, touched_at)
     values ($1, $2, $3, $4, $5, $6, $6) returning run_id`,
    [
      name,
      key,
      run.reason ?? null,
      run.attempts ?? 0,
      run.resumeIn === undefined ? null : minutesAgo(-Number(run.resumeIn)),
      minutesAgo(9),
    ],
  )
  if (job) await addJob(name, { data: key, state: job })
  return `run-${rows[0].run_id}`
}
async function addJob(name: string, { data = {}, state, ...job }: Record<string, unknown>): Promise<void> {
  await api.database.pool.query(
    `insert into jobs.job (name, data, state, created_on, started_on, completed_on, start_after, output, retry_count)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      ...[
        name,
        data,
        state,
        job.created ?? minutesAgo(5),
        job.started ?? minutesAgo(5),
        job.completed ?? null,
      ],
      ...[job.startAfter ?? minutesAgo(5), job.output ?? null, job.tries ?? 0],
    ],
  )
}
const waiting = async () =>
  (await api.database.pool.query("select name from jobs.job where state = 'created' order by name")).rows.map(
    ({ name }) => name,
  )

it('scheduled work has a row with its last end, the next time and the last results', async () => {
  for (const minutes of [130, 70, 10])
    await addJob('articles.find-published', {
      ...{ state: minutes === 70 ? 'failed' : 'completed', created: minutesAgo(minutes) },
      ...{
        started: minutesAgo(minutes),
        completed: minutesAgo(minutes - 1),
        output: { message: 'Reset by peer' },
      },
    })
  await api.database.pool.query(
    "delete from jobs.job where state = 'failed' and name <> 'articles.find-published'",
  )
  const [row] = await rowOf('Look for published posts')
  expect(row).toMatchObject({ about: null, recent: [true, false, true], last: { seconds: 60, is_ok: true } })
  const next = new Date(row?.next_at ?? '')
  expect(next.getUTCMinutes()).toBe(3)
  expect(next.getTime() - api.now().getTime()).toBeLessThanOrEqual(HOUR_MS)
})

it('work that did not begin at its time is late', async () => {
  await addJob('articles.find-published', {
    state: 'completed',
    created: minutesAgo(200),
    completed: minutesAgo(199),
  })
  expect(await rowOf('Look for published posts')).toMatchObject([{ state: 'late' }])
})

it('a run shows its subject, who started it, and how far it is', async () => {
  const { db, pool } = api.database
  const { id: siteId } = await buildSite(db, { code: 'ok', displayName: 'Open Kitchen' })
  const { rows } = await pool.query(
    `insert into adoptions (site_id, kind, state, user_id, total, done, started_at, touched_at)
     values ($1, 'whole', 'reading', $2, 1180, 412, now(), now()) returning adoption_id as id`,
    [siteId, adm.id],
  )
  await addRun('adoptions.read-site', { adoptionId: rows[0].id }, { job: 'active' })
  const [row] = await rowOf('Import posts')
  expect(row).toMatchObject({
    about: { label: 'Open Kitchen' },
    started_by: 'Adm One',
    state: 'running',
    progress: { done: 412, total: 1180, unit: 'posts' },
    actions: ['stop'],
  })
})

it('at most fifteen schedules begin all work, each piece of which is shown under its own name', async () => {
  const shown = new Set((await list()).map(({ label }) => label))
  const scheduled = api.app.jobs.filter(({ schedule }) => schedule !== undefined)
  expect(scheduled.filter(({ begunBy }) => begunBy === undefined).length).toBeLessThanOrEqual(15)
  for (const { name, begins = name, isHidden } of scheduled)
    expect([name, shown.has(jobLabel(begins))]).toEqual([name, isHidden !== true])
})

it('every kind of run has a subject', () => {
  const runs = api.app.jobs.filter(({ isRun }) => isRun).map(({ name }) => name)
  expect(NAMES_WITH_SUBJECT.toSorted()).toEqual(runs.toSorted())
  expect(Object.keys(UNITS).filter((name) => !NAMES_WITH_SUBJECT.includes(name))).toEqual([])
})

it.each([
  ['paused', { reason: 'Amazon asks to wait.', resumeIn: 20, job: 'created' }, ['retry', 'stop']],
  ['failed', { reason: 'No', attempts: 9, job: 'failed' }, ['retry', 'stop']],
  ['on_time', { resumeIn: 600, job: 'created' }, ['stop']],
] as [string, object, string[]][])('a run can be %s', async (state, run, actions) => {
  await addRun('search-tasks.make', { searchTaskId: 0 }, run as Record<string, unknown>)
  expect(await rowOf('Create a proposed task')).toMatchObject([{ state, actions }])
})

it('a run is stopped and resumed, and the trail names the users', async () => {
  const id = await addRun('search-tasks.make', { searchTaskId: 0 }, { job: 'created' })
  expect((await act(id, 'resume', eng)).status).toBe(409)
  expect((await act(id, 'stop', eng)).status).toBe(200)
  expect(await waiting()).toEqual([])
  expect(await rowOf('Create a proposed task')).toMatchObject([
    { state: 'stopped', reason: 'Stopped by Eng One.', actions: ['resume'] },
  ])
  // Nothing goes on by itself.
  api.advance(HOUR_MS)
  await api.runJob('runs.resume')
  expect(await waiting()).toEqual([])
  expect((await act(id, 'stop')).status).toBe(409)
  expect((await act(id, 'resume')).status).toBe(200)
  expect(await waiting()).toEqual(['search-tasks.make'])
  await api.app.queue.drain()
  expect(await rowOf('Create a proposed task')).toEqual([])
  const { rows } = await api.database.pool.query(
    'select act, actor_name from audit_entries where noun_id = $1 order by id',
    [id],
  )
  expect(rows).toEqual([
    { act: 'run.stopped', actor_name: 'Eng One' },
    { act: 'run.resumed', actor_name: 'Adm One' },
  ])
})

it('a paused run is tried again now, with one job', async () => {
  const id = await addRun(
    'search-tasks.make',
    { searchTaskId: 0 },
    { reason: 'Wait', resumeIn: 20, job: 'created' },
  )
  expect((await act(id, 'retry')).status).toBe(200)
  expect(await waiting()).toEqual(['search-tasks.make'])
  await api.app.queue.drain()
  expect((await act(id, 'retry')).status).toBe(404)
})

it('failed jobs of a kind are one row, with their reason, and are tried again together', async () => {
  for (let i = 0; i < 4; i += 1)
    await addJob('auth.mail-notice', {
      ...{ data: { userId: adm.id, notice: 'test' }, state: 'failed', completed: minutesAgo(4), tries: 8 },
      output: { message: '535 authentication failed' },
    })
  const [row, ...others] = await rowOf('Email about an account')
  expect(others).toEqual([])
  expect(row).toMatchObject({
    ...{ id: 'auth.mail-notice', state: 'failed', failed: 4, attempts: 9 },
    ...{ reason: '535 authentication failed', actions: ['retry'] },
  })
  const { body } = await adm.get('/api/runs/auth.mail-notice')
  expect(body.log).toHaveLength(4)
  expect(body.log[0]).toMatchObject({
    text: 'Try 9 failed, the last one: 535 authentication failed',
    is_error: true,
  })
  expect(body.jobs).toHaveLength(4)
  expect(body.jobs[0].about).toMatchObject({ label: 'Adm One' })
  expect((await act('auth.mail-notice', 'retry')).status).toBe(200)
  await api.app.queue.drain()
  expect(await rowOf('Email about an account')).toEqual([])
  expect((await act('auth.mail-notice', 'retry')).status).toBe(409)
})

it('a failed job stays listed beside an open run of its kind', async () => {
  await addJob('replacements.carry-out', {
    data: { replacementId: 777 },
    state: 'failed',
    completed: minutesAgo(4),
  })
  await addRun('replacements.carry-out', { replacementId: 888 }, { job: 'created' })
  expect((await rowOf('Replace a product')).map(({ id, failed }) => [id.startsWith('run-'), failed])).toEqual(
    [
      [false, 1],
      [true, 0],
    ],
  )
})

it('scheduled work is started now, once for several requests', async () => {
  expect((await act('outside.check', 'start')).status).toBe(200)
  expect((await act('outside.check', 'start')).status).toBe(200)
  expect(await waiting()).toEqual(['outside.check'])
  expect((await act('auth.mail-notice', 'start')).status).toBe(409)
  expect((await act('runs.resume', 'start')).status).toBe(404)
  expect((await act('nothing.at-all', 'start')).status).toBe(404)
})

it('runs about people who leave are shown to those who may close accounts', async () => {
  const id = await addRun('offboarding.close-next', { runId: 0 }, { job: 'created' })
  const isOfPeople = ({ label }: RunRow) => /offboarding|access review/i.test(label)
  expect((await list(adm)).some(isOfPeople)).toBe(true)
  expect((await list(eng)).filter(isOfPeople)).toEqual([])
  expect((await act(id, 'stop', eng)).status).toBe(404)
  expect((await eng.get(`/api/runs/${id}`)).status).toBe(404)
})

it('failed mails about people who leave are shown to those who may close accounts', async () => {
  const name = 'offboarding.mail-manager'
  await addJob(name, { state: 'failed', data: { runId: 0, endedAt: api.now() }, completed: minutesAgo(1) })
  const label = 'Email a manager about an offboarding run'
  expect(await rowOf(label)).toMatchObject([{ state: 'failed', failed: 1 }])
  expect(await rowOf(label, eng)).toEqual([])
  expect((await eng.get(`/api/runs/${name}`)).status).toBe(404)
  expect((await act(name, 'retry', eng)).status).toBe(404)
  expect((await act(name, 'retry')).status).toBe(200)
})

it('the day’s jobs are counted', async () => {
  await addJob('outside.check', { state: 'completed', completed: minutesAgo(4) })
  await addJob('outside.check', { state: 'failed', completed: minutesAgo(2000) })
  expect((await adm.get('/api/runs')).body.day).toEqual({ ended: 1, failed: 0 })
})
