import { afterAll, beforeAll, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '#shared/format/duration.ts'
import { directoryAccounts } from '../../../db/schema/directory.ts'
import { type Api, type Client, startApi } from '../../../testing/api.ts'
import { buildUser } from '../../../testing/builders.ts'

interface Item {
  operation: string
}

let api: Api
let adm: Client
beforeAll(async () => {
  api = await startApi()
  adm = await api.as('adm')
})
afterAll(() => api.close())

const check = async (email: string) =>
  (await adm.get(`/api/users/check-account?email=${encodeURIComponent(email)}`)).body
const find = (items: Item[], operation: string) => items.find((item) => item.operation === operation)
const revoke = (source: string, email: string) =>
  adm.put('/api/users/revoke-access', { source, data: { email } })

it('says when an account was last used, and marks accounts used after another one of the same user was closed', async () => {
  const email = 'used.late@desk.example'
  const before = new Date(api.now().getTime() - 5 * DAY_MS)
  const account = { email, handle: 'late', active: true, lastUsedAt: before }
  const { db, pool } = api.database
  await db
    .insert(directoryAccounts)
    .values(['Chat', 'Code hosting'].map((system) => ({ ...account, system })))
  const unused = { last_used_at: before.toISOString(), used_after_leaving: false }
  expect(find(await check(email), 'built-in-code-hosting')).toMatchObject(unused)
  await revoke('built-in-chat', email)
  expect(find(await check(email), 'built-in-code-hosting')).toMatchObject(unused)
  const after = new Date(api.now().getTime() + HOUR_MS)
  await pool.query(
    "update directory_accounts set last_used_at = $1 where email = $2 and system = 'Code hosting'",
    [after, email],
  )
  const used = { last_used_at: after.toISOString(), used_after_leaving: true }
  expect(find(await check(email), 'built-in-code-hosting')).toMatchObject(used)
  const { id } = await buildUser(db, { username: email })
  expect(find(await check(email), 'built-in-code-hosting')).toMatchObject({ used_after_leaving: false })
  await pool.query('update users set active = false where id = $1', [id])
  const { systems } = (await adm.get(`/api/users/offboarding-plan?email=${email}`)).body
  expect(find(systems, 'built-in-code-hosting')).toMatchObject(used)
})
