import { afterAll, beforeAll, expect, test } from 'vitest'
import { REMOVE_SHORT_LIVED } from '../../../kernel/retention/removal-store.ts'
import { type Api, startApi } from '../../../testing/api.ts'
import { HOOK_WISH, HOOKS } from '../../../testing/event-calls.ts'
import { type Receiver, startReceiver } from '../../../testing/receiver.ts'

let api: Api
let receiver: Receiver
beforeAll(async () => {
  api = await startApi({ EVENT_HOOK_HOSTS: '127.0.0.1' })
  receiver = await startReceiver()
})
afterAll(async () => {
  await receiver.close()
  await api.close()
})

const query = async (text: string, values: unknown[] = []) =>
  (await api.database.pool.query(text, values)).rows
const requestArticle = async () =>
  (await api.as('opm')).post('/api/articles', { siteId: 1, keywords: ['kettles'], title: 'K', draft: false })

test('a deleted hook is gone at once with its secrets, and its events with the next removal of old data', async () => {
  const eng = await api.as('eng')
  const make = async (name: string) =>
    (await eng.post(HOOKS, { ...HOOK_WISH, name, address: receiver.url })).body.hook.id as number
  const [deleted, kept] = [await make('Old'), await make('New')]
  await requestArticle()
  expect(await query('select distinct hook_id from event_sends')).toHaveLength(2)

  expect((await eng.delete(`${HOOKS}/${deleted}`)).status).toBe(204)
  const { body } = await eng.get(HOOKS)
  expect(body.nodes.map(({ id }: { id: number }) => id)).toEqual([kept])
  for (const { status } of [
    await eng.get(`${HOOKS}/${deleted}`),
    await eng.get(`${HOOKS}/${deleted}/sends`),
    await eng.post(`${HOOKS}/${deleted}/resume`),
    await eng.delete(`${HOOKS}/${deleted}`),
  ])
    expect(status).toBe(404)
  expect(
    await query('select address, secret, old_secret from event_hooks where hook_id = $1', [deleted]),
  ).toEqual([{ address: '', secret: null, old_secret: null }])
  const sends = () => query('select hook_id from event_sends order by 1')
  expect(await sends()).toEqual([{ hook_id: deleted }, { hook_id: kept }])

  await requestArticle()
  await api.app.queue.drain()
  expect(receiver.received).toHaveLength(2)
  await api.runJob(REMOVE_SHORT_LIVED)
  expect(await sends()).toEqual([{ hook_id: kept }, { hook_id: kept }])
  expect(await query('select hook_id from event_hooks')).toEqual([{ hook_id: kept }])
})
