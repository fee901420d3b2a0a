import { afterAll, beforeAll, expect, it } from 'vitest'
import { DAY_MS } from '#shared/format/duration.ts'
import { directoryAccounts } from '../../../db/schema/directory.ts'
import { type Api, type Client, startApi } from '../../../testing/api.ts'

const REVIEWS = '/api/users/access-reviews'

let api: Api
let adm: Client
let id: number
beforeAll(async () => {
  api = await startApi()
  adm = await api.as('adm')
  const ago = (days: number) => new Date(api.now().getTime() - days * DAY_MS)
  const account = { system: 'Chat', active: true }
  await api.database.db.insert(directoryAccounts).values([
    { ...account, email: 'known@desk.example', handle: 'known', lastUsedAt: ago(5) },
    { ...account, email: adm.username, handle: 'own', lastUsedAt: ago(1) },
    { ...account, email: 'locked@desk.example', handle: 'locked', lastUsedAt: ago(80) },
    { ...account, email: 'studio@desk.example', handle: 'studio', lastUsedAt: ago(91) },
    { ...account, email: 'never@desk.example', handle: 'never', lastUsedAt: null },
  ])
  id = (await adm.post(REVIEWS)).body.review_id
  await api.app.queue.drain()
})
afterAll(() => api.close())

interface Account {
  operation: string
  account: string
  email: string | null
  name: string | null
  person: { name: string } | null
}

const list = async (query: string): Promise<Account[]> =>
  (await adm.get(`${REVIEWS}/${id}/accounts?perPage=1000${query}`)).body.nodes

it('a review sorts its accounts by person, by system and by last use; unknown values come last', async () => {
  const sorted = async (by: string) =>
    (await list(`&system=built-in-chat&${by}`)).map(({ account }) => account)
  expect(await sorted('sort=last_used_at')).toEqual(['studio', 'locked', 'known', 'own', 'never'])
  expect(await sorted('sort=last_used_at&sortOrder=desc')).toEqual([
    'own',
    'known',
    'locked',
    'studio',
    'never',
  ])
  const names = async (by: string) =>
    (await list(`&system=built-in-chat&${by}`)).map(
      ({ person, name, email, account }) => person?.name || name || email || account,
    )
  const inOrder = await names('sort=account')
  // Whose first letters differ: how the rest is compared is the database's.
  expect(inOrder.map(([first]) => first?.toLowerCase())).toEqual(
    inOrder.map(([first]) => first?.toLowerCase()).toSorted(),
  )
  expect(await names('sort=account&sortOrder=desc')).toEqual(inOrder.toReversed())
  const systems = (await list('&sort=system&sortOrder=desc')).map(({ operation }) => operation)
  expect([systems[0], systems.at(-1)]).toEqual(['copydesk', 'built-in-chat'])
  expect((await adm.get(`${REVIEWS}/${id}/accounts?sort=secret`)).status).toBe(400)
})
