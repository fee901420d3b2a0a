import { afterAll, beforeAll, expect, test } from 'vitest'
import { grantsOf, ROLE_IDS } from '#shared/access/roles.ts'
import { HOUR_MS, MINUTE_MS } from '#shared/format/duration.ts'
import { createApp } from '../../../app.ts'
import { type Api, type Client, PASSWORD, startApi } from '../../../testing/api.ts'
import { buildUser } from '../../../testing/builders.ts'
import { until } from '../../../testing/until.ts'

const NEW_PASSWORD = 'a rather new password'

let api: Api
let passwordHash: string
beforeAll(async () => {
  api = await startApi()
  passwordHash = await api.app.passwords.hash(PASSWORD)
})
afterAll(() => api.close())

const person = (values: Parameters<typeof buildUser>[1] = {}) =>
  buildUser(api.database.db, { passwordHash, ...values })

/** A new session of this person, as a function that makes calls with it. */
async function session(username: string, password = PASSWORD) {
  const { body } = await api.signIn(username, password)
  const authorization = `Bearer ${body.token}`
  return (method: 'GET' | 'PATCH' | 'DELETE' | 'PUT', url: string, payload?: object) =>
    api.visitor.send({ method, url, headers: { authorization }, ...(payload ? { payload } : {}) })
}

const wireOf = (user: { username: string; firstName: string; lastName: string; roleId: string }) => ({
  username: user.username,
  first_name: user.firstName,
  last_name: user.lastName,
  role_id: user.roleId,
  active: 1,
})

async function update(user: Awaited<ReturnType<typeof person>>, change: object) {
  const admin: Client = await api.as('adm')
  const { status } = await admin.put(`/api/users/${user.id}`, { ...wireOf(user), ...change })
  expect(status).toBe(200)
}

test('the profile is the signed-in user with the role and every permission of it [AUTH-065]', async () => {
  for (const role of ROLE_IDS) {
    const client = await api.as(role)
    const { status, body } = await client.get('/api/profile')
    expect(status).toBe(200)
    expect(body).toEqual({
      id: client.id,
      first_name: expect.any(String),
      last_name: 'One',
      username: client.username,
      role_id: role,
      role: { id: role, description: expect.any(String) },
      permissions: [...grantsOf(role)],
    })
  }
})

test('the word before a token is understood in any case [SHELL-093]', async () => {
  const { token } = (await api.signIn((await person()).username)).body
  for (const word of ['Bearer', 'bearer', 'BEARER', 'Bearer ']) {
    const headers = { authorization: `${word} ${token}` }
    expect((await api.visitor.send({ method: 'GET', url: '/api/profile', headers })).status, word).toBe(200)
  }
  for (const authorization of [`Basic ${token}`, `Bearer${token}`, 'Bearer ', token])
    expect(
      (await api.visitor.send({ method: 'GET', url: '/api/profile', headers: { authorization } })).status,
    ).toBe(401)
})

test('signing out ends that session on the very next call, and no other', async () => {
  const { username } = await person()
  const [mine, other] = [await session(username), await session(username)]
  expect((await mine('GET', '/api/profile')).status).toBe(200)
  expect((await mine('DELETE', '/api/auth')).status).toBe(204)
  const next = await mine('GET', '/api/profile')
  expect([next.status, next.body.message]).toEqual([401, 'Your session has ended. Please sign in again.'])
  expect((await other('GET', '/api/profile')).status).toBe(200)
})

test('only the user of an ended session learns why it ended [SHELL-103]', async () => {
  const ended = async (call: Awaited<ReturnType<typeof session>>) => {
    const { status, body } = await call('GET', '/api/profile')
    expect([status, body.code]).toEqual([401, 'unauthenticated'])
    return body.message
  }
  const locked = await person()
  const first = await session(locked.username)
  await update(locked, { active: 0 })
  expect(await ended(first)).toBe('Your account was locked. Please ask your administrator.')
  const moved = await person()
  const second = await session(moved.username)
  await update(moved, { username: `away-${moved.username}` })
  expect(await ended(second)).toBe('The email of your account was changed. Please sign in with the new one.')
  const { username } = await person()
  const [third, other] = [await session(username), await session(username)]
  await other('PATCH', '/api/profile/password', { password: PASSWORD, newPassword: NEW_PASSWORD })
  expect(await ended(third)).toBe('Your password was changed. Please sign in with the new one.')
  const sent = await person()
  const fourth = await session(sent.username)
  const admin = await api.as('adm')
  expect((await admin.delete(`/api/users/${sent.id}/sessions`)).status).toBeLessThan(300)
  expect(await ended(fourth)).toBe('An administrator has signed you out. Please sign in again.')
  const authorization = `Bearer ${'x'.repeat(43)}`
  const { body } = await api.visitor.send({ method: 'GET', url: '/api/profile', headers: { authorization } })
  expect(body.message).toBe('Your session has ended. Please sign in again.')
})

