import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MINUTE_MS } from '#shared/format/duration.ts'
import { createApp } from '../../../app.ts'
import { type Api, PASSWORD, startApi } from '../../../testing/api.ts'
import { createAuthenticator, totpCode } from '../../../testing/authenticator.ts'
import { createFactorStage, type FactorStage, issuesOf, STEP_MS } from '../../../testing/factor-stage.ts'

let api: Api
let stage: FactorStage
beforeAll(async () => {
  api = await startApi()
  stage = await createFactorStage(api)
})
afterAll(() => api.close())

const FACTORS = '/api/profile/factors'

describe('the first second factor', () => {
  it('comes with ten recovery codes, ends the other sessions and keeps this one', async () => {
    const user = await stage.person()
    const other = (await stage.signIn(user.username)).body.token
    const { codes } = await stage.addTotp(user)
    expect(codes).toHaveLength(10)
    const { status, body } = await stage.send('GET', '/api/profile', undefined, other)
    expect([status, body.message]).toEqual([
      401,
      'The second factor on your account has changed. Please sign in again.',
    ])
    expect((await user.call('GET', FACTORS)).body).toEqual({
      passkeys: [],
      passkeys_fault: null,
      totp: {
        created_at: new Date(api.now().getTime() - STEP_MS).toISOString(),
        last_used_at: null,
        is_readable: true,
      },
      recovery: { created_at: expect.any(String), left: 10, of: 10 },
      password_changed_at: null,
    })
  })

  it('may be a passkey, and a second one comes without codes and ends no session', async () => {
    const user = await stage.person()
    const { codes, added } = await stage.addPasskey(user)
    expect([added.status, codes?.length]).toEqual([201, 10])
    const { challenge } = await stage.begin(user.username)
    const { body } = await stage.finish(challenge, { recovery: codes?.[0] })
    expect((await stage.addTotp(user)).codes).toBeNull()
    expect((await stage.addPasskey(user)).codes).toBeNull()
    expect((await stage.send('GET', '/api/profile', undefined, body.token)).status).toBe(200)
  })

  it('notifies its owner by mail and notice, and is in the trail without any secret', async () => {
    const user = await stage.person()
    const { secret, codes } = await stage.addTotp(user)
    const { authenticator } = await stage.addPasskey(user)
    await user.call('POST', `${FACTORS}/recovery-codes`)
    await user.call('DELETE', `${FACTORS}/totp`)
    const lines = (await stage.mailsTo(user.username)).map(({ text }) => text.split('\n')[2] ?? '')
    const dated = /^On \d{4}-\d\d-\d\d \d\d:\d\d UTC, /
    expect(lines.filter((line) => !dated.test(line))).toEqual([])
    expect(lines.map((line) => line.replace(dated, '')).toSorted()).toEqual([
      'a passkey was added to your account.',
      'an authenticator app was added to your account.',
      'new recovery codes were made for your account, and the old ones stopped working.',
      'the authenticator app was removed from your account.',
    ])
    expect((await stage.noticesOf(user.id)).map(({ words }) => words)).toEqual([
      'An authenticator app was added to your account. If this wasn’t you, tell your administrator now.',
      expect.stringMatching(/^A passkey was added/),
      expect.stringMatching(/^New recovery codes/),
      expect.stringMatching(/^The authenticator app was removed/),
    ])
    expect((await stage.actsOn(user.id)).slice(-4)).toEqual([
      'factor.added',
      'factor.added',
      'factor.codes-renewed',
      'factor.removed',
    ])
    const trail = JSON.stringify(await stage.query('select * from audit_entries'))
    const jobs = JSON.stringify(await stage.query('select data from jobs.job'))
    for (const hidden of [secret, ...(codes ?? []), authenticator.id])
      for (const kept of [trail, jobs, lines.join()]) expect(kept).not.toContain(hidden)
  })
})

it('a change of factors is mailed once where notices are mailed too', async () => {
  const mailing = await startApi({ SMTP_URL: 'smtp://127.0.0.1:9' })
  try {
    const its = await createFactorStage(mailing)
    await its.addTotp(await its.person())
    const waiting = await its.query(
      "select name from jobs.job where name in ('factors.mail', 'notices.mail')",
    )
    expect(waiting).toEqual([{ name: 'factors.mail' }])
  } finally {
    await mailing.close()
  }
})

