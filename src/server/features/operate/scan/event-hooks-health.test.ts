import { expect, it } from 'vitest'
import { startApi } from '../../../testing/api.ts'
import { HOOK_WISH, HOOKS } from '../../../testing/event-calls.ts'

it('the scan and the page of a hook agree on whether events arrive', async () => {
  const api = await startApi()
  const eng = await api.as('eng')
  const { hook } = (await eng.post(HOOKS, HOOK_WISH)).body
  const states = async () => [
    (await eng.get('/api/scan/event-hooks')).body.items[0]?.value,
    (await eng.get(`${HOOKS}/${hook.id}`)).body.state,
  ]
  expect(await states()).toEqual(['Active', 'active'])
  // The last request arrived, and an older event is still tried again.
  await api.database.pool.query(
    `insert into event_sends (hook_id, type, label, actor_kind, actor_name, state, due_at)
    values ($1, 'user.locked', 'Wen Castellane', 'person', 'Ines Aldana', 'retrying', now() + interval '1 hour')`,
    [hook.id],
  )
  expect(await states()).toEqual(['Failing', 'failing'])
  await api.database.pool.query("update event_hooks set state = 'gone', stopped_at = now()")
  expect(await states()).toEqual(['Gone', 'gone'])
  const [{ tip }] = (await eng.get('/api/scan/event-hooks')).body.items
  expect(tip).toMatch(/aren’t sent later\.$/)
  await api.close()
})
