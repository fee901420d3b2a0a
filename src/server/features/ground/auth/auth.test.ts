import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Answer, type Api, PASSWORD, startApi, usernameOf } from '../../../testing/api.ts'
import { buildUser } from '../../../testing/builders.ts'
import { tablesHolding } from '../../../testing/stored-text.ts'

let api: Api
let passwordHash: string
beforeAll(async () => {
  api = await startApi()
  passwordHash = await api.app.passwords.hash(PASSWORD)
})
afterAll(() => api.close())

/** Signs in from a new address, so that tests do not use up each other's tries. */
let addresses = 0
const freshAddress = () => {
  addresses += 1
  return `10.1.${Math.floor(addresses / 250)}.${(addresses % 250) + 1}`
}
const signInFrom = (remoteAddress: string, username: string, password = PASSWORD): Promise<Answer> =>
  api.visitor.send({ method: 'POST', url: '/api/auth', payload: { username, password }, remoteAddress })

const person = (values: Parameters<typeof buildUser>[1] = {}) =>
  buildUser(api.database.db, { passwordHash, ...values })

test('signing in with email and password answers a token and the user with role and permissions [AUTH-009] [AUTH-010] [AUTH-019]', async () => {
  const { status, body } = await api.signIn(usernameOf('qa'))
  expect(status).toBe(200)
  expect(body.token).toMatch(/^[\w-]{43}$/)
  expect(body.user).toMatchObject({
    id: expect.any(Number),
    first_name: 'Qa',
    last_name: 'One',
    username: usernameOf('qa'),
    role_id: 'qa',
    role: { id: 'qa', description: 'QA' },
  })
  expect(body.user.permissions).toContain('ValidateArticles')
})

test('a wrong password, an unknown email and an account without a password answer alike', async () => {
  const invited = await person({ passwordHash: null })
  const wrong = await api.signIn(usernameOf('opm'), 'not the password')
  const unknown = await api.signIn('nobody@desk.example', PASSWORD)
  const passwordless = await api.signIn(invited.username, 'nobody has this password')
  expect(wrong.status).toBe(401)
  expect(wrong.body.message).toBe('Wrong email or password.')
  expect({ ...unknown.body, request_id: '' }).toEqual({ ...wrong.body, request_id: '' })
  expect({ ...passwordless.body, request_id: '' }).toEqual({ ...wrong.body, request_id: '' })
})

test('the email is understood in any case and with blanks around it', async () => {
  const { status, body } = await api.signIn(`  ${usernameOf('wrt').toUpperCase()} `)
  expect(status).toBe(200)
  expect(body.user.username).toBe(usernameOf('wrt'))
})

test('a sign-in without a usable email says so [AUTH-006] [AUTH-007]', async () => {
  for (const username of ['', '   ', 'somebody', 'a@', '@desk.example', 'a b@desk.example']) {
    const { status, body } = await api.signIn(username)
    expect(status, username).toBe(400)
    expect(body.message).toBe('celebrate request validation failed')
    expect(body.validation.body).toMatchObject({
      source: 'body',
      keys: ['username'],
      message: 'Please input a valid email!',
    })
  }
})

test('a sign-in without a password says so [AUTH-008]', async () => {
  const { status, body } = await api.signIn(usernameOf('opm'), '')
  expect(status).toBe(400)
  expect(body.validation.body.message).toBe('Please input your password!')
})

test('a locked account is reported only with the right password', async () => {
  const locked = await person({ active: false })
  const right = await api.signIn(locked.username)
  const wrong = await api.signIn(locked.username, 'not the password')
  expect([right.status, right.body.message]).toEqual([401, 'Account locked'])
  expect([wrong.status, wrong.body.message]).toEqual([401, 'Wrong email or password.'])
})

test('signing in counts, and says when it was', async () => {
  const { username, id } = await person()
  await api.signIn(username)
  await api.signIn(username)
  const { body } = await (await api.as('adm')).get(`/api/users/${id}`)
  expect(body.sign_in_count).toBe(2)
  expect(Math.abs(Date.parse(body.last_sign_in_at) - api.now().getTime())).toBeLessThan(10_000)
})

