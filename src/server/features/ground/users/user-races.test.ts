import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { grantsOf } from '#shared/access/roles.ts'
import { USUAL_RULES } from '#shared/features/ground/sign-in-rules/rules.ts'
import { type Api, type Client, startApi } from '../../../testing/api.ts'
import { createAuthService } from '../../../testing/auth-service.ts'
import { buildUser } from '../../../testing/builders.ts'
import { until } from '../../../testing/until.ts'
import { createUsersService } from './service.ts'

let api: Api
let admin: Client
beforeAll(async () => {
  api = await startApi()
  admin = await api.as('adm')
})
afterAll(() => api.close())

const wire = (username: string) => ({
  username,
  first_name: 'Noa',
  last_name: 'New',
  role_id: 'opm',
  active: 1,
})

/** Another user creates an account with this email, and commits once a call waits for it. */
async function takenMeanwhile(username: string) {
  const client = await api.database.pool.connect()
  await client.query('begin')
  await client.query(
    "insert into users (first_name, last_name, username, role_id) values ('A', 'B', $1, 'opm')",
    [username],
  )
  return async () => {
    await until(async () => {
      const { rows } = await api.database.pool.query(
        "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      )
      return rows.length > 0
    })
    await client.query('commit')
    client.release()
  }
}

test('an email taken by another user at the same moment is refused, in a new user and in a changed one', async () => {
  const user = await buildUser(api.database.db)
  const calls = [
    ['first@race.example', (body: object) => admin.post('/api/users', body)],
    ['second@race.example', (body: object) => admin.put(`/api/users/${user.id}`, body)],
  ] as const
  for (const [username, call] of calls) {
    const finish = await takenMeanwhile(username)
    const answer = call(wire(username))
    await finish()
    const { status, body } = await answer
    expect([status, body.message]).toEqual([409, 'This email already belongs to another user.'])
  }
})

test('a change of an old version is refused with the user as it is now; without a version the last one wins', async () => {
  const { body: user } = await admin.post('/api/users', wire('versions@race.example'))
  expect(user.version).toBe(1)
  const url = `/api/users/${user.id}`
  const first = await admin.put(url, { ...user, first_name: 'First' })
  expect([first.status, first.body.version]).toEqual([200, 2])
  const second = await admin.put(url, { ...user, first_name: 'Second' })
  expect([second.status, second.body.message]).toEqual([409, 'Another user has changed this user.'])
  expect(second.body.details.current).toEqual(first.body)
  expect((await admin.get(url)).body).toEqual(first.body)
  const third = await admin.put(url, { ...user, version: undefined, first_name: 'Third' })
  expect([third.status, third.body.first_name, third.body.version]).toEqual([200, 'Third', 3])
})

test('an invitation that loses a race in the database counts once', async () => {
  const { database, now: clock } = api
  const auth = createAuthService(api)
  let tries = 0
  const invite: typeof auth.invite = async () => {
    tries += 1
    if (tries % 2 === 0) return
    const deadlock = new pg.DatabaseError('deadlock detected', 0, 'error')
    deadlock.code = '40P01'
    throw deadlock
  }
  const revokeTokens = async () => {}
  const service = createUsersService({
    ...{ db: database.db, auth: { ...auth, invite }, clock, revokeTokens },
    policy: { read: async () => USUAL_RULES },
    disconnectProvider: async () => false,
  })
  const actor = {
    ...{ id: admin.id, firstName: 'A', lastName: 'B', username: admin.username },
    ...{ roleId: 'eng' as const, permissions: grantsOf('eng'), session: '' },
    ...{ kind: 'person' as const, origin: { requestId: 'r', address: '127.0.0.1' } },
  }
  const { id } = await buildUser(database.db)
  for (let press = 0; press < 3; press++) expect(await service.resendEmail(actor, id)).toBe('invitation')
  expect(tries).toBe(6)
  await expect(service.resendEmail(actor, id)).rejects.toThrow('Too many emails sent.')
})
