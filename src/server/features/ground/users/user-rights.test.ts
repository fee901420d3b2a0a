import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { grantsOf } from '#shared/access/roles.ts'
import { USUAL_RULES } from '#shared/features/ground/sign-in-rules/rules.ts'
import { withoutKey } from '../../../calls/once.ts'
import { users } from '../../../db/schema/users.ts'
import { type Api, type Client, PASSWORD, startApi } from '../../../testing/api.ts'
import { createAuthService } from '../../../testing/auth-service.ts'
import { buildUser } from '../../../testing/builders.ts'
import { createUsersService } from './service.ts'

let api: Api
let admin: Client
let passwordHash: string
beforeAll(async () => {
  api = await startApi()
  admin = await api.as('adm')
  passwordHash = await api.app.passwords.hash(PASSWORD)
})
afterAll(() => api.close())

const person = (values: Parameters<typeof buildUser>[1] = {}) =>
  buildUser(api.database.db, { passwordHash, ...values })

let serial = 0
function wire(values: object = {}) {
  serial += 1
  const username = `new${serial}@desk.example`
  return { username, first_name: 'Noa', last_name: 'New', role_id: 'opm', active: 1, ...values }
}

const rowOf = async (id: number) => {
  const [row] = await api.database.db.select().from(users).where(eq(users.id, id))
  return row
}

test('users cannot lock themselves', async () => {
  const { body: me } = await admin.get(`/api/users/${admin.id}`)
  const { status, body } = await admin.put(`/api/users/${admin.id}`, { ...me, active: 0 })
  expect([status, body.message]).toEqual([409, 'You can’t lock yourself.'])
  expect((await admin.get('/api/profile')).status).toBe(200)
})

/** Everything that somebody might hope to set besides the five fields. */
const EXTRA = {
  id: 1,
  user_id: 1,
  userId: 1,
  password: 'chosen by the caller',
  passwordHash: 'x',
  password_hash: 'x',
  signInCount: 999,
  sign_in_count: 999,
  lastSignInAt: '2000-01-01T00:00:00Z',
  last_sign_in_at: '2000-01-01T00:00:00Z',
  createdAt: '2000-01-01T00:00:00Z',
  created_at: '2000-01-01T00:00:00Z',
  updatedAt: '2000-01-01T00:00:00Z',
  updated_at: '2000-01-01T00:00:00Z',
  confirmed: true,
  roleId: 'adm',
  role: { id: 'adm' },
  roles: ['adm'],
  isAdmin: true,
  admin: 1,
  permissions: ['ManageFeatureFlags'],
  grants: ['UserAccess'],
  firstName: 'Extra',
  lastName: 'Extra',
  email: 'extra@desk.example',
  token: 'x',
  session: 'x',
  status: 'confirmed',
  deleted_at: null,
  revision: 99,
  owner_id: 1,
}

test('thirty keys that are no fields of a user change nothing [ASVS 15.3.3]', async () => {
  expect(Object.keys(EXTRA).length).toBeGreaterThanOrEqual(30)
  const body = wire({ first_name: 'Plain' })
  const { body: user } = await admin.post('/api/users', { ...EXTRA, ...body })
  expect(await rowOf(user.id)).toMatchObject({
    firstName: 'Plain',
    lastName: 'New',
    username: body.username,
    roleId: 'opm',
    passwordHash: null,
    signInCount: 0,
    lastSignInAt: null,
  })
  const before = await rowOf(user.id)
  const { status } = await admin.put(`/api/users/${user.id}`, { ...EXTRA, ...body })
  expect(status).toBe(200)
  const after = await rowOf(user.id)
  const changing = { updatedAt: null, version: null }
  expect({ ...after, ...changing }).toEqual({ ...before, ...changing })
  expect(after?.updatedAt.getFullYear()).toBe(new Date().getFullYear())
})

test('a body that brings a prototype along is refused and pollutes nothing [ASVS 15.3.6]', async () => {
  const body = JSON.stringify(wire()).slice(0, -1)
  for (const poison of ['"__proto__":{"polluted":true}', '"constructor":{"prototype":{"polluted":true}}']) {
    const { status } = await admin.send({
      method: 'POST',
      url: '/api/users',
      payload: `${body},${poison}}`,
      headers: { 'content-type': 'application/json' },
    })
    expect(status).toBe(400)
    expect('polluted' in {}).toBe(false)
  }
})

test('only an administrator makes an administrator or changes one, even among users who may edit users', async () => {
  const { database, now: clock } = api
  const service = createUsersService({
    db: database.db,
    auth: createAuthService(api),
    clock,
    policy: { read: async () => USUAL_RULES },
    revokeTokens: async () => {},
    disconnectProvider: async () => false,
  })
  const editor = {
    id: (await person({ roleId: 'eng' })).id,
    firstName: 'Ed',
    lastName: 'Itor',
    username: 'ed@desk.example',
    roleId: 'eng' as const,
    permissions: [...grantsOf('eng'), 'CreateUser' as const, 'UpdateUser' as const],
    session: '',
    kind: 'person' as const,
    origin: { requestId: 'r', address: '127.0.0.1' },
  }
  const values = { username: 'rank@desk.example', firstName: 'R', lastName: 'K', active: true }
  const refusal = 'Only an administrator may grant or change the role of an administrator.'
  await expect(service.createUser(editor, { ...values, roleId: 'adm' }, withoutKey)).rejects.toThrow(refusal)
  const created = await service.createUser(editor, { ...values, roleId: 'opm' }, withoutKey)
  await expect(
    service.updateUser(editor, { id: created.id, values: { ...values, roleId: 'adm' } }),
  ).rejects.toThrow(refusal)
  const boss = await person({ roleId: 'adm' })
  const demoted = service.updateUser(editor, {
    id: boss.id,
    values: { ...values, username: boss.username, roleId: 'opm' },
  })
  await expect(demoted).rejects.toThrow(refusal)
  // The reset of a second factor begins with this.
  await expect(service.lockManaged(database.db, editor, boss.id)).rejects.toThrow(refusal)
})

