import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS, MINUTE_MS } from '#shared/format/duration.ts'
import { createApp } from '../../../app.ts'
import { REMOVE_SHORT_LIVED } from '../../../kernel/retention/removal-store.ts'
import { hashToken } from '../../../security/tokens.ts'
import { type Api, PASSWORD, startApi } from '../../../testing/api.ts'
import { createFactorStage, type FactorStage, issuesOf, STEP_MS } from '../../../testing/factor-stage.ts'

let api: Api
let stage: FactorStage
beforeAll(async () => {
  api = await startApi()
  stage = await createFactorStage(api)
})
afterAll(() => api.close())

const EXPIRED = [409, 'This step has expired. Enter your password again to start over. Nothing was changed.']
const saidBy = ({ status, body }: { status: number; body: { message: string } }) => [status, body.message]

const countOf = async (id: number) =>
  (await stage.query('select sign_in_count from users where id = $1', id))[0].sign_in_count

describe('an account with an authenticator app', () => {
  it('[ASVS 6.3.3] is not signed in by its password alone; the answer says what to send next', async () => {
    const user = await stage.enrolled()
    const before = await countOf(user.id)
    const { status, body } = await stage.signIn(user.username)
    expect([status, body]).toEqual([
      422,
      {
        statusCode: 422,
        error: 'Unprocessable Entity',
        message: 'Your account needs a second factor.',
        code: 'secondFactor',
        request_id: expect.any(String),
        details: {
          challenge: expect.any(String),
          expires_at: new Date(api.now().getTime() + 5 * MINUTE_MS).toISOString(),
          factors: ['totp', 'recovery'],
          passkey: null,
        },
      },
    ])
    expect(await countOf(user.id)).toBe(before)
    expect(await stage.sessionsOf(user.id)).toEqual([{ method: 'password' }])
    expect((await stage.actsOn(user.id)).at(-1)).toBe('session.half-begun')
  })

  it('is signed in by the code of its app; the session says how, and confirms like a password', async () => {
    const user = await stage.enrolled()
    const { challenge } = await stage.begin(user.username)
    const { status, body } = await stage.finish(challenge, { totp: stage.codeOf(user) })
    expect([status, body]).toEqual([
      200,
      { token: expect.any(String), user: expect.objectContaining({ id: user.id, username: user.username }) },
    ])
    const { body: sessions } = await stage.send('GET', '/api/profile/sessions', undefined, body.token)
    expect(sessions.map(({ method }: { method: string }) => method).toSorted()).toEqual(['password', 'totp'])
    expect((await stage.send('DELETE', '/api/profile/factors/totp', undefined, body.token)).status).toBe(204)
  })

  it('tells nothing about its factors to a caller with a wrong password', async () => {
    const user = await stage.enrolled()
    const { status, body } = await stage.signIn(user.username, 'a wrong password')
    expect([status, body.message, body.details]).toEqual([401, 'Wrong email or password.', undefined])
  })

  it('takes codes with spaces, and those of the 30 seconds before and after, but of no other time', async () => {
    for (const [shift, expected] of [
      [-2 * STEP_MS, 400],
      [-STEP_MS, 200],
      [0, 200],
      [STEP_MS, 200],
      [2 * STEP_MS, 400],
      [90_000, 400],
    ] as const) {
      const user = await stage.enrolled()
      api.advance(STEP_MS)
      const { challenge } = await stage.begin(user.username)
      const code = stage.codeOf(user, shift).replace(/^(...)/, '$1 ')
      expect([shift, (await stage.finish(challenge, { totp: code })).status]).toEqual([shift, expected])
    }
  })
})

