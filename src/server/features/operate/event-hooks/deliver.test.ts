import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { MINUTE_MS } from '#shared/format/duration.ts'
import { type Api, startApi } from '../../../testing/api.ts'
import { HOOK_WISH, HOOKS } from '../../../testing/event-calls.ts'
import { type Receiver, startReceiver } from '../../../testing/receiver.ts'

let api: Api
let receiver: Receiver
let hookId = 0
beforeAll(async () => {
  api = await startApi({ EVENT_HOOK_HOSTS: '127.0.0.1' })
  receiver = await startReceiver()
})
afterAll(async () => {
  await receiver.close()
  await api.close()
})
beforeEach(async () => {
  await query('delete from event_hooks')
  const eng = await api.as('eng')
  hookId = (await eng.post(HOOKS, { ...HOOK_WISH, address: receiver.url })).body.hook.id
  receiver.received.length = 0
  receiver.answer = (response) => void response.writeHead(200).end()
})

const query = async (text: string, values: unknown[] = []) =>
  (await api.database.pool.query(text, values)).rows
const deliver = () => api.runJob('event-hooks.deliver', { hookId })
const waiting = (count: number, more: { tries?: number; leasedUntil?: Date } = {}) =>
  query(
    `insert into event_sends (hook_id, type, label, actor_kind, actor_name, tries, leased_until)
     select $1, 'article.requested', 'Kettles', 'person', 'Ann', $3, $4 from generate_series(1, $2)`,
    [hookId, count, more.tries ?? 0, more.leasedUntil ?? null],
  )

test('events of one message are tried again at one moment, and none before its own last try is given up', async () => {
  await query("update event_hooks set format = 'slack'")
  await waiting(3)
  await waiting(1, { tries: 2 })
  await waiting(1, { tries: 9 })
  receiver.answer = (response) => void response.writeHead(500).end()
  await deliver()
  const rows = await query(
    'select state, count(*)::int, count(distinct due_at)::int as moments from event_sends group by 1 order by 1',
  )
  expect(rows).toEqual([
    { state: 'given_up', count: 1, moments: 0 },
    { state: 'retrying', count: 4, moments: 1 },
  ])
})

test('a daily message that has no room for all events is followed by another one a minute later', async () => {
  await query("update event_hooks set format = 'slack', timing = 'daily', next_at = null")
  await waiting(501)
  await deliver()
  api.advance(MINUTE_MS)
  await deliver()
  expect(await query("select count(*)::int from event_sends where state = 'sent'")).toEqual([{ count: 501 }])
  expect(receiver.received).toHaveLength(2)
})

test('an answer that comes after the lease doesn’t change what another server has noted', async () => {
  await waiting(1)
  receiver.answer = (response) =>
    void query("update event_sends set state = 'sent', leased_until = null").then(() =>
      response.writeHead(500).end(),
    )
  await deliver()
  expect(await query('select state, tries from event_sends')).toEqual([{ state: 'sent', tries: 0 }])
  expect(await query('select failures from event_hooks')).toEqual([{ failures: 0 }])
})

test('a hook with enough requests under way is looked at again when the first lease ends', async () => {
  const leasedUntil = new Date(api.now().getTime() + 20_000)
  await waiting(2, { leasedUntil })
  await waiting(1)
  await deliver()
  const [job] = await query(
    `select extract(epoch from start_after - now())::int as seconds from jobs.job
     where name = 'event-hooks.deliver' and data->>'hookId' = $1`,
    [String(hookId)],
  )
  expect(job.seconds).toBeGreaterThan(5)
  expect(receiver.received).toEqual([])
})

test('an event that is sent again during its last try has all tries before it', async () => {
  await waiting(1, { tries: 9 })
  const eng = await api.as('eng')
  const [{ id }] = await query('select send_id as id from event_sends')
  receiver.answer = (response) =>
    void eng.post(`${HOOKS}/${hookId}/sends/${id}/again`).then(() => response.writeHead(500).end())
  await deliver()
  expect(await query('select state, tries from event_sends')).toEqual([{ state: 'retrying', tries: 1 }])
})

test('an event that arrived is sent, although its server was taken for dead meanwhile', async () => {
  await query("update event_hooks set format = 'slack'")
  await waiting(1)
  receiver.answer = (response) =>
    void query("update event_sends set leased_until = leased_until + interval '1 minute'").then(() =>
      response.writeHead(200).end(),
    )
  await deliver()
  expect(await query('select state, leased_until from event_sends')).toEqual([
    { state: 'sent', leased_until: null },
  ])
})

test('an event that was given up stands among the failed jobs, even if the server dies while it says so', async () => {
  const [{ id }] = await query(
    `insert into event_sends (hook_id, type, label, actor_kind, actor_name, state, is_reported)
     values ($1, 'article.requested', 'Kettles', 'person', 'Ann', 'given_up', true) returning send_id as id`,
    [hookId],
  )
  await api.app.queue.enqueue(api.database.db, 'event-hooks.report-given-up', { sendId: id })
  await query(
    "update jobs.job set state = 'retry', retry_count = 1 where name = 'event-hooks.report-given-up'",
  )
  await expect(api.app.queue.drain()).rejects.toThrow('the receiver answered')
  expect(await query("select state from jobs.job where data->>'sendId' = $1", [id])).toEqual([
    { state: 'failed' },
  ])
  expect(await query('select state from event_sends where send_id = $1', [id])).toEqual([
    { state: 'given_up' },
  ])
})
