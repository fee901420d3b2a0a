import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#shared/format/duration.ts'
import { type Api, PASSWORD, startApi } from '../../../testing/api.ts'
import { createAuthService } from '../../../testing/auth-service.ts'
import { buildUser } from '../../../testing/builders.ts'
import { tablesHolding } from '../../../testing/stored-text.ts'

const PUBLIC_URL = 'https://desk.example.com'
const NEW_PASSWORD = 'a rather new password'
const NOT_VALID = 'This link is no longer valid. Request a new one.'

let api: Api
let passwordHash: string
beforeAll(async () => {
  api = await startApi({ PUBLIC_URL: `${PUBLIC_URL}/` })
  passwordHash = await api.app.passwords.hash(PASSWORD)
})
afterAll(() => api.close())

const person = (values: Parameters<typeof buildUser>[1] = {}) =>
  buildUser(api.database.db, { passwordHash, ...values })

type Purpose = 'reset' | 'confirmation'
const ADDRESS = { reset: '/api/reset-password', confirmation: '/api/auth/confirmation' } as const

/** Every call from an address of its own: how often one address may call is a test of its own. */
let calls = 0
function call(
  method: 'GET' | 'POST' | 'PUT',
  url: string,
  { payload, headers = {} }: { payload?: object; headers?: Record<string, string> } = {},
) {
  calls += 1
  const remoteAddress = `10.2.${Math.floor(calls / 250)}.${(calls % 250) + 1}`
  return api.visitor.send({ method, url, headers, remoteAddress, ...(payload ? { payload } : {}) })
}

const askForReset = (username: string, headers?: Record<string, string>) =>
  call('POST', '/api/reset-password', { payload: { username }, ...(headers ? { headers } : {}) })

const look = (purpose: Purpose, token: string) => call('GET', `${ADDRESS[purpose]}?token=${token}`)
const use = (purpose: Purpose, token: string, password = NEW_PASSWORD) =>
  call(purpose === 'reset' ? 'PUT' : 'POST', ADDRESS[purpose], { payload: { token, password } })

async function mailsTo(username: string) {
  return (await api.mails()).filter(({ to }) => to === username)
}

/** The token of the newest link that this person was mailed. */
async function tokenOf(username: string): Promise<string> {
  for (const { text } of await mailsTo(username)) {
    const token = /\/(?:confirmation|reset-password)\/([\w-]{43})$/m.exec(text)?.[1]
    if (token !== undefined) return token
  }
  throw new Error('No link was mailed.')
}

async function resetToken(username: string): Promise<string> {
  await askForReset(username)
  return tokenOf(username)
}

/** An administrator with a new session: the tests move the clock past the end of older ones. */
async function administrator() {
  const { body } = await api.signIn('adm1@desk.example')
  const headers = { authorization: `Bearer ${body.token}` }
  return (method: 'POST' | 'PUT', url: string, payload: object) =>
    api.visitor.send({ method, url, headers, payload })
}

/** A user just invited by an administrator. */
async function invited() {
  const username = `invited${Math.random().toString(36).slice(2)}@desk.example`
  const body = { username, first_name: 'Ines', last_name: 'New', role_id: 'qa', active: 1 }
  const { body: user } = await (await administrator())('POST', '/api/users', body)
  return { id: user.id as number, username, token: await tokenOf(username) }
}

async function expectDead(purpose: Purpose, token: string) {
  for (const { status, body } of [await look(purpose, token), await use(purpose, token)]) {
    expect([status, body.message]).toEqual([404, NOT_VALID])
  }
}

test('an invitation is mailed, greets by first name, and creates the password [AUTH-031] [AUTH-032] [AUTH-033] [AUTH-034]', async () => {
  const { username, token } = await invited()
  const greeting = await look('confirmation', token)
  expect([greeting.status, greeting.body]).toEqual([200, { first_name: 'Ines' }])
  expect((await api.signIn(username, NEW_PASSWORD)).status).toBe(401)
  const { status, body } = await use('confirmation', token)
  expect([status, body]).toEqual([200, { username }])
  expect((await api.signIn(username, NEW_PASSWORD)).status).toBe(200)
  await expectDead('confirmation', token)
})

