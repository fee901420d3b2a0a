import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MINUTE_MS } from '#shared/format/duration.ts'
import { type Answer, type Api, PASSWORD, startApi } from '../../../testing/api.ts'
import { buildUser } from '../../../testing/builders.ts'
import { until } from '../../../testing/until.ts'

let api: Api
let passwordHash: string
beforeAll(async () => {
  api = await startApi()
  passwordHash = await api.app.passwords.hash(PASSWORD)
})
afterAll(() => api.close())

const person = (values: Parameters<typeof buildUser>[1] = {}) =>
  buildUser(api.database.db, { passwordHash, roleId: 'adm', ...values })

/** Each user calls from an address of their own, so that no test uses up the tries of another. */
let addresses = 0
const freshAddress = () => {
  addresses += 1
  return `10.7.0.${addresses}`
}

interface Caller {
  confirm(password?: string): Promise<Answer>
  put(url: string, payload: object): Promise<Answer>
  post(url: string, payload: object): Promise<Answer>
}

async function signedIn(username: string): Promise<Caller> {
  const remoteAddress = freshAddress()
  const send = (method: 'POST' | 'PUT', url: string, payload: object, headers = {}) =>
    api.visitor.send({ method, url, payload, headers, remoteAddress })
  const { body } = await send('POST', '/api/auth', { username, password: PASSWORD })
  const headers = { authorization: `Bearer ${body.token}` }
  return {
    confirm: (password = PASSWORD) => send('POST', '/api/auth/step-up', { password }, headers),
    put: (url, payload) => send('PUT', url, payload, headers),
    post: (url, payload) => send('POST', url, payload, headers),
  }
}

/** A user who signed in more than a quarter of an hour ago. */
async function signedInEarlier(username: string): Promise<Caller> {
  const caller = await signedIn(username)
  api.advance(15 * MINUTE_MS + 1000)
  return caller
}

const wireOf = ({ username, firstName, lastName, roleId }: Awaited<ReturnType<typeof person>>) => ({
  username,
  first_name: firstName,
  last_name: lastName,
  role_id: roleId,
  active: 1,
})

const readUser = async (id: number) => (await (await api.as('adm')).get(`/api/users/${id}`)).body

const REFUSAL = {
  statusCode: 403,
  error: 'Forbidden',
  message: 'Please confirm your password first.',
  code: 'stepUp',
  request_id: expect.any(String),
  details: { factors: ['password'] },
}

describe('a session whose user entered the password more than 15 minutes ago', () => {
  it.each([
    ['email', { username: 'stranger@elsewhere.example' }],
    ['role', { role_id: 'qa' }],
    ['lock', { active: 0 }],
  ])('cannot change the %s of a user, and nothing changes', async (_, change) => {
    const [caller, user] = [await signedInEarlier((await person()).username), await person()]
    const before = await readUser(user.id)
    const { status, body } = await caller.put(`/api/users/${user.id}`, { ...wireOf(user), ...change })
    expect([status, body]).toEqual([403, REFUSAL])
    expect(await readUser(user.id)).toEqual(before)
  })

  it('cannot move its own account to another email', async () => {
    const me = await person()
    const caller = await signedInEarlier(me.username)
    const moved = { ...wireOf(me), username: 'thief@elsewhere.example' }
    expect((await caller.put(`/api/users/${me.id}`, moved)).body).toEqual(REFUSAL)
    expect(await readUser(me.id)).toMatchObject({ username: me.username })
  })

  it('can still change a name', async () => {
    const [caller, user] = [await signedInEarlier((await person()).username), await person()]
    const named = { ...wireOf(user), first_name: 'Renamed' }
    expect((await caller.put(`/api/users/${user.id}`, named)).body).toMatchObject({ first_name: 'Renamed' })
  })

  it('can change all of it once the password is confirmed, for another 15 minutes', async () => {
    const [caller, user] = [await signedInEarlier((await person()).username), await person()]
    expect((await caller.confirm()).status).toBe(204)
    api.advance(15 * MINUTE_MS - 5000)
    const changed = { ...wireOf(user), role_id: 'qa' }
    expect((await caller.put(`/api/users/${user.id}`, changed)).body).toMatchObject({ role_id: 'qa' })
    api.advance(10_000)
    expect((await caller.put(`/api/users/${user.id}`, wireOf(user))).body).toEqual(REFUSAL)
  })

  it('cannot create an administrator', async () => {
    const caller = await signedInEarlier((await person()).username)
    const wire = { ...wireOf(await person()), username: 'accomplice@elsewhere.example' }
    expect((await caller.post('/api/users', wire)).body).toEqual(REFUSAL)
    expect((await (await api.as('adm')).get('/api/users?query=accomplice')).body.totalCount).toBe(0)
  })
})

it('a session from before confirmations were recorded has to confirm once', async () => {
  const [me, user] = [await person(), await person()]
  const caller = await signedIn(me.username)
  await api.database.pool.query('update sessions set strong_at = null where user_id = $1', [me.id])
  const locked = { ...wireOf(user), active: 0 }
  expect((await caller.put(`/api/users/${user.id}`, locked)).body).toEqual(REFUSAL)
  await caller.confirm()
  expect((await caller.put(`/api/users/${user.id}`, locked)).status).toBe(200)
})

