import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MINUTE_MS } from '#shared/format/duration.ts'
import { createApp } from '../../../app.ts'
import { type Api, PASSWORD, startApi } from '../../../testing/api.ts'
import { createAuthenticator, type Lies } from '../../../testing/authenticator.ts'
import { createFactorStage, type FactorStage, issuesOf } from '../../../testing/factor-stage.ts'

let api: Api
let stage: FactorStage
beforeAll(async () => {
  api = await startApi()
  stage = await createFactorStage(api)
})
afterAll(() => api.close())

const options = async () => (await stage.send('POST', '/api/auth/passkey/options')).body
const enter = (challenge: string, passkey: object) =>
  stage.send('POST', '/api/auth/passkey', { challenge, passkey })

const NOT_ACCEPTED = [400, [{ path: 'passkey', message: 'That passkey wasn’t accepted.' }]]

/** Signatures made elsewhere, without the user, or by a copy. */
const LIES: [string, Lies][] = [
  ['signed for another origin', { origin: 'http://localhost.evil.example' }],
  ['signed for another port of this host', { origin: 'http://localhost:4000' }],
  ['made for another site', { rpId: 'evil.example' }],
  ['without a check of its user', { isVerified: false }],
  ['signed for another challenge', { challenge: 'bm90IHRoZSBjaGFsbGVuZ2U' }],
  ['with a counter that went back', { counter: 1 }],
  ['that names another user', { userHandle: Buffer.from('user 1').toString('base64url') }],
]