describe('an authenticator app', () => {
  it('counts only once a code of it was sent', async () => {
    const user = await stage.person()
    const { body } = await user.call('POST', `${FACTORS}/totp`)
    expect(body.uri).toMatch(
      new RegExp(`^otpauth://totp/Copydesk:.*secret=${body.secret}&.*digits=6&period=30$`),
    )
    expect((await stage.signIn(user.username)).status).toBe(200)
    expect((await user.call('GET', FACTORS)).body.totp).toBeNull()
    const wrong = await user.call('PUT', `${FACTORS}/totp`, { code: stage.wrongCodeOf(body) })
    expect(issuesOf(wrong)).toEqual([
      400,
      [{ path: 'code', message: 'That code is wrong. Enter the one your app shows now.' }],
    ])
    expect((await stage.signIn(user.username)).status).toBe(200)
    const right = await user.call('PUT', `${FACTORS}/totp`, { code: stage.codeOf(body) })
    expect(right.status).toBe(200)
    expect((await stage.signIn(user.username)).status).toBe(422)
  })

  it('keeps working until the new app is set up', async () => {
    const user = await stage.enrolled()
    const { body: next } = await user.call('POST', `${FACTORS}/totp`)
    const before = await stage.begin(user.username)
    expect((await stage.finish(before.challenge, { totp: stage.codeOf(user) })).status).toBe(200)
    const { body } = await user.call('PUT', `${FACTORS}/totp`, { code: stage.codeOf(next) })
    expect(body.recovery_codes).toBeNull()
    api.advance(STEP_MS)
    const after = await stage.begin(user.username)
    expect((await stage.finish(after.challenge, { totp: stage.codeOf(user) })).status).toBe(400)
    expect((await stage.finish(after.challenge, { totp: stage.codeOf(next) })).status).toBe(200)
  })

  it('removed while a new app is set up leaves neither', async () => {
    const user = await stage.enrolled()
    const { body: next } = await user.call('POST', `${FACTORS}/totp`)
    expect((await user.call('DELETE', `${FACTORS}/totp`)).status).toBe(204)
    const late = await user.call('PUT', `${FACTORS}/totp`, { code: stage.codeOf(next) })
    expect([late.status, late.body.message]).toEqual([
      409,
      'There’s no authenticator app to turn on. Please start over.',
    ])
    expect((await user.call('DELETE', `${FACTORS}/totp`)).status).toBe(404)
    expect((await stage.signIn(user.username)).status).toBe(200)
  })

  it('turned on ten times at once is turned on once', async () => {
    const user = await stage.person()
    const { body } = await user.call('POST', `${FACTORS}/totp`)
    const code = stage.codeOf(body)
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => user.call('PUT', `${FACTORS}/totp`, { code })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await user.call('GET', FACTORS)).body.recovery.of).toBe(10)
  })

  it('that is turned on while its password signs in elsewhere leaves no session without it', async () => {
    const user = await stage.person()
    const { body } = await user.call('POST', `${FACTORS}/totp`)
    const code = stage.codeOf(body)
    await Promise.all([
      ...Array.from({ length: 5 }, () => stage.signIn(user.username)),
      user.call('PUT', `${FACTORS}/totp`, { code }),
      ...Array.from({ length: 5 }, () => stage.signIn(user.username)),
    ])
    expect(await stage.sessionsOf(user.id)).toEqual([{ method: 'password' }])
  })

  it('has its seed in the database only encrypted', async () => {
    const user = await stage.enrolled()
    await user.call('POST', `${FACTORS}/totp`)
    const rows = await stage.query('select * from totp_factors where user_id = $1', user.id)
    expect(rows).toEqual([
      expect.objectContaining({ secret: expect.any(String), pending_secret: expect.any(String) }),
    ])
    expect(JSON.stringify(rows)).not.toContain(user.secret)
  })
})