it('a confirmation counts for the session that made it and no other', async () => {
  const { username } = await person()
  const [mine, stolen] = [await signedIn(username), await signedInEarlier(username)]
  const user = await person()
  await mine.confirm()
  expect((await stolen.put(`/api/users/${user.id}`, { ...wireOf(user), active: 0 })).body).toEqual(REFUSAL)
})

describe('a confirmation', () => {
  it('takes only the password of the signed-in user, and gives the same answer to every wrong one', async () => {
    await person({ passwordHash: await api.app.passwords.hash('somebody else knows this') })
    const user = await person()
    const caller = await signedInEarlier((await person()).username)
    for (const password of ['somebody else knows this', 'a guess', `${PASSWORD} `]) {
      const { status, body } = await caller.confirm(password)
      expect([status, body.validation.body.issues]).toEqual([
        400,
        [{ path: 'password', message: 'That isn’t your password. Please try again.' }],
      ])
    }
    expect((await caller.put(`/api/users/${user.id}`, { ...wireOf(user), active: 0 })).body).toEqual(REFUSAL)
  })

  it('shares its tries with sign-in: after ten wrong ones, together, even the right one waits', async () => {
    const { username } = await person()
    const remoteAddress = freshAddress()
    const { body } = await api.visitor.send({
      method: 'POST',
      url: '/api/auth',
      payload: { username, password: PASSWORD },
      remoteAddress,
    })
    const headers = { authorization: `Bearer ${body.token}` }
    const confirm = (password: string) =>
      api.visitor.send({
        method: 'POST',
        url: '/api/auth/step-up',
        payload: { password },
        headers,
        remoteAddress,
      })
    const signIn = (password: string) =>
      api.visitor.send({ method: 'POST', url: '/api/auth', payload: { username, password }, remoteAddress })
    const wrong = await Promise.all([
      ...Array.from({ length: 12 }, (_, guess) => confirm(`guess ${guess}`)),
      ...Array.from({ length: 5 }, (_, guess) => signIn(`other guess ${guess}`)),
    ])
    expect(wrong.filter(({ status }) => status !== 429)).toHaveLength(10)
    const { status, headers: answered } = await confirm(PASSWORD)
    expect(status).toBe(429)
    expect(Number(answered['retry-after'])).toBeGreaterThan(14 * 60)
    expect((await signIn(PASSWORD)).status).toBe(429)
  })

  it('is refused to a locked user', async () => {
    const [me, admin] = [await person(), await signedIn((await person()).username)]
    const caller = await signedIn(me.username)
    expect((await admin.put(`/api/users/${me.id}`, { ...wireOf(me), active: 0 })).status).toBe(200)
    expect((await caller.confirm()).status).toBe(401)
  })

  it('comes too late if the user was locked, signed out or given a new password while it was checked', async () => {
    for (const change of [
      'update users set active = false where id = $1',
      'update users set password_hash = null where id = $1',
      'update sessions set revoked_at = now() where user_id = $1',
    ]) {
      const me = await person()
      const caller = await signedInEarlier(me.username)
      // From now on the server knows that the session is in use and need not write that down.
      await caller.confirm('not yet')
      const client = await api.database.pool.connect()
      await client.query('begin')
      await client.query('select from users where id = $1 for update', [me.id])
      const confirmed = caller.confirm()
      await untilBlocked()
      await client.query(change, [me.id])
      await client.query('commit')
      client.release()
      expect([change, (await confirmed).status]).toEqual([change, 400])
      const { rows } = await api.database.pool.query(
        'select strong_at > $2 as is_confirmed from sessions where user_id = $1',
        [me.id, new Date(api.now().getTime() - 15 * MINUTE_MS)],
      )
      expect(rows).toEqual([{ is_confirmed: false }])
    }
  })

  it('made ten times at once counts each time', async () => {
    const [caller, user] = [await signedInEarlier((await person()).username), await person()]
    const answers = await Promise.all(Array.from({ length: 10 }, () => caller.confirm()))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 204))
    expect((await caller.put(`/api/users/${user.id}`, { ...wireOf(user), active: 0 })).status).toBe(200)
  })

  it('is in the audit trail whether it succeeds or fails, without the password', async () => {
    const me = await person()
    const caller = await signedIn(me.username)
    await caller.confirm('a wrong phrase')
    await caller.confirm()
    const { rows } = await api.database.pool.query(
      "select act, actor_id, noun_id, before, after from audit_entries where act like 'session.%confirmed' and actor_id = $1 order by id",
      [me.id],
    )
    const entry = { actor_id: me.id, noun_id: String(me.id), before: null, after: null }
    expect(rows).toEqual([
      { act: 'session.unconfirmed', ...entry },
      { act: 'session.confirmed', ...entry },
    ])
  })
})

/** Until a statement of this database waits for a lock. */
async function untilBlocked() {
  await until(async () => {
    const { rows } = await api.database.pool.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
    return rows.length > 0
  })
}
