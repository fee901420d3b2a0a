import { afterAll, beforeAll, expect, test } from 'vitest'
import { MINUTE_MS } from '#shared/format/duration.ts'
import { transaction } from '../../../db/connect.ts'
import { audit } from '../../../security/audit.ts'
import { type Api, type Client, startApi } from '../../../testing/api.ts'
import { HOOK_WISH, HOOKS } from '../../../testing/event-calls.ts'
import { killable } from '../../../testing/killable.ts'
import { type Receiver, startReceiver } from '../../../testing/receiver.ts'

let api: Api
let eng: Client
let opm: Client
let receiver: Receiver
let hookId = 0
beforeAll(async () => {
  api = await startApi({ EVENT_HOOK_HOSTS: '127.0.0.1' })
  receiver = await startReceiver()
  ;[eng, opm] = [await api.as('eng'), await api.as('opm')]
  const { body } = await eng.post(HOOKS, { ...HOOK_WISH, address: receiver.url })
  hookId = body.hook.id
})
afterAll(async () => {
  await receiver.close()
  await api.close()
})

const EVENTS = 3
const deliver = () => api.runJob('event-hooks.deliver', { hookId })

test('a server that is killed while it sends loses no event, and repeats one only with its id', async () => {
  const server = killable(api.database.pool)
  for (let statement = 1; statement <= 60; statement += 1) {
    for (const isAfter of [false, true]) {
      receiver.received.length = 0
      await api.database.pool.query('delete from event_sends')
      await transaction(api.database.db, async (tx) => {
        for (let id = 1; id <= EVENTS; id += 1)
          await audit(tx, { kind: 'job', name: 'test' }, 'article.requested', { id, label: `Kettle ${id}` })
      })
      const { rows } = await api.database.pool.query<{ send_id: string }>('select send_id from event_sends')
      const { isKilled } = await server.run({ statement, isAfter }, deliver)
      // Another server waits until the dead server’s lease ends.
      api.advance(MINUTE_MS)
      await deliver()
      const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
      expect(new Set(ids), `statement ${statement}`).toEqual(new Set(rows.map(({ send_id: id }) => id)))
      const states = await api.database.pool.query('select distinct state from event_sends')
      expect(states.rows).toEqual([{ state: 'sent' }])
      if (!isKilled) return
    }
  }
})

test('a thousand events for a receiver that is away hold up nobody else', async () => {
  receiver.answer = () => {}
  await api.database.pool.query('delete from event_sends')
  await api.database.pool.query(
    `insert into event_sends (hook_id, type, label, actor_kind, actor_name)
     select $1, 'article.requested', 'Kettles', 'person', 'Ann' from generate_series(1, 1000)`,
    [hookId],
  )
  const delivering = deliver()
  const times: number[] = []
  for (let index = 0; index < 40; index += 1) {
    const began = performance.now()
    expect((await eng.get(`${HOOKS}/${hookId}`)).status).toBe(200)
    expect((await opm.post('/api/keywords', { keyword: `kettle ${index}` })).status).toBe(201)
    times.push(performance.now() - began)
  }
  // The median: a machine that is busy for a moment delays a few of them.
  expect(times.sort((one, other) => one - other)[times.length / 2]).toBeLessThan(1000)
  receiver.received.length = 0
  receiver.answer = (response) => void response.writeHead(500).end()
  await delivering
  // After five failures the receiver is left alone.
  expect(receiver.received.length).toBeLessThan(10)
})