describe('a code of an authenticator app', () => {
  it('[ASVS 6.5.1] counts once, even for another sign-in within its 30 seconds', async () => {
    const user = await stage.enrolled()
    const code = stage.codeOf(user)
    const first = await stage.begin(user.username)
    expect((await stage.finish(first.challenge, { totp: code })).status).toBe(200)
    const second = await stage.begin(user.username)
    expect(issuesOf(await stage.finish(second.challenge, { totp: code }))).toEqual([
      400,
      [{ path: 'totp', message: 'That code is wrong or already used. You have 4 tries left.' }],
    ])
    // Nor does the one before it.
    expect((await stage.finish(second.challenge, { totp: stage.codeOf(user, -STEP_MS) })).status).toBe(400)
  })

  it('that turned the app on does not sign in', async () => {
    const user = await stage.enrolled()
    const { challenge } = await stage.begin(user.username)
    expect((await stage.finish(challenge, { totp: stage.codeOf(user, -STEP_MS) })).status).toBe(400)
  })

  it('sent fifty times at once opens one session', async () => {
    const user = await stage.enrolled()
    const { challenge } = await stage.begin(user.username)
    const totp = stage.codeOf(user)
    const answers = await Promise.all(Array.from({ length: 50 }, () => stage.finish(challenge, { totp })))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([])
    expect(await stage.sessionsOf(user.id)).toEqual([{ method: 'password' }, { method: 'totp' }])
    expect(await stage.noticesOf(user.id)).not.toContainEqual(
      expect.objectContaining({ kind: 'codes-guessed' }),
    )
  })

  it('sent to two servers at once, for two steps, opens one session', async () => {
    const user = await stage.enrolled()
    const other = await createApp({ settings: api.settings, database: api.database, clock: api.now })
    const [here, there] = [await stage.begin(user.username), await stage.begin(user.username)]
    const totp = stage.codeOf(user)
    const statuses = await Promise.all([
      stage.finish(here.challenge, { totp }).then(({ status }) => status),
      other.server
        .inject({
          method: 'POST',
          url: '/api/auth/second-factor',
          payload: { challenge: there.challenge, totp },
        })
        .then(({ statusCode }) => statusCode),
    ])
    expect(statuses.toSorted()).toEqual([200, 400])
    await other.server.close()
  })
})

describe('the step after the password', () => {
  it('lasts five minutes', async () => {
    const user = await stage.enrolled()
    const { challenge } = await stage.begin(user.username)
    api.advance(5 * MINUTE_MS)
    expect(saidBy(await stage.finish(challenge, { totp: stage.codeOf(user) }))).toEqual(EXPIRED)
  })

  it('is used once', async () => {
    const user = await stage.enrolled()
    const { challenge } = await stage.begin(user.username)
    await stage.finish(challenge, { totp: stage.codeOf(user) })
    api.advance(STEP_MS)
    expect(saidBy(await stage.finish(challenge, { totp: stage.codeOf(user) }))).toEqual(EXPIRED)
  })

  it('takes no code of another user', async () => {
    const [user, other] = [await stage.enrolled(), await stage.enrolled()]
    api.advance(STEP_MS)
    const { challenge } = await stage.begin(user.username)
    expect((await stage.finish(challenge, { totp: stage.codeOf(other) })).status).toBe(400)
    expect((await stage.finish(challenge, { recovery: other.codes[0] })).status).toBe(400)
  })

  it('is unknown without its token, which only its SHA-256 stands for in the database', async () => {
    const user = await stage.enrolled()
    const { challenge } = await stage.begin(user.username)
    expect(saidBy(await stage.finish('made up', { totp: stage.codeOf(user) }))).toEqual(EXPIRED)
    const rows = await stage.query('select * from sign_in_challenges where user_id = $1', user.id)
    expect(JSON.stringify(rows)).not.toContain(challenge)
  })

  it('takes one proof, no more and no less', async () => {
    const user = await stage.enrolled()
    const { challenge } = await stage.begin(user.username)
    const two = { totp: stage.codeOf(user), recovery: user.codes[0] }
    for (const proof of [{}, two])
      expect(issuesOf(await stage.finish(challenge, proof))).toEqual([
        400,
        [{ path: 'totp', message: 'Enter the 6 digits of the code.' }],
      ])
  })

  it.each([
    ['changes their password', 'PATCH'],
    ['is locked', 'PUT'],
  ])('is worthless once its user %s', async (_, method) => {
    const user = await stage.enrolled()
    const { challenge } = await stage.begin(user.username)
    if (method === 'PATCH') {
      const change = { password: PASSWORD, newPassword: 'another long secret' }
      expect((await user.call('PATCH', '/api/profile/password', change)).status).toBe(200)
    } else {
      const admin = await stage.person({ roleId: 'adm' })
      const wire = (await admin.call('GET', `/api/users/${user.id}`)).body
      expect((await admin.call('PUT', `/api/users/${user.id}`, { ...wire, active: 0 })).status).toBe(200)
    }
    expect(saidBy(await stage.finish(challenge, { totp: stage.codeOf(user) }))).toEqual(EXPIRED)
  })

  it('[ASVS 6.4.3] follows a password reset too, which signs nobody in', async () => {
    const user = await stage.enrolled()
    const begun = await stage.begin(user.username)
    await stage.send('POST', '/api/reset-password', { username: user.username })
    const texts = (await stage.mailsTo(user.username)).map(({ text }) => text).join()
    const token = /reset-password\/([\w-]+)/.exec(texts)?.[1]
    const password = 'one more long secret'
    const { status, body } = await stage.send('PUT', '/api/reset-password', { token, password })
    expect([status, body]).toEqual([200, { username: user.username }])
    expect(await stage.sessionsOf(user.id)).toEqual([])
    expect(saidBy(await stage.finish(begun.challenge, { totp: stage.codeOf(user) }))).toEqual(EXPIRED)
    expect((await stage.signIn(user.username, password)).status).toBe(422)
  })
})

