import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MINUTE_MS } from '#shared/format/duration.ts'
import { type Api, PASSWORD, startApi } from '../../../testing/api.ts'
import { createAuthenticator } from '../../../testing/authenticator.ts'
import { createFactorStage, type FactorStage, issuesOf, STEP_MS } from '../../../testing/factor-stage.ts'

let api: Api
let stage: FactorStage
beforeAll(async () => {
  api = await startApi()
  stage = await createFactorStage(api)
})
afterAll(() => api.close())

type Caller = Awaited<ReturnType<FactorStage['person']>>

const confirm = (user: Caller, proof: object) => user.call('POST', '/api/auth/step-up', proof)

/** Whether the session may make calls that need a confirmed identity. */
const isConfirmed = async (user: Caller) =>
  (await user.call('POST', '/api/profile/factors/totp')).status === 200

const later = () => api.advance(16 * MINUTE_MS)

describe('a user with a second factor', () => {
  it('confirms with a code of the app, which then signs nobody in', async () => {
    const user = await stage.enrolled()
    later()
    expect(await isConfirmed(user)).toBe(false)
    const totp = stage.codeOf(user)
    expect((await confirm(user, { totp })).status).toBe(204)
    expect(await isConfirmed(user)).toBe(true)
    const { challenge } = await stage.begin(user.username)
    expect((await stage.finish(challenge, { totp })).status).toBe(400)
    api.advance(STEP_MS)
    const signedIn = stage.codeOf(user)
    expect((await stage.finish(challenge, { totp: signedIn })).status).toBe(200)
    expect(issuesOf(await confirm(user, { totp: signedIn }))).toEqual([
      400,
      [{ path: 'totp', message: 'That code is wrong or already used.' }],
    ])
  })

  it('confirms with a recovery code, once', async () => {
    const user = await stage.enrolled()
    later()
    const recovery = user.codes[0]
    expect((await confirm(user, { recovery })).status).toBe(204)
    expect(await isConfirmed(user)).toBe(true)
    expect(issuesOf(await confirm(user, { recovery }))).toEqual([
      400,
      [{ path: 'recovery', message: 'That recovery code is wrong or already used.' }],
    ])
  })

  it('confirms with a passkey, once for each step', async () => {
    const user = await stage.withPasskey()
    later()
    const { body } = await user.call('POST', '/api/auth/step-up/options')
    expect(body.passkey.allowCredentials).toHaveLength(1)
    const passkey = user.authenticator.use(body.passkey)
    expect((await confirm(user, { challenge: body.challenge, passkey })).status).toBe(204)
    expect(await isConfirmed(user)).toBe(true)
    expect((await confirm(user, { challenge: body.challenge, passkey })).status).toBe(409)
  })

  it('does not confirm with a passkey of another user, or of another step', async () => {
    const [user, thief] = [await stage.withPasskey(), await stage.withPasskey()]
    later()
    const own = (await user.call('POST', '/api/auth/step-up/options')).body
    const answer = thief.authenticator.use(own.passkey)
    expect(issuesOf(await confirm(user, { challenge: own.challenge, passkey: answer }))).toEqual([
      400,
      [{ path: 'passkey', message: 'That passkey wasn’t accepted.' }],
    ])
    const foreign = (await thief.call('POST', '/api/auth/step-up/options')).body
    const passkey = user.authenticator.use(foreign.passkey)
    expect((await confirm(user, { challenge: foreign.challenge, passkey })).status).toBe(409)
    const signIn = (await stage.send('POST', '/api/auth/passkey/options')).body
    const other = user.authenticator.use(signIn.passkey)
    expect((await confirm(user, { challenge: signIn.challenge, passkey: other })).status).toBe(409)
    expect(await isConfirmed(user)).toBe(false)
  })

  it('[ASVS 7.5.1] does not confirm with the password, whether right or wrong', async () => {
    const user = await stage.enrolled()
    later()
    for (const password of [PASSWORD, 'a wrong one'])
      expect(issuesOf(await confirm(user, { password }))).toEqual([
        400,
        [{ path: 'password', message: 'Your account has a second factor. Use it to confirm it’s you.' }],
      ])
    expect(await isConfirmed(user)).toBe(false)
  })

  it('confirms with it before changing the password', async () => {
    const user = await stage.enrolled()
    later()
    const change = { password: PASSWORD, newPassword: 'another long secret' }
    const { status, body } = await user.call('PATCH', '/api/profile/password', change)
    expect([status, body.code, body.details]).toEqual([403, 'stepUp', { factors: ['totp', 'recovery'] }])
    expect((await stage.signIn(user.username)).status).toBe(422)
    await confirm(user, { totp: stage.codeOf(user) })
    expect((await user.call('PATCH', '/api/profile/password', change)).status).toBe(200)
  })

  it('may enter five wrong codes in fifteen minutes, those of sign-ins included, and is notified at the third', async () => {
    const user = await stage.enrolled()
    const totp = stage.wrongCodeOf(user)
    const { challenge } = await stage.begin(user.username)
    for (let guess = 0; guess < 2; guess++) await stage.finish(challenge, { totp })
    for (let guess = 0; guess < 3; guess++) expect((await confirm(user, { totp })).status).toBe(400)
    const { status, headers } = await confirm(user, { totp: stage.codeOf(user) })
    expect([status, Number(headers['retry-after']) > 14 * 60]).toEqual([429, true])
    expect((await stage.finish(challenge, { totp: stage.codeOf(user) })).status).toBe(429)
    const told = (await stage.noticesOf(user.id)).filter(({ kind }) => kind === 'codes-guessed')
    expect(told).toEqual([
      expect.objectContaining({
        words: expect.stringMatching(/^Someone who is signed in as you has sent several wrong codes\./),
      }),
    ])
    expect((await stage.actsOn(user.id)).filter((act) => act === 'session.unconfirmed')).toHaveLength(3)
  })

  it('who was signed out while the proof was checked confirms nothing, and the code stays good', async () => {
    const user = await stage.enrolled()
    await stage.query('update sessions set revoked_at = $2 where user_id = $1', user.id, api.now())
    expect([400, 401]).toContain((await confirm(user, { totp: stage.codeOf(user) })).status)
    const { challenge } = await stage.begin(user.username)
    expect((await stage.finish(challenge, { totp: stage.codeOf(user) })).status).toBe(200)
  })
})