test('of tokens and passwords only digests are stored', async () => {
  const { username, id } = await person({
    passwordHash: await api.app.passwords.hash('Un1quely-chosen-words'),
  })
  const { body } = await api.signIn(username, 'Un1quely-chosen-words')
  expect(await tablesHolding(api.database, username)).toContain('public.users')
  expect(await tablesHolding(api.database, body.token)).toEqual([])
  expect(await tablesHolding(api.database, 'Un1quely-chosen-words')).toEqual([])
  const { rows } = await api.database.pool.query('select password_hash from users where id = $1', [id])
  expect(rows[0].password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test('after ten wrong passwords the eleventh try waits, while another address enters with the right one', async () => {
  const { username } = await person()
  const [here, there] = [freshAddress(), freshAddress()]
  for (let failure = 1; failure <= 10; failure++) {
    expect((await signInFrom(here, username, `wrong ${failure}`)).status).toBe(401)
  }
  const eleventh = await signInFrom(here, username)
  expect(eleventh.status).toBe(429)
  const wait = Number(eleventh.headers['retry-after'])
  expect(wait).toBeGreaterThan(14 * 60)
  expect(wait).toBeLessThanOrEqual(15 * 60)
  expect((await signInFrom(there, username)).status).toBe(200)
  expect((await signInFrom(here, usernameOf('opm'))).status).toBe(200)
  api.advance(wait * 1000)
  expect((await signInFrom(here, username)).status).toBe(200)
})

test('the right password forgets the wrong ones before it', async () => {
  const { username } = await person()
  const here = freshAddress()
  for (let round = 0; round < 2; round++) {
    for (let failure = 0; failure < 9; failure++) await signInFrom(here, username, 'wrong')
    expect((await signInFrom(here, username)).status).toBe(200)
  }
})

test('forty guesses at once are ten guesses', async () => {
  const { username } = await person()
  const here = freshAddress()
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, guess) => signInFrom(here, username, `guess ${guess}`)),
  )
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 401)).toHaveLength(10)
  expect(statuses.filter((status) => status === 429)).toHaveLength(30)
})

test('a hundred wrong passwords from one address keep none of the colleagues behind it out', async () => {
  const { username } = await person()
  const here = freshAddress()
  for (let guess = 0; guess < 102; guess++)
    await signInFrom(here, `sprayed${guess}@desk.example`, 'Summer2026!')
  expect((await signInFrom(here, username)).status).toBe(200)
})

test('the owner of an account under attack is warned by bell and mail, once an hour, and can still sign in from usual places', async () => {
  const { username } = await person()
  const home = freshAddress()
  const { body } = await signInFrom(home, username)
  for (let guess = 0; guess < 32; guess++) await signInFrom(freshAddress(), username, `guess ${guess}`)
  // After each wait the next one doubles: minutes by now, however long this test takes.
  for (let doubling = 2; doubling < 9; doubling++) {
    api.advance(1000 * 2 ** doubling)
    await signInFrom(freshAddress(), username, `patient guess ${doubling}`)
  }
  const mails = (await api.mails()).filter(({ to }) => to === username)
  expect(mails.map(({ subject }) => subject)).toEqual([
    'Someone is guessing passwords for your Copydesk account',
  ])
  const headers = { authorization: `Bearer ${body.token}` }
  const notices = await api.visitor.send({ method: 'GET', url: '/api/notices', headers })
  expect(notices.body.nodes).toMatchObject([{ kind: 'account-guessed', actor: null }])
  expect((await signInFrom(freshAddress(), username)).status).toBe(429)
  expect((await signInFrom(home, username)).status).toBe(200)
})

test('a flood of sign-ins has to come back later, and costs nobody their tries', async () => {
  const { username } = await person()
  const here = freshAddress()
  const flood = Array.from({ length: 80 }, (_, each) =>
    signInFrom(freshAddress(), `flood${each}@desk.example`, 'whatever it is'),
  )
  const mine = await Promise.all(Array.from({ length: 12 }, () => signInFrom(here, username)))
  const answers = await Promise.all(flood)
  const busy = [...answers, ...mine].filter(({ status }) => status === 503)
  expect(busy.length).toBeGreaterThan(0)
  for (const { headers, body } of busy) {
    expect(headers['retry-after']).toBe('3')
    expect(body.message).toBe('Too many people are signing in. Please try again in a moment.')
  }
  expect(answers.filter(({ status }) => status === 401).length).toBeGreaterThanOrEqual(40)
  expect((await signInFrom(here, username)).status).toBe(200)
})
