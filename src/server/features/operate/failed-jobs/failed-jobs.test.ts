import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { JOB_LABELS } from '#shared/features/operate/failed-jobs/rules.ts'
import { type Api, type Client, startApi, usernameOf } from '../../../testing/api.ts'
import { buildArticle, buildSite } from '../../../testing/builders.ts'
import { reasonOf } from './present.ts'

/** The mail server's refusal of the recipient; null if it accepts the mail. */
let refusal: { code: number; words: string } | null = null
const received: string[] = []
const mailServer = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo: ({ address }, _session, done) => {
    if (refusal) return done(Object.assign(new Error(refusal.words), { responseCode: refusal.code }))
    received.push(address)
    done()
  },
  onData(stream, _session, done) {
    stream.resume()
    stream.on('end', () => done())
  },
})

let api: Api
let adm: Client
beforeAll(async () => {
  mailServer.listen(0, '127.0.0.1')
  await once(mailServer.server, 'listening')
  const { port } = mailServer.server.address() as AddressInfo
  api = await startApi({ SMTP_URL: `smtp://127.0.0.1:${port}` })
  adm = await api.as('adm')
})
beforeEach(async () => {
  refusal = null
  received.length = 0
  await api.database.pool.query('delete from jobs.job')
})
afterAll(async () => {
  await api.close()
  await new Promise<void>((closed) => mailServer.close(() => closed()))
})

const list = async (page = 1) => (await adm.get(`/api/failed-jobs?page=${page}`)).body
/** Runs what waits, whatever comes of it. */
const work = () => api.app.queue.drain().catch(() => {})

/** A user requests a reset, and the mail server refuses the mail. */
async function fail(code: number, username: string) {
  refusal = { code, words: 'No such mailbox here' }
  await api.visitor.post('/api/reset-password', { username })
  await work()
  refusal = null
}

test('a mail that its server rejects for good is listed with its recipient and the reason, and goes out on a retry', async () => {
  await fail(550, usernameOf('opm'))
  const { nodes, totalCount } = await list()
  expect(totalCount).toBe(1)
  expect(nodes[0]).toMatchObject({
    name: 'auth.mail-password-link',
    label: 'Email a password link',
    about: { noun: 'user', label: 'Opm One' },
    state: 'failed',
    tries: 1,
    next_try_at: null,
    error: expect.stringContaining('No such mailbox here'),
  })
  expect(Date.parse(nodes[0].tried_at)).toBeGreaterThanOrEqual(Date.parse(nodes[0].created_at))
  const { id } = nodes[0]
  expect(await adm.post(`/api/failed-jobs/${id}/retry`)).toMatchObject({ status: 200, body: { retried: 1 } })
  await work()
  expect(received).toEqual([usernameOf('opm')])
  expect((await list()).totalCount).toBe(0)
  expect((await adm.post(`/api/failed-jobs/${id}/retry`)).status).toBe(404)
})

test('a mail that is tried again by itself says when, and can be tried at once', async () => {
  const username = usernameOf('opm', 2)
  await fail(450, username)
  const { nodes } = await list()
  expect(nodes[0]).toMatchObject({ state: 'waiting', tries: 1 })
  expect(Date.parse(nodes[0].next_try_at)).toBeGreaterThan(Date.now())
  await work()
  expect(received).toEqual([])
  await adm.post(`/api/failed-jobs/${nodes[0].id}/retry`)
  await work()
  expect(received).toEqual([username])
})

test('a job that fails again stays listed, with one try more', async () => {
  await fail(550, usernameOf('qa'))
  const [{ id }] = (await list()).nodes
  refusal = { code: 550, words: 'Still nobody' }
  await adm.post(`/api/failed-jobs/${id}/retry`)
  await work()
  expect((await list()).nodes).toMatchObject([
    { id, tries: 2, state: 'failed', error: expect.stringContaining('Still nobody') },
  ])
})

test('all of them are retried at once, and the audit trail records the user and the jobs', async () => {
  await fail(550, usernameOf('eng'))
  await fail(450, usernameOf('eng', 2))
  expect((await adm.post('/api/failed-jobs/retry')).body).toEqual({ retried: 2 })
  await work()
  expect(received.toSorted()).toEqual([usernameOf('eng'), usernameOf('eng', 2)])
  const { rows } = await api.database.pool.query(
    "select actor_name, noun, after from audit_entries where act = 'job.all-retried' order by id desc limit 1",
  )
  expect(rows).toEqual([
    { actor_name: 'Adm One', noun: 'job', after: { count: 2, jobs: ['Email a password link'] } },
  ])
})

test('a job that waits for its first try, runs, or is done is no failure', async () => {
  await api.visitor.post('/api/reset-password', { username: usernameOf('wrt') })
  expect((await list()).totalCount).toBe(0)
  await work()
  expect(received).toHaveLength(1)
  expect((await list()).totalCount).toBe(0)
  await api.database.pool.query("update jobs.job set state = 'active'")
  expect((await adm.post('/api/failed-jobs/retry')).body).toEqual({ retried: 0 })
})

