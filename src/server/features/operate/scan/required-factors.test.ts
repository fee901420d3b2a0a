import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Api, startApi } from '../../../testing/api.ts'

let api: Api
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

it('the scan warns of people without a second factor that the sign-in rules require', async () => {
  const eng = await api.as('eng')
  const { pool } = api.database
  const found = async () => {
    const { status, items } = (await eng.get('/api/scan/second-factors')).body
    return [status, items[0]?.value]
  }
  expect(await found()).toEqual(['default', 'Not required'])
  await pool.query(
    "insert into sign_in_rules (second_factor, second_factor_from, version, changed_at) values ('administrators', current_date + 5, 1, now())",
  )
  expect(await found()).toEqual(['warning', '2 of 2 people don’t have one'])
  await pool.query(
    "insert into totp_factors (user_id, secret, confirmed_at) select id, 'sealed', now() from users where role_id = 'adm'",
  )
  expect(await found()).toEqual(['success', 'All people in scope have one'])
})