test('the first administrator is greeted without a name before having typed one', async () => {
  const { username } = await person({ firstName: 'Administrator', lastName: '' })
  await askForReset(username)
  expect((await look('reset', await tokenOf(username))).body).toEqual({ first_name: '' })
  const [mail] = await mailsTo(username)
  expect(mail?.text).toMatch(/^Hello,\n/)
})

test('a reset link is mailed, greets by first name, and sets the password [AUTH-047] [AUTH-048] [AUTH-049] [AUTH-050] [AUTH-055]', async () => {
  const { username } = await person({ firstName: 'Rosa' })
  const asked = await askForReset(username)
  expect(asked.status).toBe(200)
  const token = await tokenOf(username)
  const greeting = await look('reset', token)
  expect([greeting.status, greeting.body]).toEqual([200, { first_name: 'Rosa' }])
  const { status, body } = await use('reset', token)
  expect([status, body]).toEqual([200, { username }])
  expect((await api.signIn(username, PASSWORD)).status).toBe(401)
  expect((await api.signIn(username, NEW_PASSWORD)).status).toBe(200)
  await expectDead('reset', token)
})

test('a reset ends every session and notifies the user by mail', async () => {
  const { username } = await person()
  const { body } = await api.signIn(username)
  const headers = { authorization: `Bearer ${body.token}` }
  expect((await call('GET', '/api/profile', { headers })).status).toBe(200)
  await use('reset', await resetToken(username))
  expect((await call('GET', '/api/profile', { headers })).status).toBe(401)
  expect((await mailsTo(username))[0]?.subject).toBe('Your Copydesk password was changed')
})

test('a new password has to be one [AUTH-028] [AUTH-044]', async () => {
  const { username } = await person()
  const links = [
    ['reset', await resetToken(username)],
    ['confirmation', (await invited()).token],
  ] as const
  for (const [purpose, token] of links) {
    const empty = await use(purpose, token, '')
    expect([empty.status, empty.body.validation.body.message]).toEqual([400, 'Please input your password!'])
    const short = await use(purpose, token, 'seven77')
    expect(short.body.validation.body.message).toBe('Use at least 8 characters.')
    expect((await use(purpose, token)).status).toBe(200)
  }
})

test('a new password is neither a common one nor made of a name, and the link is not used up by trying', async () => {
  const { username } = await person({ firstName: 'Dana', lastName: 'Okafor' })
  const token = await resetToken(username)
  for (const [password, fault] of [
    ['password', 'among the first that attackers try'],
    ['12345678', 'among the first that attackers try'],
    ['QwertyUiop', 'among the first that attackers try'],
    ['zzzzzzzzzzzz', 'among the first that attackers try'],
    ['x7x7x7x7x7', 'among the first that attackers try'],
    ['PasswordPassword', 'among the first that attackers try'],
    ['lkjhgfdsa', 'among the first that attackers try'],
    ['kettlekettle', 'among the first that attackers try'],
    ['qwertasdfgzxcvb', 'among the first that attackers try'],
    ['aaaabbb4321', 'among the first that attackers try'],
    ['ghijklmnop', 'among the first that attackers try'],
    [' '.repeat(8), 'can’t be blank'],
    ['Okafor2026!', 'Don’t use your name or ours'],
    ['copydesk!!', 'Don’t use your name or ours'],
  ] as const) {
    const { status, body } = await use('reset', token, password)
    expect([status, body.validation.body.keys], password).toEqual([400, ['password']])
    expect(body.validation.body.message, password).toContain(fault)
  }
  expect((await use('reset', token)).status).toBe(200)
})

test('of fifty uses of a link at once, exactly one succeeds', async () => {
  const { username } = await person()
  const links = [
    ['reset', await resetToken(username)],
    ['confirmation', (await invited()).token],
  ] as const
  for (const [purpose, token] of links) {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, each) => use(purpose, token, `password ${each}`)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const refused = answers.filter(({ status }) => status !== 200)
    for (const { status, body } of refused) expect([status, body.message]).toEqual([404, NOT_VALID])
  }
})

