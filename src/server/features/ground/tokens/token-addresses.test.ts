import { afterAll, beforeAll, expect, test } from 'vitest'
import { MINUTE_MS } from '#shared/format/duration.ts'
import { type Api, type Client, startApi } from '../../../testing/api.ts'
import { buildProgram } from '../../../testing/programs.ts'

let api: Api
let opm: Client
beforeAll(async () => {
  api = await startApi()
  opm = await api.as('opm')
})
afterAll(() => api.close())

let accounts = 0

/** A token of a service account of this owner, and its use from addresses. */
async function served() {
  accounts += 1
  const adm = await api.as('adm')
  const account = { name: `Sync ${accounts}`, purpose: '', role_id: 'qa', owner_id: opm.id }
  const { body } = await adm.post('/api/service-accounts', account)
  const program = await buildProgram(api, body.id, { kind: 'service' })
  const ask = async (...query: [string, unknown[]]) => (await api.database.pool.query(...query)).rows
  return {
    use: async (remoteAddress: string) =>
      (await program.send({ method: 'GET', url: '/api/profile', remoteAddress })).status,
    /** Changes with each write of the token. */
    stored: async () =>
      (
        await ask('select xmin::text, ctid::text, last_address from api_tokens where user_id = $1', [body.id])
      )[0],
    warnings: async () =>
      ask("select words from notices where kind = 'token-address' and words like $1", [
        `%of Sync ${accounts} was%`,
      ]),
  }
}

test('the use of a token from alternating addresses is written once a minute', async () => {
  const { use, stored } = await served()
  await use('10.1.0.1')
  await use('10.1.0.2')
  const before = await stored()
  for (const last of [1, 2, 1, 2]) {
    api.advance(2000)
    expect(await use(`10.1.0.${last}`)).toBe(200)
  }
  expect(await stored()).toEqual(before)
  api.advance(MINUTE_MS)
  await use('10.1.0.1')
  expect(await stored()).toMatchObject({ last_address: '10.1.0.1' })
})

test('the use of a token from more than 50 addresses is written once a minute, and warns of no more', async () => {
  const { use, stored, warnings } = await served()
  for (let at = 0; at < 50; at += 1) await use(`10.2.0.${at}`)
  const before = await stored()
  api.advance(2000)
  await use('10.2.0.50')
  expect(await stored()).toEqual(before)
  expect(await warnings()).toHaveLength(49)
})

test('parallel first calls with a token write once', async () => {
  const { use, stored } = await served()
  const { pool } = api.database
  await pool.query(`create table writes (token_id int)`)
  await pool.query(`create function note_write() returns trigger language plpgsql as
    'begin insert into writes values (new.token_id); return new; end'`)
  await pool.query(
    'create trigger note_write after update on api_tokens for each row execute function note_write()',
  )
  await Promise.all(Array.from({ length: 10 }, () => use('10.3.0.1')))
  expect((await pool.query('select * from writes')).rows).toHaveLength(1)
  api.advance(MINUTE_MS)
  await Promise.all(Array.from({ length: 10 }, () => use('10.3.0.1')))
  expect((await pool.query('select * from writes')).rows).toHaveLength(2)
  await pool.query('drop function note_write cascade')
  await pool.query('drop table writes')
  expect(await stored()).toMatchObject({ last_address: '10.3.0.1' })
})

test('a warning that fails refuses no call, and comes with the next one', async () => {
  const { use, warnings } = await served()
  await use('10.4.0.1')
  const { pool } = api.database
  await pool.query(`create function fail_notice() returns trigger language plpgsql as
    'begin raise exception ''no notices today''; end'`)
  await pool.query(
    'create trigger fail_notice before insert on notices for each row execute function fail_notice()',
  )
  expect(await use('10.4.0.2')).toBe(200)
  await pool.query('drop function fail_notice cascade')
  expect(await warnings()).toEqual([])
  api.advance(2000)
  expect(await use('10.4.0.2')).toBe(200)
  expect(await warnings()).toHaveLength(1)
})