it('a step is removed within an hour after it was used or has expired, and not before', async () => {
  const user = await stage.enrolled()
  await stage.begin(user.username)
  api.advance(5 * MINUTE_MS + 1)
  const [open, used] = [await stage.begin(user.username), await stage.begin(user.username)]
  await stage.finish(used.challenge, { recovery: user.codes[0] })
  await api.runJob(REMOVE_SHORT_LIVED)
  const kept = await stage.query('select token_hash from sign_in_challenges where user_id = $1', user.id)
  expect(kept).toEqual([{ token_hash: hashToken(open.challenge) }])
})

describe('a server of the former version, which knows passwords only', () => {
  const beginSession = ({ id }: { id: number }, method: string | null) =>
    stage.query(
      "insert into sessions (token_hash, user_id, expires_at, method) values (gen_random_uuid(), $1, now() + interval '1 hour', $2)",
      id,
      method,
    )

  it.each(['authenticator app', 'passkey'])(
    'signs in no user who has a second factor: %s',
    async (factor) => {
      const user = await (factor === 'passkey' ? stage.withPasskey() : stage.enrolled())
      for (const method of [null, 'password'])
        await expect(beginSession(user, method)).rejects.toThrow(/has a second factor/)
    },
  )

  it('signs in the others, also while an app is being set up', async () => {
    const user = await stage.person()
    await user.call('POST', '/api/profile/factors/totp')
    await beginSession(user, null)
    expect(await stage.sessionsOf(user.id)).toEqual([{ method: 'password' }, { method: null }])
  })
})

