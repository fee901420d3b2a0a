import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Api, type Client, startApi } from '../../testing/api.ts'

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
}
const list = async (): Promise<Account[]> =>
  (await adm.get(`${REVIEWS}/${id}/accounts?pageSize=1000`)).body.nodes
const decide = (ids: (number | undefined)[], decision: string, who = adm) =>
  who.post(`${REVIEWS}/${id}/decisions`, { ids, decision })

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
  await api.database.pool.query('update users set active = false where username <> $1', [adm.username])
  expect((await decide([own], 'keep')).body).toEqual({ changed: 1 })
})