test('locking a user ends every session on the very next call [ASVS 7.4.2]', async () => {
  const user = await person()
  const sessions = [await session(user.username), await session(user.username)]
  for (const call of sessions) expect((await call('GET', '/api/profile')).status).toBe(200)
  await update(user, { active: 0 })
  for (const call of sessions) expect((await call('GET', '/api/profile')).status).toBe(401)
  await update(user, { active: 1 })
  for (const call of sessions) expect((await call('GET', '/api/profile')).status).toBe(401)
})

test('a new role counts from the very next call on, in both directions', async () => {
  const user = await person({ roleId: 'opm' })
  const call = await session(user.username)
  expect((await call('GET', '/api/users/all')).status).toBe(403)
  await update(user, { role_id: 'eng' })
  expect((await call('GET', '/api/users/all')).status).toBe(200)
  expect((await call('GET', '/api/profile')).body.permissions).toEqual([...grantsOf('eng')])
  await update(user, { role_id: 'wrt' })
  expect((await call('GET', '/api/users/all')).status).toBe(403)
})

test('a new email ends every session', async () => {
  const user = await person()
  const call = await session(user.username)
  expect((await call('GET', '/api/profile')).status).toBe(200)
  await update(user, { username: `moved-${user.username}` })
  expect((await call('GET', '/api/profile')).status).toBe(401)
})

test('changing the own password ends the other sessions, not the own [AUTH-064] [PERM-007]', async () => {
  for (const roleId of ROLE_IDS) {
    const { username } = await person({ roleId })
    const [mine, other] = [await session(username), await session(username)]
    for (const call of [mine, other]) expect((await call('GET', '/api/profile')).status).toBe(200)
    const change = { password: PASSWORD, newPassword: NEW_PASSWORD }
    const { status, body } = await mine('PATCH', '/api/profile/password', change)
    expect([status, body]).toEqual([200, { message: 'Password Changed' }])
    expect((await other('GET', '/api/profile')).status).toBe(401)
    expect((await mine('GET', '/api/profile')).status).toBe(200)
    expect((await api.signIn(username, PASSWORD)).status).toBe(401)
    expect((await api.signIn(username, NEW_PASSWORD)).status).toBe(200)
  }
})

test('a wrong current password changes nothing and does not sign out; ten of them close the door for a while', async () => {
  const { username } = await person()
  const call = await session(username)
  const wrong = { password: 'not it', newPassword: NEW_PASSWORD }
  for (let failure = 0; failure < 10; failure++) {
    const { status, body } = await call('PATCH', '/api/profile/password', wrong)
    expect([status, body.validation.body]).toMatchObject([
      400,
      { keys: ['password'], message: 'The current password is wrong.' },
    ])
  }
  const eleventh = await call('PATCH', '/api/profile/password', { ...wrong, password: PASSWORD })
  expect(eleventh.status).toBe(429)
  expect(Number(eleventh.headers['retry-after'])).toBeGreaterThan(0)
  expect((await call('GET', '/api/profile')).status).toBe(200)
  expect((await api.signIn(username, PASSWORD)).status).toBe(200)
})

test('a change of password names the missing fields [AUTH-060] [AUTH-061]', async () => {
  const call = await session((await person()).username)
  const messages: [object, string][] = [
    [{ password: '', newPassword: NEW_PASSWORD }, 'Please input the current password!'],
    [{ password: PASSWORD, newPassword: '' }, 'Please input the new password!'],
    [{ password: PASSWORD, newPassword: 'seven77' }, 'Use at least 8 characters.'],
    [{ password: PASSWORD, newPassword: 'x'.repeat(257) }, 'At most 256 characters'],
    [
      { password: PASSWORD, newPassword: 'password1' },
      'This password is among the first that attackers try. Please choose another one.',
    ],
  ]
  for (const [payload, message] of messages) {
    const { status, body } = await call('PATCH', '/api/profile/password', payload)
    expect([status, body.validation.body.message]).toEqual([400, message])
  }
})