test('pages hold twenty, the latest try first', async () => {
  await api.database.pool.query(
    `insert into jobs.job (name, state, data, started_on, completed_on)
     select 'share-of-voice.collect-batch', 'failed', '{"day":"2026-03-01"}', now(), now() - n * interval '1 hour'
     from generate_series(1, 21) n`,
  )
  const [first, second] = [await list(1), await list(2)]
  expect([first.totalCount, first.nodes.length, second.nodes.length]).toEqual([21, 20, 1])
  expect(first.nodes[0].tried_at > second.nodes[0].tried_at).toBe(true)
  expect(second.nodes[0]).toMatchObject({
    about: { noun: 'day', label: '2026-03-01' },
    error: 'It stopped without an error, or took too long.',
  })
})

test('only users who manage users may look, or try again', async () => {
  for (const role of ['opm', 'qa', 'wrt'] as const) {
    const client = await api.as(role)
    expect((await client.get('/api/failed-jobs')).status, role).toBe(403)
    expect((await client.post('/api/failed-jobs/retry')).status, role).toBe(403)
  }
})

/** A job that has failed for good. */
async function addFailed(name: string, data: object = {}): Promise<string> {
  const { rows } = await api.database.pool.query(
    `insert into jobs.job (name, state, data, retry_limit, retry_count, started_on, completed_on)
     values ($1, 'failed', $2, 1, 1, now(), now()) returning id`,
    [name, data],
  )
  return rows[0].id
}
const stateOf = async (id: string) =>
  (await api.database.pool.query('select state from jobs.job where id = $1', [id])).rows[0].state

test.each([
  ['offboarding.close-next', { runId: 0 }],
  ['offboarding.second-look', { runId: 0, endedAt: '2026-11-01T10:00:00.000Z' }],
  ['offboarding.mail-manager', { runId: 0, endedAt: '2026-11-01T10:00:00.000Z' }],
  ['access-reviews.read-accounts', { reviewId: 0 }],
  ['access-reviews.propose', {}],
  ['user-access.mail-manager', { stepId: 0, manager: 'boss@desk.example' }],
])('a failed %s is shown to users who may revoke access, and only they can retry it', async (name, data) => {
  const id = await addFailed(name, data)
  const other = await addFailed('outside.check')
  const eng = await api.as('eng')
  const { body } = await eng.get('/api/failed-jobs')
  expect([body.totalCount, body.nodes.map((job: { id: string }) => job.id)]).toEqual([1, [other]])
  expect((await eng.post(`/api/failed-jobs/${id}/retry`)).status).toBe(404)
  expect((await eng.post('/api/failed-jobs/retry')).body).toEqual({ retried: 1 })
  expect([await stateOf(id), await stateOf(other)]).toEqual(['failed', 'retry'])
  expect(await list()).toMatchObject({ totalCount: 2, nodes: [{ name: 'outside.check' }, { id }] })
  expect((await adm.post(`/api/failed-jobs/${id}/retry`)).body).toEqual({ retried: 1 })
  expect(await stateOf(id)).toBe('retry')
})

test('a failed job of a kind that another version declares is neither shown nor retried', async () => {
  const name = 'offboarding.close-accounts'
  await api.database.pool.query(
    `insert into jobs.queue select r.* from jobs.queue q,
       jsonb_populate_record(q, jsonb_build_object('name', $1::text)) r limit 1`,
    [name],
  )
  const id = await addFailed(name, { userId: adm.id })
  expect(await list()).toMatchObject({ totalCount: 0, nodes: [] })
  expect((await adm.post(`/api/failed-jobs/${id}/retry`)).status).toBe(404)
  expect((await adm.post('/api/failed-jobs/retry')).body).toEqual({ retried: 0 })
  expect(await stateOf(id)).toBe('failed')
})

test('a failed job about a draft names it only to its owner', async () => {
  const owner = await api.as('eng')
  const { id: siteId } = await buildSite(api.database.db, { code: 'fj' })
  const draft = { siteId, userId: owner.id, title: 'Secret Kettles', status: 'draft' as const }
  const { id: articleId } = await buildArticle(api.database.db, draft)
  await addFailed('articles.see-renewed', { articleId })
  const aboutTo = async (client: Client) => (await client.get('/api/failed-jobs')).body.nodes[0].about
  expect(await aboutTo(owner)).toMatchObject({ noun: 'article', label: 'Secret Kettles' })
  expect(await aboutTo(adm)).toBe(null)
})

test('every job that there is has words for people', () => {
  const names = api.app.jobs.map(({ name }) => name)
  expect(Object.keys(JOB_LABELS).toSorted()).toEqual(names.toSorted())
})

test('a reason is one short line, without the kind of error', () => {
  expect(reasonOf('IntegrationError: Asana is\n not available.')).toBe('Asana is not available.')
  expect(reasonOf('')).toBe('It stopped without an error, or took too long.')
  expect(reasonOf('x'.repeat(900))).toHaveLength(301)
})