describe('the last second factor', () => {
  it('takes the recovery codes along, and then the password is enough', async () => {
    const user = await stage.enrolled()
    await stage.addPasskey(user)
    expect((await user.call('DELETE', `${FACTORS}/totp`)).status).toBe(204)
    const between = (await user.call('GET', FACTORS)).body
    expect([between.recovery.left, (await stage.signIn(user.username)).status]).toEqual([10, 422])
    expect((await user.call('DELETE', `${FACTORS}/passkeys/${between.passkeys[0].id}`)).status).toBe(204)
    expect((await user.call('GET', FACTORS)).body).toMatchObject({ passkeys: [], totp: null, recovery: null })
    expect((await stage.signIn(user.username)).status).toBe(200)
  })
})

describe('recovery codes', () => {
  it('are renewed all at once, and the old ones stop working', async () => {
    const user = await stage.enrolled()
    const { body } = await user.call('POST', `${FACTORS}/recovery-codes`)
    expect(body.recovery_codes).toHaveLength(10)
    const { challenge } = await stage.begin(user.username)
    expect((await stage.finish(challenge, { recovery: user.codes[0] })).status).toBe(400)
    expect((await stage.finish(challenge, { recovery: body.recovery_codes[0] })).status).toBe(200)
  })

  it('are not made without another factor', async () => {
    const user = await stage.person()
    const { status, body } = await user.call('POST', `${FACTORS}/recovery-codes`)
    expect([status, body.message]).toEqual([409, 'Set up a passkey or an authenticator app first.'])
    expect((await user.call('GET', FACTORS)).body.recovery).toBeNull()
  })
})

describe('a passkey', () => {
  it('is renamed and removed by its owner and by nobody else', async () => {
    const [user, other] = [await stage.withPasskey(), await stage.withPasskey()]
    const { id } = (await user.call('GET', FACTORS)).body.passkeys[0]
    const url = `${FACTORS}/passkeys/${id}`
    expect((await other.call('PATCH', url, { name: 'Mine' })).status).toBe(404)
    expect((await other.call('DELETE', url)).status).toBe(404)
    expect((await user.call('PATCH', url, { name: 'Work laptop' })).status).toBe(204)
    expect((await user.call('GET', FACTORS)).body.passkeys).toEqual([
      { id, name: 'Work laptop', is_synced: false, created_at: api.now().toISOString(), last_used_at: null },
    ])
    expect((await user.call('PATCH', url, { name: '  ' })).status).toBe(400)
    expect((await user.call('DELETE', url)).status).toBe(204)
    const entries = await stage.query(
      "select after from audit_entries where noun_id = $1 and act = 'factor.removed'",
      String(user.id),
    )
    expect(entries).toEqual([{ after: { factor: 'passkey', name: 'Work laptop' } }])
  })

  it('is the twentieth at most', async () => {
    const user = await stage.withPasskey()
    await stage.query(
      `insert into passkeys (user_id, credential_id, public_key, counter, transports, device_type, backed_up, name, created_at)
       select $1, 'made up ' || n, '', 0, '{}', 'singleDevice', false, 'Key', now() from generate_series(1, 19) n`,
      user.id,
    )
    const { status, body } = await user.call('POST', `${FACTORS}/passkeys/options`)
    expect([status, body.message]).toEqual([
      409,
      'You have 20 passkeys, which is the limit. Remove one first.',
    ])
  })
})

describe('a change of one’s own factors', () => {
  it.each([
    ['POST', '/totp', undefined],
    ['PUT', '/totp', { code: '123456' }],
    ['DELETE', '/totp', undefined],
    ['POST', '/passkeys/options', undefined],
    ['PATCH', '/passkeys/1', { name: 'Mine' }],
    ['DELETE', '/passkeys/1', undefined],
    ['POST', '/recovery-codes', undefined],
  ] as const)('%s %s asks for a proof of the last 15 minutes', async (method, path, payload) => {
    const user = await stage.enrolled()
    api.advance(15 * MINUTE_MS)
    const { status, body } = await user.call(method, `${FACTORS}${path}`, payload)
    expect([status, body.code, body.message, body.details]).toEqual([
      403,
      'stepUp',
      'Please confirm it’s you first.',
      { factors: ['totp', 'recovery'] },
    ])
  })
})