test('a session ends twelve hours after the sign-in, even a busy one [ASVS 7.3.2]', async () => {
  const call = await session((await person()).username)
  for (let hour = 0; hour < 11; hour++) {
    api.advance(HOUR_MS)
    expect((await call('GET', '/api/profile')).status).toBe(200)
  }
  api.advance(HOUR_MS - 60_000)
  expect((await call('GET', '/api/profile')).status).toBe(200)
  api.advance(60_000 + 1000)
  const { status, body } = await call('GET', '/api/profile')
  expect([status, body.message]).toEqual([401, 'Your session has expired. Please sign in again.'])
})

test('a second server on the same database notices a locked user within a second', async () => {
  const user = await person()
  const call = await session(user.username)
  let ahead = 0
  const second = await createApp({
    settings: api.settings,
    database: api.database,
    clock: () => new Date(api.now().getTime() + ahead),
  })
  const { body } = await api.signIn(user.username)
  const authorization = `Bearer ${body.token}`
  const statusThere = async () =>
    (await second.server.inject({ url: '/api/profile', headers: { authorization } })).statusCode
  expect(await statusThere()).toBe(200)
  expect((await call('GET', '/api/profile')).status).toBe(200)
  const admin = await api.signIn('adm2@desk.example')
  await api.visitor.send({
    method: 'PUT',
    url: `/api/users/${user.id}`,
    headers: { authorization: `Bearer ${admin.body.token}` },
    payload: { ...wireOf(user), active: 0 },
  })
  ahead += 1001
  expect(await statusThere()).toBe(401)
  await second.server.close()
})

/** Holds a change of this person's password open until the returned function is called. */
async function passwordBeingChanged(id: number) {
  const client = await api.database.pool.connect()
  await client.query('begin')
  await client.query('update users set password_hash = $2 where id = $1', [
    id,
    await api.app.passwords.hash(NEW_PASSWORD),
  ])
  await client.query('update sessions set revoked_at = now() where user_id = $1', [id])
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

test('a sign-in with the old password does not survive a change of password that overtakes it', async () => {
  const { id, username } = await person()
  const finishChange = await passwordBeingChanged(id)
  const signIn = api.signIn(username, PASSWORD)
  await finishChange()
  expect((await signIn).status).toBe(401)
})

test('a change of password does not overwrite a reset that overtakes it', async () => {
  const { id, username } = await person()
  const call = await session(username)
  expect((await call('GET', '/api/profile')).status).toBe(200)
  const finishReset = await passwordBeingChanged(id)
  const change = call('PATCH', '/api/profile/password', {
    password: PASSWORD,
    newPassword: "the thief's choice",
  })
  await finishReset()
  expect((await change).status).toBe(400)
  expect((await api.signIn(username, NEW_PASSWORD)).status).toBe(200)
})

test('users see their sessions, and can end the others', async () => {
  const { username } = await person()
  const [here, there] = [await session(username), await session(username)]
  const { status, body } = await here('GET', '/api/profile/sessions')
  expect([status, body.length]).toEqual([200, 2])
  expect(body.filter(({ is_current: isCurrent }: { is_current: boolean }) => isCurrent)).toHaveLength(1)
  expect(Object.keys(body[0]).sort()).toEqual([
    ...['address', 'begun_at', 'device', 'expires_at', 'id', 'is_current', 'last_seen_at', 'method'],
  ])
  expect((await here('DELETE', '/api/profile/sessions')).body).toEqual({ ended: 1 })
  expect((await there('GET', '/api/profile')).status).toBe(401)
  expect((await here('GET', '/api/profile/sessions')).body).toHaveLength(1)
})

/** A new session of this person from a browser that calls itself so. */
async function sessionFrom(username: string, agent: string) {
  const headers = { 'user-agent': agent }
  const payload = { username, password: PASSWORD }
  const { body } = await api.visitor.send({ method: 'POST', url: '/api/auth', headers, payload })
  return { authorization: `Bearer ${body.token}` }
}

const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'

test('a session shows its browser, and can be ended alone', async () => {
  const { username } = await person()
  const here = await session(username)
  const phone = await sessionFrom(username, SAFARI)
  const program = await sessionFrom(username, 'x'.repeat(5000))
  const listed = async () => (await here('GET', '/api/profile/sessions')).body
  type Listed = { id: number; device: { name: string; kind: string }; is_current: boolean }
  const find = async (kind: string) => (await listed()).find(({ device }: Listed) => device?.kind === kind)
  expect((await find('phone')).device).toEqual({ name: 'Safari on iPhone', kind: 'phone' })
  expect((await find('program')).device.name).toBe('x'.repeat(40))

  const { id } = await find('phone')
  expect((await here('DELETE', `/api/profile/sessions/${id}`)).status).toBe(204)
  expect((await api.visitor.send({ url: '/api/profile', headers: phone })).status).toBe(401)
  expect((await api.visitor.send({ url: '/api/profile', headers: program })).status).toBe(200)
  expect((await here('GET', '/api/profile')).status).toBe(200)
  expect(await find('phone')).toBeUndefined()
})

test('users cannot end their current session, nor another user’s', async () => {
  const [mine, other] = [await person(), await person()]
  const [here, there] = [await session(mine.username), await session(other.username)]
  const own = (await here('GET', '/api/profile/sessions')).body[0]
  const refused = await here('DELETE', `/api/profile/sessions/${own.id}`)
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'This is your current session. Log out to end it.',
  ])
  const theirs = (await there('GET', '/api/profile/sessions')).body[0]
  expect((await here('DELETE', `/api/profile/sessions/${theirs.id}`)).status).toBe(404)
  expect((await there('GET', '/api/profile')).status).toBe(200)
})