describe('a passkey alone', () => {
  it('signs in without a name, and counts as both factors', async () => {
    const user = await stage.withPasskey()
    const { challenge, passkey } = await options()
    expect(passkey).toEqual({
      challenge: expect.any(String),
      rpId: 'localhost',
      timeout: 5 * MINUTE_MS,
      userVerification: 'required',
      allowCredentials: [],
    })
    const { status, body } = await enter(challenge, user.authenticator.use(passkey))
    expect([status, body]).toEqual([
      200,
      { token: expect.any(String), user: expect.objectContaining({ id: user.id }) },
    ])
    expect((await stage.sessionsOf(user.id)).at(-1)).toEqual({ method: 'passkey' })
    const again = await stage.send('POST', '/api/profile/factors/totp', undefined, body.token)
    expect(again.status).toBe(200)
  })

  it.each(LIES)('%s signs nobody in', async (_, lies) => {
    const user = await stage.withPasskey()
    const { challenge, passkey } = await options()
    await enter(challenge, user.authenticator.use(passkey))
    const begun = await options()
    const answer = await enter(begun.challenge, user.authenticator.use(begun.passkey, lies))
    expect(issuesOf(answer)).toEqual(NOT_ACCEPTED)
    expect(await stage.sessionsOf(user.id)).toHaveLength(2)
  })

  it('signs nobody in without saying whose it is', async () => {
    const user = await stage.withPasskey()
    const { challenge, passkey } = await options()
    const answer = user.authenticator.use(passkey)
    const { userHandle: _, ...response } = answer.response
    expect(issuesOf(await enter(challenge, { ...answer, response }))).toEqual(NOT_ACCEPTED)
  })

  it('signs nobody in with an answer that was sent before', async () => {
    const user = await stage.withPasskey()
    const { challenge, passkey } = await options()
    const answer = user.authenticator.use(passkey)
    expect((await enter(challenge, answer)).status).toBe(200)
    const replayed = await enter(challenge, answer)
    expect([replayed.status, replayed.body.message]).toEqual([
      409,
      'This step has expired. Please try again.',
    ])
    const later = await options()
    expect(issuesOf(await enter(later.challenge, answer))).toEqual(NOT_ACCEPTED)
  })

  it('sent twenty times at once opens one session', async () => {
    const user = await stage.withPasskey()
    const { challenge, passkey } = await options()
    const answer = user.authenticator.use(passkey)
    const answers = await Promise.all(Array.from({ length: 20 }, () => enter(challenge, answer)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await stage.sessionsOf(user.id)).toHaveLength(2)
  })

  it('that is synced signs in again and again, though its counter stays 0', async () => {
    const user = await stage.person()
    const { authenticator } = await stage.addPasskey(user, createAuthenticator({ isSynced: true }))
    for (const _ of [1, 2]) {
      const { challenge, passkey } = await options()
      expect((await enter(challenge, authenticator.use(passkey))).status).toBe(200)
    }
    expect((await user.call('GET', '/api/profile/factors')).body.passkeys).toEqual([
      expect.objectContaining({ is_synced: true, last_used_at: api.now().toISOString() }),
    ])
  })

  it('that is unknown or was removed signs nobody in', async () => {
    const [user] = [await stage.withPasskey(), await stage.withPasskey()]
    const { body } = await user.call('GET', '/api/profile/factors')
    await user.call('DELETE', `/api/profile/factors/passkeys/${body.passkeys[0].id}`)
    for (const authenticator of [user.authenticator, createAuthenticator()]) {
      const { challenge, passkey } = await options()
      expect(issuesOf(await enter(challenge, authenticator.use(passkey)))).toEqual(NOT_ACCEPTED)
    }
  })

  it('of a locked account is answered as its password is', async () => {
    const user = await stage.withPasskey()
    await stage.query('update users set active = false where id = $1', user.id)
    const { challenge, passkey } = await options()
    const { status, body } = await enter(challenge, user.authenticator.use(passkey))
    expect([status, body.message]).toEqual([401, 'Account locked'])
    expect((await stage.actsOn(user.id)).at(-1)).toBe('session.failed')
  })

  it('does not answer a step of another purpose', async () => {
    const user = await stage.withPasskey()
    const { challenge, passkey } = await stage.begin(user.username)
    expect((await enter(challenge, user.authenticator.use(passkey))).status).toBe(409)
    const nameless = await options()
    const answer = user.authenticator.use(nameless.passkey)
    expect((await stage.finish(nameless.challenge, { passkey: answer })).status).toBe(409)
  })
})

describe('a passkey after the password', () => {
  it('signs in', async () => {
    const user = await stage.withPasskey()
    const { challenge, factors, passkey } = await stage.begin(user.username)
    expect(factors).toEqual(['passkey', 'recovery'])
    expect(passkey.allowCredentials).toEqual([
      { id: user.authenticator.id, type: 'public-key', transports: ['internal'] },
    ])
    expect((await stage.finish(challenge, { passkey: user.authenticator.use(passkey) })).status).toBe(200)
    expect((await stage.sessionsOf(user.id)).at(-1)).toEqual({ method: 'passkey' })
  })

  it.each(LIES)('%s does not', async (_, lies) => {
    const user = await stage.withPasskey()
    const first = await stage.begin(user.username)
    await stage.finish(first.challenge, { passkey: user.authenticator.use(first.passkey) })
    const { challenge, passkey } = await stage.begin(user.username)
    expect(
      issuesOf(await stage.finish(challenge, { passkey: user.authenticator.use(passkey, lies) })),
    ).toEqual([400, [{ path: 'passkey', message: 'That passkey wasn’t accepted. You have 4 tries left.' }]])
  })

  it('of another user does not', async () => {
    const [user, thief] = [await stage.withPasskey(), await stage.withPasskey()]
    const { challenge, passkey } = await stage.begin(user.username)
    expect((await stage.finish(challenge, { passkey: thief.authenticator.use(passkey) })).status).toBe(400)
  })

  it('signs in while too many wrong codes were sent', async () => {
    const user = await stage.withPasskey()
    const { secret } = await stage.addTotp(user)
    const totp = stage.wrongCodeOf({ secret })
    const guessed = await stage.begin(user.username)
    for (let guess = 0; guess < 5; guess++) await stage.finish(guessed.challenge, { totp })
    const { challenge, passkey } = await stage.begin(user.username)
    const { status, body } = await stage.finish(challenge, { totp })
    expect([status, body.message]).toEqual([
      429,
      'Too many wrong codes. Try again in 15 minutes, or use your passkey.',
    ])
    expect((await stage.finish(challenge, { passkey: user.authenticator.use(passkey) })).status).toBe(200)
  })
})

describe('a new passkey', () => {
  it('is requested with the options that the browser needs, and never twice for one authenticator', async () => {
    const user = await stage.withPasskey()
    const { body } = await user.call('POST', '/api/profile/factors/passkeys/options')
    expect(body.passkey).toMatchObject({
      rp: { id: 'localhost', name: 'Copydesk' },
      user: { name: user.username },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ id: user.authenticator.id }],
    })
    const sent = { name: 'Twin', challenge: body.challenge, passkey: user.authenticator.make(body.passkey) }
    const { status, body: refused } = await user.call('POST', '/api/profile/factors/passkeys', sent)
    expect([status, refused.message]).toEqual([409, 'This passkey is already in use. Choose another one.'])
  })

  it.each(LIES.filter(([, lies]) => lies.counter === undefined && lies.userHandle === undefined))(
    '%s is not added',
    async (_, lies) => {
      const user = await stage.person()
      const { body } = await user.call('POST', '/api/profile/factors/passkeys/options')
      const passkey = createAuthenticator().make(body.passkey, lies)
      const sent = { name: 'Laptop', challenge: body.challenge, passkey }
      expect(issuesOf(await user.call('POST', '/api/profile/factors/passkeys', sent))).toEqual([
        400,
        [{ path: 'passkey', message: 'That passkey wasn’t accepted. Please try again.' }],
      ])
      expect((await stage.signIn(user.username)).status).toBe(200)
    },
  )

  it('is not added for a step of another user, or that was used', async () => {
    const [user, other] = [await stage.person(), await stage.person()]
    const { body } = await other.call('POST', '/api/profile/factors/passkeys/options')
    const sent = {
      name: 'Mine',
      challenge: body.challenge,
      passkey: createAuthenticator().make(body.passkey),
    }
    expect((await user.call('POST', '/api/profile/factors/passkeys', sent)).status).toBe(409)
    expect((await other.call('POST', '/api/profile/factors/passkeys', sent)).status).toBe(201)
    const twice = { ...sent, passkey: createAuthenticator().make(body.passkey) }
    expect((await other.call('POST', '/api/profile/factors/passkeys', twice)).status).toBe(409)
  })
})