describe('a user without a second factor', () => {
  it('changes the password by the password before, however long ago they signed in', async () => {
    const user = await stage.person()
    later()
    const change = { password: PASSWORD, newPassword: 'another long secret' }
    expect((await user.call('PATCH', '/api/profile/password', change)).status).toBe(200)
  })

  it('confirms with the password, and with nothing else', async () => {
    const user = await stage.person()
    later()
    const { body } = await user.call('POST', '/api/profile/factors/totp')
    expect([body.message, body.details]).toEqual([
      'Please confirm your password first.',
      { factors: ['password'] },
    ])
    expect((await confirm(user, { totp: '123456' })).status).toBe(400)
    expect((await confirm(user, { recovery: 'ABCD'.repeat(6) })).status).toBe(400)
    const options = await user.call('POST', '/api/auth/step-up/options')
    expect([options.status, options.body.message]).toEqual([409, 'You have no passkey to confirm with.'])
    const passkey = createAuthenticator().use({ challenge: 'bm9uZQ', rpId: 'localhost' })
    expect((await confirm(user, { challenge: 'none', passkey })).status).toBe(409)
    expect((await confirm(user, { password: PASSWORD })).status).toBe(204)
    expect(await isConfirmed(user)).toBe(true)
  })

  it.each([{}, { password: PASSWORD, totp: '123456' }])('sends one proof: %j is refused', async (proof) => {
    expect(issuesOf(await confirm(await stage.person(), proof))).toEqual([
      400,
      [{ path: 'password', message: 'Please input your password!' }],
    ])
  })
})