test('a reset link lives thirty minutes, an invitation seventy-two hours', async () => {
  const lives = [
    ['reset', 30 * MINUTE_MS, async () => resetToken((await person()).username)],
    ['confirmation', 72 * HOUR_MS, async () => (await invited()).token],
  ] as const
  for (const [purpose, life, make] of lives) {
    const token = await make()
    api.advance(life - MINUTE_MS)
    expect((await look(purpose, token)).status).toBe(200)
    api.advance(MINUTE_MS + 1000)
    await expectDead(purpose, token)
  }
})

test('a link works only for its own purpose', async () => {
  const { username } = await person()
  await expectDead('confirmation', await resetToken(username))
  await expectDead('reset', (await invited()).token)
  await expectDead('reset', 'A'.repeat(43))
})

test('a newer link makes the older one worthless', async () => {
  const { username } = await person()
  const older = await resetToken(username)
  api.advance(MINUTE_MS + 1000)
  const newer = await resetToken(username)
  expect(newer).not.toBe(older)
  await expectDead('reset', older)
  expect((await use('reset', newer)).status).toBe(200)
})

test('a reset for an invited address keeps the invitation and sends it again, a few times', async () => {
  const { username, token } = await invited()
  await askForReset(username)
  expect(await mailsTo(username)).toHaveLength(1)
  expect((await look('confirmation', token)).status).toBe(200)
  for (let each = 0; each < 6; each++) {
    api.advance(MINUTE_MS + 1000)
    await askForReset(username)
    await api.mails()
  }
  const mails = await mailsTo(username)
  expect(mails.map(({ subject }) => subject)).toEqual(Array(3).fill('Welcome to Copydesk'))
  const again = await tokenOf(username)
  expect(again).not.toBe(token)
  expect((await look('confirmation', token)).status).toBe(200)
  expect((await use('confirmation', again)).status).toBe(200)
  await expectDead('confirmation', token)
})

test('any change of password makes the links of that person worthless', async () => {
  const { username } = await person()
  const token = await resetToken(username)
  const { body } = await api.signIn(username)
  const { status } = await api.visitor.send({
    method: 'PATCH',
    url: '/api/profile/password',
    headers: { authorization: `Bearer ${body.token}` },
    payload: { password: PASSWORD, newPassword: NEW_PASSWORD },
  })
  expect(status).toBe(200)
  await expectDead('reset', token)
})

test('a locked account gets no link, and loses its existing one, even after it is unlocked', async () => {
  const user = await person()
  const token = await resetToken(user.username)
  const administer = await administrator()
  const lock = async (active: 0 | 1) => {
    const { status } = await administer('PUT', `/api/users/${user.id}`, {
      username: user.username,
      first_name: user.firstName,
      last_name: user.lastName,
      role_id: user.roleId,
      active,
    })
    expect(status).toBe(200)
  }
  await lock(0)
  await expectDead('reset', token)
  api.advance(MINUTE_MS + 1000)
  const before = (await mailsTo(user.username)).length
  const asked = await askForReset(user.username)
  expect(asked.status).toBe(200)
  expect((await mailsTo(user.username)).length).toBe(before)
  await lock(1)
  await expectDead('reset', token)
})

test('a request for an unknown account looks the same and mails nobody', async () => {
  const { username } = await person()
  await api.app.queue.drain()
  const [known, unknown] = [await askForReset(username), await askForReset('nobody@desk.example')]
  expect(known.status).toBe(200)
  expect([unknown.status, unknown.body]).toEqual([known.status, known.body])
  const { rows } = await api.database.pool.query(
    "select data from jobs.job where name = 'auth.mail-password-link' and state = 'created'",
  )
  expect(rows).toHaveLength(2)
  expect(await mailsTo('nobody@desk.example')).toEqual([])
  expect(await mailsTo(username)).toHaveLength(1)
})

