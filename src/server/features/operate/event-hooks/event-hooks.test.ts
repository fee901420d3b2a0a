import { Webhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { MINUTE_MS } from '#shared/format/duration.ts'
import { transaction } from '../../../db/connect.ts'
import { audit } from '../../../security/audit.ts'
import { type Api, type Client, startApi } from '../../../testing/api.ts'
import { HOOK_WISH, HOOKS } from '../../../testing/event-calls.ts'
import { type Receiver, startReceiver } from '../../../testing/receiver.ts'

let api: Api
let eng: Client
let opm: Client
let receiver: Receiver
let url = ''
let secret = ''

beforeAll(async () => {
  api = await startApi({ EVENT_HOOK_HOSTS: '127.0.0.1' })
  receiver = await startReceiver()
  eng = await api.as('eng')
  opm = await api.as('opm')
})
afterAll(async () => {
  await receiver.close()
  await api.close()
})
beforeEach(async () => {
  await api.database.pool.query('delete from event_hooks')
  await api.database.pool.query("delete from jobs.job where state = 'failed'")
  const { status, body } = await eng.post(HOOKS, { ...HOOK_WISH, address: receiver.url })
  expect(status).toBe(201)
  url = `${HOOKS}/${body.hook.id}`
  secret = body.secret
  receiver.received.length = 0
  receiver.answer = (response) => void response.writeHead(200).end('ok')
})

const ARTICLE = { siteId: 1, keywords: ['kettles'], title: 'The best <kettles>', draft: false }
const requestArticle = async (over: object = {}) =>
  (await opm.post('/api/articles', { ...ARTICLE, ...over })).body
const drain = () => api.app.queue.drain()
const sends = async (query = '') => (await eng.get(`${url}/sends${query}`)).body.nodes

test('a requested article reaches the receiver, signed as Standard Webhooks and Svix verify it', async () => {
  const { article_id: id } = await requestArticle()
  await drain()
  expect(receiver.received).toHaveLength(1)
  const [sent] = receiver.received
  const headers = sent?.headers as Record<string, string>
  expect(() => new SvixWebhook(secret).verify(sent?.body ?? '', headers)).not.toThrow()
  expect(new Webhook(secret).verify(sent?.body ?? '', headers)).toEqual({
    type: 'article.requested',
    timestamp: expect.stringMatching(/Z$/),
    data: {
      id,
      seq: expect.any(Number),
      label: ARTICLE.title,
      url: `${api.settings.publicUrl}/articles/${id}`,
      api: `${api.settings.publicUrl}/api/articles/${id}`,
      site: expect.any(String),
      status: { to: 'requested' },
      actor: { kind: 'person', name: expect.any(String) },
    },
  })
  for (const Verifier of [Webhook, SvixWebhook])
    expect(() => new Verifier(secret).verify(`${sent?.body} `, headers)).toThrow()
  expect(await sends()).toMatchObject([{ state: 'sent', status: 200, tries: 1, type: 'article.requested' }])
})

test('a draft is no event, and types that the hook didn’t choose aren’t sent', async () => {
  await requestArticle({ draft: true })
  await eng.post('/api/keywords', { keyword: 'teapot' })
  await drain()
  expect(receiver.received).toEqual([])
})

test('a change that is rolled back sends no event', async () => {
  const actor = { kind: 'job', name: 'test' } as const
  const change = transaction(api.database.db, async (tx) => {
    await audit(tx, actor, 'article.requested', { id: 1, label: 'Kettles' })
    throw new Error('no')
  })
  await expect(change).rejects.toThrow('no')
  await drain()
  expect([receiver.received, await sends()]).toEqual([[], []])
})

test('without hooks that listen, the audit entry and its event are one statement', async () => {
  await api.database.pool.query('delete from event_hooks')
  const { rows } = await api.database.pool.query(
    "select count(*)::int from audit_entries where act = 'user.locked'",
  )
  const statements: string[] = []
  const actor = { kind: 'job', name: 'test' } as const
  await transaction(api.database.db, async (tx) => {
    const execute = tx.execute.bind(tx)
    tx.execute = ((query: never) => {
      statements.push('execute')
      return execute(query)
    }) as typeof tx.execute
    await audit(tx, actor, 'user.locked', { id: 1, label: 'Dana' })
    expect(statements).toHaveLength(1)
  })
  const after = await api.database.pool.query(
    "select count(*)::int from audit_entries where act = 'user.locked'",
  )
  expect(after.rows[0].count).toBe(rows[0].count + 1)
})

test('events of other sites are left out, those of no site are not', async () => {
  const { format: _format, address: _address, ...fields } = HOOK_WISH
  const { status } = await eng.put(url, { ...fields, site_ids: [2], version: 0 })
  expect(status).toBe(400)
  await api.database.pool.query('update event_hooks set site_ids = array[999], types = $1', [
    ['article.requested', 'keyword.created'],
  ])
  await requestArticle()
  await eng.post('/api/keywords', { keyword: 'sieve' })
  await drain()
  expect(receiver.events().map(({ type }) => type)).toEqual(['keyword.created'])
})

test('a failure is tried again later with the same id and body, and says so', async () => {
  receiver.answer = (response) => void response.writeHead(503, { 'content-type': 'text/plain' }).end('Busy')
  await requestArticle()
  await drain()
  const [send] = await sends('?state=failed')
  expect(send).toMatchObject({ state: 'retrying', status: 503, tries: 1 })
  const wait = new Date(send.next_try_at).getTime() - new Date(send.tried_at).getTime()
  expect(wait).toBeGreaterThanOrEqual(3900)
  expect(wait).toBeLessThanOrEqual(7000)
  expect((await eng.get(url)).body).toMatchObject({ state: 'failing', failed: 1, waiting: 1 })
  receiver.answer = (response) => void response.writeHead(200).end()
  api.advance(10_000)
  await api.runJob('event-hooks.deliver', { hookId: Number(url.split('/').at(-1)) })
  const [first, second] = receiver.received
  expect(second?.body).toBe(first?.body)
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
  expect(await sends()).toMatchObject([{ state: 'sent', tries: 2 }])
  expect((await eng.get(url)).body).toMatchObject({ state: 'active', failing_since: null })
})

test('a failed test is no failed event of the day', async () => {
  receiver.answer = (response) => void response.writeHead(500).end()
  await eng.post(`${url}/test`)
  const { body } = await eng.get(url)
  expect(body).toMatchObject({ sent: 0, failed: 0 })
  expect(body.hours.some(({ events }: { events: number }) => events > 0)).toBe(false)
})

test('an event whose last try got no answer shows none of an earlier try', async () => {
  receiver.answer = (response) => void response.writeHead(503).end('Busy')
  await requestArticle()
  await drain()
  const [send] = await sends()
  receiver.answer = (response) => void response.destroy()
  await eng.post(`${url}/sends/${send.id}/again`)
  await drain()
  const { body } = await eng.get(`${url}/sends/${send.id}`)
  expect(body.attempts).toMatchObject([{ status: 503 }, { status: null }])
  expect(body.answer).toBeNull()
})

test('a receiver that names a time is left alone until then', async () => {
  receiver.answer = (response) => void response.writeHead(429, { 'retry-after': '600' }).end()
  await requestArticle()
  await drain()
  const [send] = await sends()
  const wait = new Date(send.next_try_at).getTime() - new Date(send.tried_at).getTime()
  expect(Math.round(wait / 1000)).toBe(600)
  const { body } = await eng.get(`${url}/sends/${send.id}`)
  expect(body.answer).toMatchObject({ status: 429, wait_seconds: 600 })
  await requestArticle()
  await drain()
  expect(receiver.received).toHaveLength(1)
})

test('410 stops a hook and notifies engineers', async () => {
  receiver.answer = (response) => void response.writeHead(410).end()
  await requestArticle()
  await drain()
  expect((await eng.get(url)).body).toMatchObject({ state: 'gone', paused_by: null })
  await requestArticle()
  await drain()
  expect(receiver.received).toHaveLength(1)
  expect((await eng.get('/api/notices')).body.nodes[0]).toMatchObject({ kind: 'event-hook-stopped' })
  const { body } = await eng.post(`${url}/resume`)
  expect(body.state).toBe('active')
})

test('a redirect is not followed, and counts as a failure', async () => {
  receiver.answer = (response) => void response.writeHead(301, { location: `${receiver.url}/b` }).end()
  await requestArticle()
  await drain()
  expect(receiver.received).toHaveLength(1)
  expect(await sends()).toMatchObject([{ state: 'retrying', status: 301 }])
})

test('of an endless answer only the beginning is kept', async () => {
  receiver.answer = (response) => {
    response.writeHead(200)
    const more = () => void (response.writable && response.write('x'.repeat(4096), more))
    more()
  }
  await requestArticle()
  await drain()
  const [send] = await sends()
  const { body } = await eng.get(`${url}/sends/${send.id}`)
  expect(body.answer).toMatchObject({ status: 200, is_cut: true })
  expect(body.answer.body).toHaveLength(2048)
  expect(
    body.request.headers.find(({ name }: { name: string }) => name === 'webhook-signature').value,
  ).toMatch(/^v1,.{8}…$/)
  expect(JSON.stringify(body)).not.toContain(secret)
})

test('after a rotation both secrets sign for a day, unless the old secret is ended at once', async () => {
  const { body: rotated } = await eng.post(`${url}/rotate`, { end_old: false })
  expect(rotated.hook.old_secret_ends_at).not.toBeNull()
  await requestArticle()
  await drain()
  const verify = (key: string) => {
    const { body = '', headers = {} } = receiver.received.at(-1) ?? {}
    return () => new Webhook(key).verify(body, headers as Record<string, string>)
  }
  expect(verify(secret)).not.toThrow()
  expect(verify(rotated.secret)).not.toThrow()
  const { body: again } = await eng.post(`${url}/rotate`, { end_old: true })
  await requestArticle()
  await drain()
  expect(verify(rotated.secret)).toThrow()
  expect(verify(again.secret)).not.toThrow()
})

test('a paused hook sends nothing, and what waited is sent once it is resumed', async () => {
  receiver.answer = (response) => void response.writeHead(500).end()
  await requestArticle()
  await drain()
  await eng.post(`${url}/pause`)
  receiver.answer = (response) => void response.writeHead(200).end()
  await requestArticle()
  api.advance(MINUTE_MS)
  await api.runJob('event-hooks.deliver', { hookId: Number(url.split('/').at(-1)) })
  expect(receiver.received).toHaveLength(1)
  await eng.post(`${url}/resume`)
  await drain()
  expect(receiver.received).toHaveLength(2)
  expect(await sends()).toMatchObject([{ state: 'sent', tries: 2 }])
})

test('a send that failed ten times stands among the failed jobs, and is sent again from there', async () => {
  receiver.answer = (response) => void response.writeHead(500).end()
  await requestArticle()
  await drain()
  await api.database.pool.query('update event_sends set tries = 9, due_at = null')
  await api.database.pool.query('update event_hooks set next_at = null')
  await api.runJob('event-hooks.deliver', { hookId: Number(url.split('/').at(-1)) })
  const [{ id }] = await sends('?state=given_up')
  await expect(drain()).rejects.toThrow('answered 500')
  const failed = (await eng.get('/api/failed-jobs')).body.nodes
  expect(failed).toMatchObject([
    { name: 'event-hooks.report-given-up', label: 'Send an event again', state: 'failed' },
  ])
  receiver.answer = (response) => void response.writeHead(200).end()
  await eng.post(`/api/failed-jobs/${failed[0].id}/retry`)
  await drain()
  expect(await sends()).toMatchObject([{ id, state: 'sent' }])
  expect(receiver.received.at(-1)?.headers['webhook-id']).toBe(id)
})

test('a hook to which nothing got through for five days is paused', async () => {
  receiver.answer = (response) => void response.writeHead(500).end()
  await requestArticle()
  await drain()
  await api.database.pool.query("update event_hooks set failing_since = now() - interval '5 days 1 hour'")
  api.advance(MINUTE_MS)
  await api.runJob('event-hooks.deliver', { hookId: Number(url.split('/').at(-1)) })
  expect((await eng.get(url)).body).toMatchObject({ state: 'paused', paused_by: null })
})

test('all that failed are sent again with their ids, and a test shows its answer', async () => {
  receiver.answer = (response) => void response.writeHead(500).end('Broken')
  await requestArticle()
  await requestArticle()
  await drain()
  const { body: tested } = await eng.post(`${url}/test`)
  expect(tested).toMatchObject({ type: 'test', state: 'given_up', answer: { status: 500, body: 'Broken' } })
  receiver.answer = (response) => void response.writeHead(200).end()
  const failed = (await sends('?state=failed&type=article.requested')).map(({ id }: { id: string }) => id)
  expect(failed).toHaveLength(2)
  expect((await eng.post(`${url}/sends/again`, {})).body).toEqual({ count: 2 })
  receiver.received.length = 0
  await drain()
  expect(receiver.received.map(({ headers }) => headers['webhook-id']).sort()).toEqual(failed.sort())
})

test('numbers grow with each event of a subject', async () => {
  const { article_id: id } = await requestArticle()
  await api.database.pool.query(
    "update event_hooks set types = array['article.requested', 'article.returned']",
  )
  const qa = await api.as('qa')
  await qa.patch(`/api/articles/validate/${id}`, { command: 'return', reason: 'No' })
  await drain()
  const told = receiver.events().sort((one, other) => one.data.seq - other.data.seq)
  expect(told.map(({ type }) => type)).toEqual(['article.requested', 'article.returned'])
})

test('a job that failed for good is an event, and one that only shows a failed send is none', async () => {
  const jobs = await eng.post(HOOKS, { ...HOOK_WISH, address: receiver.url, types: ['job.given_up'] })
  const sendId = '00000000-0000-4000-8000-000000000000'
  await api.app.queue.enqueue(api.database.db, 'webhooks.process-delivery', { deliveryId: 'none' })
  await api.app.queue.enqueue(api.database.db, 'event-hooks.report-given-up', { sendId: `not ${sendId}` })
  await api.database.pool.query(
    "update jobs.job set retry_limit = 0 where name in ('webhooks.process-delivery', 'event-hooks.report-given-up')",
  )
  for (let failing = 0; failing < 2; failing++) await expect(drain()).rejects.toThrow()
  await drain()
  const { nodes } = (await eng.get(`${HOOKS}/${jobs.body.hook.id}/sends`)).body
  expect(nodes).toMatchObject([{ type: 'job.given_up', label: 'Process board events' }])
})