describe('a change of factors that waits while its user is changed', () => {
  it.each([
    ['signed out', 'update sessions set revoked_at = now() where user_id', 401],
    ['locked', 'update users set active = false where id', 401],
    ['no longer confirmed', 'update sessions set strong_at = null where user_id', 403],
  ])('changes nothing once they are %s', async (_, change, refused) => {
    const user = await stage.enrolled()
    const { body: next } = await user.call('POST', `${FACTORS}/totp`)
    const before = await stage.query('select * from totp_factors where user_id = $1', user.id)
    const [passkey] = await stage.query(
      `insert into passkeys (user_id, credential_id, public_key, counter, transports, device_type, backed_up, name, created_at)
      values ($1::integer, 'held-' || $1::text, '', 0, '{}', 'singleDevice', false, 'Laptop', now()) returning passkey_id`,
      user.id,
    )
    const answers = await stage.whileHeld(user.id, `${change} = ${user.id}`, () => [
      user.call('PUT', `${FACTORS}/totp`, { code: stage.codeOf(next) }),
      user.call('DELETE', `${FACTORS}/totp`),
      user.call('POST', `${FACTORS}/recovery-codes`),
      user.call('PATCH', `${FACTORS}/passkeys/${passkey?.passkey_id}`, { name: 'Mine' }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([refused, refused, refused, refused])
    expect(await stage.query('select * from totp_factors where user_id = $1', user.id)).toEqual(before)
  })
})

describe('a server that was restored without the key', () => {
  it('takes recovery codes instead of codes of the app, says so, and lets the app be set up again', async () => {
    const user = await stage.enrolled()
    const settings = { ...api.settings, secretKey: randomBytes(32).toString('hex') }
    const restored = await createApp({ settings, database: api.database, clock: api.now })
    const call = async (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object, token = '') => {
      const headers = { authorization: `Bearer ${token}` }
      const answer = await restored.server.inject({ method, url, headers, ...(payload ? { payload } : {}) })
      return { status: answer.statusCode, body: answer.json() }
    }
    const step = await call('POST', '/api/auth', { username: user.username, password: PASSWORD })
    expect([step.status, step.body.details.factors]).toEqual([422, ['recovery']])
    const { challenge } = step.body.details
    const url = '/api/auth/second-factor'
    expect((await call('POST', url, { challenge, totp: stage.codeOf(user) })).status).toBe(400)
    const { status, body } = await call('POST', url, { challenge, recovery: user.codes[0] })
    expect(status).toBe(200)
    expect((await call('GET', FACTORS, undefined, body.token)).body.totp.is_readable).toBe(false)
    const { secret } = (await call('POST', `${FACTORS}/totp`, undefined, body.token)).body
    const code = totpCode(secret, api.now())
    expect((await call('PUT', `${FACTORS}/totp`, { code }, body.token)).status).toBe(200)
    expect((await call('GET', FACTORS, undefined, body.token)).body.totp.is_readable).toBe(true)
    await restored.server.close()
  })

  it('lets nobody in by their password alone whose app was all they had', async () => {
    const user = await stage.enrolled()
    await stage.query('delete from recovery_codes where user_id = $1', user.id)
    const settings = { ...api.settings, secretKey: randomBytes(32).toString('hex') }
    const restored = await createApp({ settings, database: api.database, clock: api.now })
    const payload = { username: user.username, password: PASSWORD }
    const answer = await restored.server.inject({ method: 'POST', url: '/api/auth', payload })
    expect([answer.statusCode, answer.json().details.factors]).toEqual([422, []])
    await restored.server.close()
  })
})

it('a sign-in with a passkey alone is offered as soon as any user has one, as the server’s health reports', async () => {
  const fresh = await startApi()
  try {
    const its = await createFactorStage(fresh)
    const options = () => its.send('POST', '/api/auth/passkey/options')
    expect(Object.keys((await fresh.visitor.get('/api/health')).body)).not.toContain('passkeys')
    expect((await options()).status).toBe(404)
    const user = await its.person()
    expect((await user.call('POST', '/api/auth/step-up/options')).status).toBe(409)
    expect(await its.query('select from sign_in_challenges')).toEqual([])
    await its.addPasskey(user, createAuthenticator())
    expect((await fresh.visitor.get('/api/health')).body.passkeys).toBe(true)
    expect((await options()).status).toBe(200)
  } finally {
    await fresh.close()
  }
})