test('ending other sessions needs a recent proof, and a fresh sign-in is one [ASVS 7.5.2]', async () => {
  const { username } = await person()
  const [owner, stolen] = [await session(username), await session(username)]
  const others = async () =>
    (await stolen('GET', '/api/profile/sessions')).body.filter(
      ({ is_current: isCurrent }: { is_current: boolean }) => !isCurrent,
    )
  const [{ id }] = await others()
  api.advance(15 * MINUTE_MS + 1000)
  for (const url of [`/api/profile/sessions/${id}`, '/api/profile/sessions']) {
    const { status, body } = await stolen('DELETE', url)
    expect([url, status, body.code]).toEqual([url, 403, 'stepUp'])
  }
  expect((await owner('GET', '/api/profile')).status).toBe(200)

  const fresh = await session(username)
  expect((await fresh('DELETE', `/api/profile/sessions/${id}`)).status).toBe(204)
  expect((await fresh('DELETE', '/api/profile/sessions')).body).toEqual({ ended: 1 })
  for (const call of [owner, stolen]) expect((await call('GET', '/api/profile')).status).toBe(401)
})

test('the contacts for another role are the administrators who can sign in', async () => {
  await person({ roleId: 'adm', firstName: 'Aaron', active: false })
  await person({ roleId: 'adm', firstName: 'Aaron', passwordHash: null })
  await person({ roleId: 'qa', firstName: 'Aaron' })
  const can = await person({ roleId: 'adm', firstName: 'Abel' })
  const { body } = await (await api.as('wrt')).get('/api/profile/admins')
  expect(body[0]).toEqual({ first_name: 'Abel', last_name: can.lastName, username: can.username })
  for (let count = 0; count < 4; count++) await person({ roleId: 'adm' })
  expect((await (await api.as('wrt')).get('/api/profile/admins')).body).toHaveLength(5)
})

test('an unused session ends where a limit is set, and one in use does not [ASVS 7.3.1]', async () => {
  const strict = await startApi({ SESSION_IDLE_MINUTES: '30' })
  const opm = await strict.as('opm')
  for (let quarter = 0; quarter < 4; quarter++) {
    strict.advance(15 * 60_000)
    expect((await opm.get('/api/profile')).status).toBe(200)
  }
  strict.advance(32 * 60_000)
  expect((await opm.get('/api/profile')).status).toBe(401)
  await strict.close()
})