describe('where browsers know no passkeys', () => {
  it.each(['http://192.0.2.7:3000', 'http://desk.example.com', 'https://192.0.2.7', 'https://[2001:db8::7]'])(
    'at %s they are not offered, with the reason',
    async (publicUrl) => {
      const there = await startApi({ PUBLIC_URL: publicUrl })
      try {
        const stageThere = await createFactorStage(there)
        const user = await stageThere.person()
        const fault = `They need https and a host name, and this address is ${publicUrl}. Use an authenticator app instead.`
        expect((await user.call('GET', '/api/profile/factors')).body.passkeys_fault).toBe(fault)
        const refused = await user.call('POST', '/api/profile/factors/passkeys/options')
        expect([refused.status, refused.body.message]).toEqual([409, fault])
        expect((await stageThere.send('POST', '/api/auth/passkey/options')).status).toBe(404)
      } finally {
        await there.close()
      }
    },
  )

  it('an account with a passkey from before still needs more than its password', async () => {
    const user = await stage.withPasskey()
    const settings = { ...api.settings, publicUrl: 'http://192.0.2.7:3000' }
    const moved = await createApp({ settings, database: api.database, clock: api.now })
    const payload = { username: user.username, password: PASSWORD }
    const answer = await moved.server.inject({ method: 'POST', url: '/api/auth', payload })
    expect([answer.statusCode, answer.json().details]).toMatchObject([
      422,
      { factors: ['recovery'], passkey: null },
    ])
    // The sign-in card does not offer what could not work.
    expect((await api.visitor.get('/api/health')).body.passkeys).toBe(true)
    expect((await moved.server.inject('/api/health')).json()).not.toHaveProperty('passkeys')
    await moved.server.close()
  })

  it.each(['https://desk.example.com', 'http://localhost:3000'])('at %s they are', async (publicUrl) => {
    const there = await startApi({ PUBLIC_URL: publicUrl })
    try {
      const user = await (await createFactorStage(there)).person()
      expect((await user.call('GET', '/api/profile/factors')).body.passkeys_fault).toBeNull()
    } finally {
      await there.close()
    }
  })
})