/** An administrator of a separate desk whose only other administrator is locked. */
async function startAlone() {
  const own = await startApi()
  const first = await own.as('adm')
  const { body: other } = await first.get(`/api/users/${(await own.as('adm', 2)).id}`)
  expect((await first.put(`/api/users/${other.id}`, { ...other, active: 0 })).status).toBe(200)
  const { body: me } = await first.get(`/api/users/${first.id}`)
  return { own, demote: () => first.put(`/api/users/${first.id}`, { ...me, role_id: 'eng' }) }
}

test('the last active administrator stays one: not demoted, not locked', async () => {
  const { own, demote } = await startAlone()
  const { status, body } = await demote()
  expect([status, body.message]).toEqual([409, 'This is the last active administrator who can sign in.'])
  await own.close()
})

test('the last administrator with a password stays one, with any number of invited ones', async () => {
  const { own, demote } = await startAlone()
  await buildUser(own.database.db, { roleId: 'adm', passwordHash: null })
  const { status, body } = await demote()
  expect([status, body.message]).toEqual([409, 'This is the last active administrator who can sign in.'])
  await own.close()
})

test('of two administrators who demote or lock each other at once, one remains', async () => {
  // A demoted user is signed out; other users are not.
  const own = await startApi()
  for (let round = 0; round < 10; round++) {
    const tokens = await Promise.all(
      [1, 2].map(async (which) => (await own.signIn(`adm${which}@desk.example`)).body),
    )
    const change = round % 2 === 0 ? { role_id: 'eng' } : { active: 0 }
    const answers = await Promise.all(
      tokens.map(({ token }, index) => {
        const { user } = tokens[1 - index] ?? {}
        return own.visitor.send({
          method: 'PUT',
          url: `/api/users/${user.id}`,
          headers: { authorization: `Bearer ${token}` },
          payload: { ...user, active: 1, ...change },
        })
      }),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect([401, 403, 409]).toContain(statuses.find((status) => status !== 200))
    const { rows } = await own.database.pool.query(
      "select count(*)::int as count from users where role_id = 'adm' and active",
    )
    expect(rows[0].count).toBe(1)
    await own.database.pool.query(
      "update users set role_id = 'adm', active = true where username in ('adm1@desk.example', 'adm2@desk.example')",
    )
  }
  await own.close()
})

test('an admin sees where a user is signed in, and signs them out [ASVS 7.4.5]', async () => {
  const { id, username } = await person()
  const { body: signedIn } = await api.signIn(username)
  const url = `/api/users/${id}/sessions`
  const eng = await api.as('eng')
  for (const who of [admin, eng]) {
    const { body } = await who.get(url)
    expect(body).toMatchObject([{ address: '127.0.0.1', is_current: false }])
  }
  expect((await (await api.as('qa')).get(url)).status).toBe(403)
  expect((await eng.delete(url)).status).toBe(403)
  expect((await admin.delete(url)).body).toEqual({ ended: 1 })
  const headers = { authorization: `Bearer ${signedIn.token}` }
  const after = await api.visitor.send({ url: '/api/profile', headers })
  expect([after.status, after.body.message]).toEqual([
    401,
    'An administrator has signed you out. Please sign in again.',
  ])
  const { body: trail } = await admin.get(`/api/audit?concerns_id=${id}&act[]=user.signed-out`)
  expect(trail.nodes).toMatchObject([{ actor: { id: admin.id }, after: { sessionsEnded: 1 } }])

  expect((await admin.delete(url)).body).toEqual({ ended: 0 })
  const { body: same } = await admin.get(`/api/audit?concerns_id=${id}&act[]=user.signed-out`)
  expect(same.totalCount).toBe(1)
  expect((await admin.delete('/api/users/987654/sessions')).status).toBe(404)
})

test('a user who signs out their other sessions this way stays signed in', async () => {
  const { id, username } = await person({ roleId: 'adm' })
  const tokens = [(await api.signIn(username)).body.token, (await api.signIn(username)).body.token]
  const call = (token: string, method: 'GET' | 'DELETE', url: string) =>
    api.visitor.send({ method, url, headers: { authorization: `Bearer ${token}` } })
  expect((await call(tokens[0], 'DELETE', `/api/users/${id}/sessions`)).body).toEqual({ ended: 1 })
  expect((await call(tokens[0], 'GET', '/api/profile')).status).toBe(200)
  expect((await call(tokens[1], 'GET', '/api/profile')).status).toBe(401)
})
