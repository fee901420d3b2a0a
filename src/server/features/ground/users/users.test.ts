import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { grantsOf, ROLE_IDS } from '#shared/access/roles.ts'
import { users } from '../../../db/schema/users.ts'
import { type Api, type Client, PASSWORD, startApi } from '../../../testing/api.ts'
import { buildUser } from '../../../testing/builders.ts'

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
const subjectsTo = async (username: string) =>
  (await api.mails()).filter(({ to }) => to === username).map(({ subject }) => subject)

test('a user is created as given, is active, and is mailed an invitation [USER-033] [USER-022]', async () => {
  const body = wire({ first_name: '  Noa ', username: ' NOA@Desk.example ', role_id: 'eng' })
  const { status, body: user } = await admin.post('/api/users', body)
  expect(status).toBe(201)
  expect(user).toEqual({
    id: expect.any(Number),
    first_name: 'Noa',
    last_name: 'New',
    username: 'noa@desk.example',
    active: 1,
    role_id: 'eng',
    role: { id: 'eng', description: 'Engineer' },
    sign_in_count: 0,
    last_sign_in_at: null,
    confirmed: false,
    version: 1,
  })
  expect(await subjectsTo('noa@desk.example')).toEqual(['Welcome to Copydesk'])
  expect((await admin.get(`/api/users/${user.id}`)).body).toEqual(user)
  const { id } = await person({ signInCount: 3, lastSignInAt: new Date('2026-03-01T09:30:00Z') })
  expect((await admin.get(`/api/users/${id}`)).body).toMatchObject({
    sign_in_count: 3,
    last_sign_in_at: '2026-03-01T09:30:00.000Z',
    confirmed: true,
  })
})

test('a user created locked is invited only once unlocked', async () => {
  const body = wire({ active: false })
  const { body: user } = await admin.post('/api/users', body)
  expect(user.active).toBe(0)
  expect(await subjectsTo(body.username)).toEqual([])
  await admin.put(`/api/users/${user.id}`, { ...body, active: true })
  expect(await subjectsTo(body.username)).toEqual(['Welcome to Copydesk'])
})

test('saving a user without an email, or with an invalid one, reports it [USER-012] [USER-013]', async () => {
  const { id } = await person()
  for (const username of ['', '   ', 'nobody', 'a@b', 'a b@desk.example', 'x@desk.example\r\nbcc: y']) {
    for (const { status, body } of [
      await admin.post('/api/users', wire({ username })),
      await admin.put(`/api/users/${id}`, wire({ username })),
    ]) {
      expect(status, username).toBe(400)
      expect(body.message).toBe('celebrate request validation failed')
      expect(body.validation.body.message).toBe('Please a valid email!')
    }
  }
})

test('saving a user without a first name says so [USER-014]', async () => {
  for (const first_name of ['', '  \t ']) {
    const { status, body } = await admin.post('/api/users', wire({ first_name }))
    expect([status, body.validation.body.message]).toEqual([400, 'Please input the first name!'])
  }
})

test('saving a user without a last name says so [USER-015]', async () => {
  for (const last_name of ['', '  \t ']) {
    const { status, body } = await admin.post('/api/users', wire({ last_name }))
    expect([status, body.validation.body.message]).toEqual([400, 'Please input the last name!'])
  }
})

test('every fault of a form is named with its field, the first one as the message', async () => {
  const { body } = await admin.post('/api/users', { username: '', first_name: '', last_name: '' })
  expect(body.validation.body.keys).toEqual(['username', 'first_name', 'last_name', 'role_id', 'active'])
  expect(body.validation.body.message).toBe('Please a valid email!')
})

test('a user is changed as given [USER-034]', async () => {
  const { id, username } = await person()
  const change = { username, first_name: 'Other', last_name: 'Name', role_id: 'qa', active: 1 }
  const { status, body } = await admin.put(`/api/users/${id}`, change)
  expect(status).toBe(200)
  expect(body).toMatchObject({ ...change, id, role: { id: 'qa', description: 'QA' } })
  expect((await admin.get(`/api/users/${id}`)).body).toEqual(body)
})

test('a user is locked and unlocked [USER-016]', async () => {
  const { id, username } = await person()
  const body = wire({ username })
  for (const [active, shown] of [
    [0, 0],
    [1, 1],
    [false, 0],
    [true, 1],
  ]) {
    expect((await admin.put(`/api/users/${id}`, { ...body, active })).body.active).toBe(shown)
    expect((await api.signIn(username)).status).toBe(shown ? 200 : 401)
  }
})