test('a person gets at most one reset mail a minute, five in the half hour that a link is good for, and is never without a good one', async () => {
  const { username } = await person()
  for (let each = 0; each < 3; each++) await askForReset(username)
  expect(await mailsTo(username)).toHaveLength(1)
  const sent: number[] = []
  for (let minute = 1; minute < 36; minute++) {
    api.advance(MINUTE_MS + 1000)
    await askForReset(username)
    sent.push((await mailsTo(username)).length)
    expect([minute, (await look('reset', await tokenOf(username))).status]).toEqual([minute, 200])
  }
  expect([sent[8], sent[25], sent.at(-1)]).toEqual([5, 5, 10])
})

test('a whole office behind one address may ask in one minute', async () => {
  const ask = (colleague: number) =>
    api.visitor.send({
      method: 'POST',
      url: '/api/reset-password',
      payload: { username: `nobody-${colleague}@desk.example` },
      remoteAddress: '10.3.0.1',
    })
  for (let colleague = 0; colleague < 40; colleague++) expect((await ask(colleague)).status).toBe(200)
})

test('one address may request five links in half an hour for one account, and its requests for others keep nobody from their mail', async () => {
  const { database } = api
  const service = createAuthService(api)
  const ip = '10.4.0.1'
  const waiting = async () => {
    const { rows } = await database.pool.query(
      "select 1 from jobs.job where name = 'auth.mail-password-link' and state = 'created'",
    )
    return rows.length
  }
  await api.mails()
  const payload = { username: 'flooded@desk.example' }
  for (let each = 0; each < 7; each++) {
    const request = { method: 'POST', url: '/api/reset-password', payload, remoteAddress: ip } as const
    const { status, body } = await api.visitor.send(request)
    expect([status, body.message]).toEqual([200, expect.stringMatching(/^If this address/)])
  }
  expect(await waiting()).toBe(5)
  const origin = { requestId: 'r', address: ip }
  for (let each = 0; each < 40; each++) {
    await service.requestReset(origin, `invented${each}@desk.example`)
  }
  const colleague = await person()
  await service.requestReset(origin, colleague.username)
  expect((await api.mails()).map(({ to }) => to)).toContain(colleague.username)
  api.advance(30 * MINUTE_MS + 1000)
  await service.requestReset(origin, payload.username)
  expect(await waiting()).toBe(1)
})

test('one address may request links for three hundred accounts an hour, and others are not stopped by it', async () => {
  const ask = (username: string, remoteAddress = '10.4.0.9') =>
    api.visitor.send({ method: 'POST', url: '/api/reset-password', payload: { username }, remoteAddress })
  for (let each = 0; each < 300; each++) expect((await ask(`listed${each}@desk.example`)).status).toBe(200)
  const { status, body, headers } = await ask('listed300@desk.example')
  expect([status, body.message]).toEqual([
    429,
    'Too many links were requested from your network. Try again later.',
  ])
  expect(Number(headers['retry-after'])).toBeGreaterThan(3000)
  expect((await ask('listed300@desk.example', '10.4.0.10')).status).toBe(200)
  api.advance(HOUR_MS)
  expect((await ask('listed300@desk.example')).status).toBe(200)
})

test('the token of a link is in the mail and nowhere else', async () => {
  const { username } = await person()
  await askForReset(username)
  const token = await tokenOf(username)
  expect(await tablesHolding(api.database, token)).toEqual([])
  await use('reset', token)
  expect(await tablesHolding(api.database, token)).toEqual([])
  const invitation = await invited()
  expect(await tablesHolding(api.database, invitation.token)).toEqual([])
})

test('links begin with the configured address, with any host in the request', async () => {
  const { username } = await person()
  await askForReset(username, {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'http',
    forwarded: 'host=evil.example',
    origin: 'https://evil.example',
    referer: 'https://evil.example/',
  })
  const [mail] = await mailsTo(username)
  const links = mail?.text.match(/https?:\/\/\S+/g)
  expect(links).toHaveLength(1)
  expect(links?.[0]).toMatch(/^https:\/\/desk\.example\.com\/reset-password\/[\w-]{43}$/)
  expect(mail?.text).not.toContain('evil')
})
