import { afterEach, beforeEach, expect, it } from 'vitest'
import { transaction } from '../../../db/connect.ts'
import { directoryAccounts } from '../../../db/schema/directory.ts'
import { accessSteps } from '../../../db/schema/user-access.ts'
import { type Api, type Client, startApi, usernameOf } from '../../../testing/api.ts'
import { followAccess } from './access-listener.ts'

const REVIEWS = '/api/users/access-reviews'
const EMAIL = usernameOf('qa')
const CHAT = 'built-in-chat'

let api: Api
let adm: Client
let id: number
beforeEach(async () => {
  api = await startApi()
  adm = await api.as('adm')
  await api.as('qa')
  await api.database.db
    .insert(directoryAccounts)
    .values({ system: 'Chat', email: EMAIL, handle: 'qa-one', active: true })
  id = (await adm.post(REVIEWS)).body.review_id
  await api.app.queue.drain()
})
afterEach(() => api.close())

const line = async () => {
  const { body } = await adm.get(`${REVIEWS}/${id}/accounts?perPage=1000&system=${CHAT}`)
  return body.nodes[0]
}
const revoke = async () => adm.post(`${REVIEWS}/${id}/accounts/${(await line()).reviewed_account_id}/revoke`)
const decide = async (decision: string) =>
  adm.post(`${REVIEWS}/${id}/decisions`, { ids: [(await line()).reviewed_account_id], decision })
const look = () => adm.get(`/api/users/check-account?email=${EMAIL}`)
const turn = (active: boolean) =>
  api.database.pool.query('update directory_accounts set active = $1', [active])

it('a revoked account needs a new decision only once it is found open again', async () => {
  await revoke()
  await look()
  expect(await line()).toMatchObject({ account: 'qa-one', decision: 'revoked' })
  await turn(true)
  api.advance(1000)
  await look()
  expect(await line()).toMatchObject({
    ...{ decision: null, decided_by: null },
    outcome: 'User Access: found open again.',
  })
})

it('so is an account that was reported as closed by hand', async () => {
  await decide('closed')
  expect(await line()).toMatchObject({ decision: 'closed' })
  api.advance(1000)
  await look()
  expect(await line()).toMatchObject({ decision: null })
})

it('a kept account stays kept though it is open', async () => {
  await decide('keep')
  api.advance(1000)
  await look()
  expect(await line()).toMatchObject({ decision: 'keep' })
})

it('a closure by hand during a query outlives that query’s older answer', async () => {
  const at = api.now()
  api.advance(1000)
  await decide('closed')
  const { db } = api.database
  await transaction(db, async (tx) => {
    await tx.insert(accessSteps).values({
      ...{ email: EMAIL, operation: CHAT, operationName: 'Chat', step: 'active', detail: '', userId: adm.id },
      at,
    })
    await followAccess(tx, { email: EMAIL, operation: CHAT, at })
  })
  expect(await line()).toMatchObject({ decision: 'closed' })
})