test('an email belongs to one user, in any case', async () => {
  const { username } = await person()
  const other = await person()
  const upper = username.toUpperCase()
  for (const { status, body } of [
    await admin.post('/api/users', wire({ username: upper })),
    await admin.put(`/api/users/${other.id}`, wire({ username: upper })),
  ]) {
    expect([status, body.message]).toEqual([409, 'This email already belongs to another user.'])
  }
  expect((await rowOf(other.id))?.username).toBe(other.username)
})

test('of twenty people who create the same email at once, one succeeds', async () => {
  const body = wire()
  const answers = await Promise.all(Array.from({ length: 20 }, () => admin.post('/api/users', body)))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(409)])
})

test('of two people who take the same email at once by a change, one succeeds', async () => {
  const both = [await person(), await person()]
  const { username } = wire()
  const answers = await Promise.all(both.map(({ id }) => admin.put(`/api/users/${id}`, wire({ username }))))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
})

test('a new email is reported to the old address; an unconfirmed user is invited at the new one at once', async () => {
  const confirmed = await person()
  const moved = wire()
  await admin.put(`/api/users/${confirmed.id}`, moved)
  expect(await subjectsTo(confirmed.username)).toEqual(['Your Copydesk email was changed'])
  expect(await subjectsTo(moved.username)).toEqual([])

  const typo = wire()
  const { body: invited } = await admin.post('/api/users', typo)
  expect(await subjectsTo(typo.username)).toEqual(['Welcome to Copydesk'])
  const corrected = wire()
  await admin.put(`/api/users/${invited.id}`, corrected)
  expect(await subjectsTo(corrected.username)).toEqual(['Welcome to Copydesk'])
})

test('an unknown user answers 404', async () => {
  expect((await admin.get('/api/users/2147483647')).status).toBe(404)
  expect((await admin.put('/api/users/2147483647', wire())).status).toBe(404)
  expect((await (await api.as('eng')).post('/api/users/2147483647/email/resend')).status).toBe(404)
})

test('an engineer sends an unconfirmed user the invitation again, and a confirmed one a test mail [USER-038]', async () => {
  const engineer = await api.as('eng')
  const unconfirmed = await person({ passwordHash: null })
  const confirmed = await person()
  const locked = await person({ active: false })
  const invitation = await engineer.post(`/api/users/${unconfirmed.id}/email/resend`)
  expect([invitation.status, invitation.body]).toEqual([202, { message: 'Invitation sent.' }])
  expect(await subjectsTo(unconfirmed.username)).toEqual(['Welcome to Copydesk'])
  const mail = await engineer.post(`/api/users/${confirmed.id}/email/resend`)
  expect([mail.status, mail.body]).toEqual([202, { message: 'Test email sent.' }])
  expect(await subjectsTo(confirmed.username)).toEqual(['Test email from Copydesk'])
  expect((await engineer.post(`/api/users/${locked.id}/email/resend`)).status).toBe(409)
})

test('a hundred resends mail one person three times an hour at most', async () => {
  const engineer = await api.as('eng')
  for (const hash of [passwordHash, null]) {
    const { id, username } = await person({ passwordHash: hash })
    const statuses: number[] = []
    for (let each = 0; each < 100; each++) {
      statuses.push((await engineer.post(`/api/users/${id}/email/resend`)).status)
      if (each % 20 === 0) await api.mails()
    }
    expect(statuses.filter((status) => status === 202)).toHaveLength(3)
    expect(statuses.filter((status) => status === 429)).toHaveLength(97)
    const subjects = await subjectsTo(username)
    expect(subjects.length).toBeGreaterThan(0)
    expect(subjects.length).toBeLessThanOrEqual(3)
  }
})

test('the roles are read with their descriptions [USER-032]', async () => {
  const { status, body } = await admin.get('/api/auth/roles')
  expect(status).toBe(200)
  expect(body).toEqual([
    { id: 'adm', description: 'Admin' },
    { id: 'opm', description: 'Operations manager' },
    { id: 'qa', description: 'QA' },
    { id: 'eng', description: 'Engineer' },
    { id: 'wrt', description: 'Writer' },
  ])
})

test('everybody reads themselves whole; others only who manages users [USER-037]', async () => {
  const { id } = await person()
  for (const role of ROLE_IDS) {
    const client = role === 'adm' ? admin : await api.as(role)
    const self = await client.get(`/api/users/${client.id}`)
    expect(Object.keys(self.body).sort()).toEqual([
      'active',
      'confirmed',
      'first_name',
      'id',
      'last_name',
      'last_sign_in_at',
      'role',
      'role_id',
      'sign_in_count',
      'username',
      'version',
    ])
    const mayManage = grantsOf(role).includes('ManageUsers')
    expect((await client.get(`/api/users/${id}`)).status, role).toBe(mayManage ? 200 : 403)
  }
})
