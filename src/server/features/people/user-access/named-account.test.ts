import { afterAll, beforeAll, expect, it } from 'vitest'
import { directoryAccounts } from '../../../db/schema/directory.ts'
import { type Api, type Client, startApi, usernameOf } from '../../../testing/api.ts'

const CHECK = '/api/users/check-account'
const REVOKE = '/api/users/revoke-access'
const WRITER = usernameOf('wrt', 2)

interface Step {
  step: string
}
interface Item {
  operation: string
}

let api: Api
let adm: Client
beforeAll(async () => {
  api = await startApi()
  adm = await api.as('adm')
  await api.database.db
    .insert(directoryAccounts)
    .values({ system: 'Chat', email: WRITER, handle: 'wrt2', active: true })
})
afterAll(() => api.close())

const check = async (email: string) => (await adm.get(`${CHECK}?email=${encodeURIComponent(email)}`)).body
const find = (items: Item[], operation: string) => items.find((item) => item.operation === operation)
const revoke = (source: string, email: string, more: object = {}) =>
  adm.put(REVOKE, { source, data: { email, ...more } })

it('revokes nothing where the account and the email belong to different people, and the evidence names neither as closed [ACCESS-020]', async () => {
  const email = 'one-of-two@desk.example'
  await api.database.db
    .insert(directoryAccounts)
    .values({ system: 'Chat', email, handle: 'one-of-two', active: true })
  const others = [
    ['built-in-chat', email, 'wrt2'],
    ['built-in-chat', 'of-nobody@desk.example', 'one-of-two'],
    ['copydesk', usernameOf('qa'), usernameOf('opm')],
  ] as const
  for (const [source, address, id] of others) {
    const { status, body } = await revoke(source, address, { id })
    expect([status, body.message]).toEqual([
      409,
      expect.stringContaining(`not “${id}”. Nothing was revoked.`),
    ])
    const { body: steps } = await adm.get(`/api/users/access-steps?email=${address}`)
    expect(steps.nodes.map(({ step }: Step) => step)).toEqual(['failed', 'asked'])
  }
  for (const address of [email, WRITER])
    expect(find(await check(address), 'built-in-chat')).toMatchObject({ active: true })
  for (const role of ['qa', 'opm'] as const)
    expect(find(await check(usernameOf(role)), 'copydesk')).toMatchObject({ active: true })
})

it('answers and keeps the account as the system names it, not as the request spelled it', async () => {
  const email = 'spelled@desk.example'
  await api.database.db
    .insert(directoryAccounts)
    .values({ system: 'Chat', email, handle: 'spelled', active: true })
  const { body } = await revoke('built-in-chat', email, { id: 'SPELLED' })
  expect(body).toMatchObject({ operationId: 'spelled', active: false })
  const { body: steps } = await adm.get(`/api/users/access-steps?email=${email}`)
  expect(steps.nodes[0]).toMatchObject({ step: 'revoked', account: 'spelled' })
})