describe('a caller who knows the password and guesses codes', () => {
  it('[ASVS 6.3.1] has five tries in fifteen minutes, over any number of steps', async () => {
    const user = await stage.enrolled()
    const totp = stage.wrongCodeOf(user)
    const first = await stage.begin(user.username)
    const messages = []
    for (let guess = 0; guess < 3; guess++)
      messages.push((await stage.finish(first.challenge, { totp })).body.validation.body.message)
    expect(messages).toEqual(
      ['4 tries', '3 tries', '2 tries'].map(
        (left) => `That code is wrong or already used. You have ${left} left.`,
      ),
    )
    const second = await stage.begin(user.username)
    for (let guess = 0; guess < 2; guess++) await stage.finish(second.challenge, { totp })
    const { status, body, headers } = await stage.finish(second.challenge, { totp: stage.codeOf(user) })
    expect([status, body.message]).toEqual([
      429,
      'Too many wrong codes. Try again in 15 minutes, or use a recovery code.',
    ])
    expect(Number(headers['retry-after'])).toBeGreaterThan(14 * 60)
    api.advance(15 * MINUTE_MS)
    const later = await stage.begin(user.username)
    expect((await stage.finish(later.challenge, { totp: stage.codeOf(user) })).status).toBe(200)
  })

  it('has the same five with fifty guesses at once', async () => {
    const user = await stage.enrolled()
    const { challenge } = await stage.begin(user.username)
    const totp = stage.wrongCodeOf(user)
    const answers = await Promise.all(Array.from({ length: 50 }, () => stage.finish(challenge, { totp })))
    expect(answers.filter(({ status }) => status === 200)).toEqual([])
    const [{ tries }] = await stage.query('select tries from sign_in_challenges where user_id = $1', user.id)
    expect(tries).toBeLessThanOrEqual(5)
    const failed = (await stage.actsOn(user.id)).filter((act) => act === 'session.failed')
    expect(failed.length).toBeLessThanOrEqual(5)
  })

  it('cannot do so unnoticed: at the third one the owner gets a notice and a mail, once', async () => {
    const user = await stage.enrolled()
    await stage.mailsTo(user.username)
    const { challenge } = await stage.begin(user.username)
    const totp = stage.wrongCodeOf(user)
    const kinds = async () => (await stage.noticesOf(user.id)).map(({ kind }) => kind)
    for (let guess = 0; guess < 2; guess++) await stage.finish(challenge, { totp })
    expect(await kinds()).not.toContain('codes-guessed')
    for (let guess = 0; guess < 3; guess++) await stage.finish(challenge, { totp })
    expect((await kinds()).filter((kind) => kind === 'codes-guessed')).toHaveLength(1)
    const subjects = (await stage.mailsTo(user.username)).map(({ subject }) => subject)
    expect(subjects).toContain('Someone is guessing codes for your Copydesk account')
  })

  it('cannot lock the owner out of their recovery codes', async () => {
    const user = await stage.enrolled()
    const totp = stage.wrongCodeOf(user)
    const guessed = await stage.begin(user.username)
    for (let guess = 0; guess < 5; guess++) await stage.finish(guessed.challenge, { totp })
    const { challenge } = await stage.begin(user.username)
    expect((await stage.finish(challenge, { totp })).status).toBe(429)
    expect((await stage.finish(challenge, { recovery: user.codes[0] })).status).toBe(200)
  })

  it('is noticed at the sixth of a day too, though the owner signs in between them', async () => {
    const user = await stage.enrolled()
    for (let guess = 1; guess <= 7; guess++) {
      const { challenge } = await stage.begin(user.username)
      await stage.finish(challenge, { totp: stage.wrongCodeOf(user) })
      const told = (await stage.noticesOf(user.id)).filter(({ kind }) => kind === 'codes-guessed')
      expect([guess, told.length]).toEqual([guess, guess < 6 ? 0 : 1])
      expect((await stage.finish(challenge, { totp: stage.codeOf(user) })).status).toBe(200)
      api.advance(STEP_MS)
    }
  })

  it('has twenty tries in a day; then even the right code waits until it ends', async () => {
    const user = await stage.enrolled()
    const begun = api.now()
    for (let round = 0; round < 4; round++) {
      const { challenge } = await stage.begin(user.username)
      const totp = stage.wrongCodeOf(user)
      for (let guess = 0; guess < 5; guess++) await stage.finish(challenge, { totp })
      api.advance(15 * MINUTE_MS)
    }
    const told = (await stage.noticesOf(user.id)).filter(({ kind }) => kind === 'codes-guessed')
    expect(told).toHaveLength(5)
    const { challenge } = await stage.begin(user.username)
    const { status, body, headers } = await stage.finish(challenge, { totp: stage.codeOf(user) })
    expect([status, body.message]).toEqual([
      429,
      'Too many wrong codes. Try again in 23 hours, or use a recovery code.',
    ])
    expect(headers['retry-after']).toBe(String(23 * 3600))
    expect((await stage.finish(challenge, { recovery: user.codes[0] })).status).toBe(200)
    api.advance(begun.getTime() + DAY_MS - api.now().getTime())
    const later = await stage.begin(user.username)
    expect((await stage.finish(later.challenge, { totp: stage.codeOf(user) })).status).toBe(200)
  })

  it('uses the step up with the fifth', async () => {
    const user = await stage.enrolled()
    const { challenge } = await stage.begin(user.username)
    const totp = stage.wrongCodeOf(user)
    for (let guess = 0; guess < 4; guess++) await stage.finish(challenge, { totp })
    expect(saidBy(await stage.finish(challenge, { totp }))).toEqual(EXPIRED)
  })
})

describe('a recovery code', () => {
  it('[ASVS 6.5.2] signs in once, as it is shown or without its dashes, and is stored as its SHA-256', async () => {
    const user = await stage.enrolled()
    const [first = '', second = ''] = user.codes
    expect(user.codes).toHaveLength(10)
    expect(new Set(user.codes).size).toBe(10)
    expect(first).toMatch(/^([A-Z2-7]{4}-){6}[A-Z2-7]{4}$/)
    const stored = await stage.query('select * from recovery_codes where user_id = $1', user.id)
    expect(JSON.stringify(stored)).not.toContain(first.replaceAll('-', ''))
    const one = await stage.begin(user.username)
    expect((await stage.finish(one.challenge, { recovery: first })).status).toBe(200)
    const other = await stage.begin(user.username)
    expect(other.factors).toEqual(['recovery', 'totp'])
    expect(issuesOf(await stage.finish(other.challenge, { recovery: first }))).toEqual([
      400,
      [
        {
          path: 'recovery',
          message: 'That recovery code is wrong or already used. You have 4 tries left.',
        },
      ],
    ])
    const typed = second.replaceAll('-', ' ').toLowerCase()
    expect((await stage.finish(other.challenge, { recovery: typed })).status).toBe(200)
    expect((await user.call('GET', '/api/profile/factors')).body.recovery).toMatchObject({ left: 8, of: 10 })
  })

  it('sent twenty times at once, for twenty steps, opens one session', async () => {
    const user = await stage.enrolled()
    const steps = await Promise.all(Array.from({ length: 20 }, () => stage.begin(user.username)))
    const recovery = user.codes[0]
    const answers = await Promise.all(steps.map(({ challenge }) => stage.finish(challenge, { recovery })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await stage.sessionsOf(user.id)).toHaveLength(2)
  })
})
