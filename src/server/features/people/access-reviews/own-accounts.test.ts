import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Api, type Client, startApi, usernameOf } from '../../../testing/api.ts'

const REVIEWS = '/api/users/access-reviews'

let api: Api
let adm: Client
let id: number
beforeAll(async () => {
  api = await startApi()
  adm = await api.as('adm')
  id = (await adm.post(REVIEWS)).body.review_id
  await api.app.queue.drain()
})
afterAll(() => api.close())

interface Account {
  reviewed_account_id: number
  account: string
  decision: string | null
  decided_at: string | null
}
const list = async (): Promise<Account[]> =>
  (await adm.get(`${REVIEWS}/${id}/accounts?perPage=1000`)).body.nodes
const decide = (ids: (number | undefined)[], decision: string, who = adm) =>
  who.post(`${REVIEWS}/${id}/decisions`, { ids, decision })

it('an undo reverts only the decision that the reviewer saw, and names who has decided otherwise since', async () => {
  const other = await api.as('adm', 2)
  const accountOf = async () => (await list()).find(({ account }) => account === usernameOf('wrt'))
  const account = (await accountOf())?.reviewed_account_id
  const seenNow = async () => {
    const { decision, decided_at } = (await accountOf()) ?? {}
    return { decision, decided_at }
  }
  const undo = (seen: object, who = adm) =>
    who.post(`${REVIEWS}/${id}/decisions`, { ids: [account], decision: 'undecided', seen })
  await decide([account], 'keep')
  const seen = await seenNow()
  expect((await undo(seen, other)).body).toEqual({ changed: 1 })
  // Undecided already, which is what this reviewer wants.
  expect((await undo(seen)).body).toEqual({ changed: 0 })
  for (const decision of ['closed', 'keep']) {
    api.advance(1000)
    await decide([account], decision, other)
    const { status, body } = await undo(seen)
    expect([status, body.message]).toEqual([409, 'Adm Two has changed this decision.'])
    expect(await accountOf()).toMatchObject({ decision })
    expect((await undo(await seenNow())).body).toEqual({ changed: 1 })
  }
})

it('a reviewer’s own account is left to another reviewer, as long as there is one', async () => {
  const accounts = await list()
  const own = accounts.find(({ account }) => account === adm.username)?.reviewed_account_id
  const another = accounts.find(({ account }) => account !== adm.username)?.reviewed_account_id
  for (const decision of ['keep', 'closed']) {
    const { status, body } = await decide([own], decision)
    const words = 'This is your own account. Another reviewer has to decide about it.'
    expect([status, body.message]).toEqual([409, words])
  }
  expect((await decide([own, another], 'keep')).body).toEqual({ changed: 1 })
  expect((await list()).filter(({ decision }) => decision !== null)).toHaveLength(1)
  expect((await decide([own], 'keep', await api.as('adm', 2))).body).toEqual({ changed: 1 })
  await decide([own], 'undecided')
  const { pool } = api.database
  await pool.query('update users set active = false where username <> $1', [adm.username])
  try {
    expect((await decide([own], 'keep')).body).toEqual({ changed: 1 })
  } finally {
    await pool.query('update users set active = true')
    await decide([another], 'undecided')
  }
})
