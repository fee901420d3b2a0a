import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ROLE_IDS } from '#shared/access/roles.ts'
import { FACTOR_SCOPES, USUAL_RULES } from '#shared/features/ground/sign-in-rules/rules.ts'
import { type Api, startApi } from '../../../testing/api.ts'
import { createRulesStage, type RulesStage } from '../../../testing/rules-stage.ts'

let api: Api
let stage: RulesStage
beforeAll(async () => {
  api = await startApi()
  stage = await createRulesStage(api)
})
afterAll(() => api.close())
beforeEach(() => stage.forget())

const FACTORS = '/api/profile/factors'
const require = (second_factor: (typeof FACTOR_SCOPES)[number], days: number) =>
  stage.apply({ second_factor, second_factor_from: second_factor === 'nobody' ? null : stage.dayIn(days) })

describe.each(FACTOR_SCOPES)('while %s must have a second factor', (scope) => {
  it.each(ROLE_IDS)(
    'a user with the role %s is asked for one from the day on, unless they have one',
    async (roleId) => {
      const isMeant = scope === 'everybody' || (scope === 'administrators' && roleId === 'adm')
      await stage.forget()
      const without = await stage.person({ roleId })
      const ready = await stage.enrolled({ roleId })
      const usual = (await stage.signIn(without.username)).body.user
      expect(usual).not.toHaveProperty('must_set_up_factor')
      expect(usual).not.toHaveProperty('second_factor_due')
      for (const days of [1, 0, -1]) {
        await require(scope, days)
        const { token, user } = (await stage.signIn(without.username)).body
        const profile = (await stage.send('GET', '/api/profile', undefined, token)).body
        expect(profile).toEqual(user)
        const due = { second_factor_due: stage.dayIn(days), second_factor_scope: scope }
        const expected = !isMeant
          ? usual
          : days > 0
            ? { ...usual, ...due }
            : { ...usual, ...due, permissions: ['Profile'], must_set_up_factor: true }
        expect(user, `in ${days} days`).toEqual(expected)
        const { challenge } = await stage.begin(ready.username)
        const finished = await stage.finish(challenge, { recovery: ready.codes.pop() })
        expect(finished.body.user.must_set_up_factor ?? finished.body.user.second_factor_due).toBeUndefined()
      }
    },
  )
})

describe('a rule that begins today', () => {
  it('lets sessions go on that were open before', async () => {
    const user = await stage.person()
    await require('everybody', 0)
    const { body } = await user.call('GET', '/api/profile')
    expect([body.permissions.length > 1, body.second_factor_due, body.must_set_up_factor]).toEqual([
      true,
      undefined,
      undefined,
    ])
    expect((await user.call('GET', '/api/notices')).status).toBe(200)
  })

  it.each(['reset', 'confirmation'] as const)(
    'asks users who come with a link for a %s too',
    async (purpose) => {
      const { username, id } = await stage.person()
      if (purpose === 'confirmation')
        await stage.query('update users set password_hash = null where id = $1', id)
      await require('everybody', 0)
      await stage.send('POST', '/api/reset-password', { username })
      const [mail] = await stage.mailsTo(username)
      const token = /(?:reset-password|confirmation)\/(\S+)/.exec(mail?.text ?? '')?.[1]
      const password = 'a new long passphrase'
      const redeemed =
        purpose === 'reset'
          ? await stage.send('PUT', '/api/reset-password', { token, password })
          : await stage.send('POST', '/api/auth/confirmation', { token, password })
      expect(redeemed.body).toEqual({ username })
      const signedIn = (await stage.signIn(username, password)).body
      expect(await stage.isEnrolling(signedIn.token)).toBe(true)
    },
  )

  it('lets those sessions neither make nor rotate tokens nor save the rules', async () => {
    const user = await stage.person({ roleId: 'adm' })
    const wish = { name: 'n8n', permissions: null, may_write: false, days: 30 }
    const { body } = await user.call('POST', '/api/profile/tokens', wish)
    await require('everybody', 0)
    const { version } = (await user.call('GET', '/api/sign-in-rules')).body
    const calls = [
      user.call('POST', '/api/profile/tokens', wish),
      user.call('POST', `/api/profile/tokens/${body.token.id}/rotate`, { end_old: true }),
      user.call('PUT', '/api/sign-in-rules', { ...USUAL_RULES, version }),
    ]
    for (const { status, body: refused } of await Promise.all(calls))
      expect([status, refused.message]).toEqual([
        403,
        expect.stringMatching(/^Your workspace requires a second factor\. Set one up before you /),
      ])
  })

  it('asks a user whose second factor was reset for a new one', async () => {
    const user = await stage.enrolled()
    // Signed in before the rule.
    const adm = await api.as('adm')
    await require('everybody', 0)
    await adm.delete(`/api/users/${user.id}/factors`)
    expect(await stage.isEnrolling((await stage.signIn(user.username)).body.token)).toBe(true)
  })

  it('asks a new administrator at the next sign-in', async () => {
    const user = await stage.person({ roleId: 'qa' })
    await require('administrators', -10)
    expect(await stage.isEnrolling((await stage.signIn(user.username)).body.token)).toBe(false)
    await stage.query("update users set role_id = 'adm' where id = $1", user.id)
    expect((await user.call('GET', '/api/notices')).status).toBe(200)
    expect(await stage.isEnrolling((await stage.signIn(user.username)).body.token)).toBe(true)
  })
})

describe('the last second factor', () => {
  const CONFLICT = [409, 'Your workspace requires a second factor.']
  const saidBy = ({ status, body }: { status: number; body: { message: string } }) => [status, body.message]

  it('can’t be removed while the rules require one', async () => {
    const app = await stage.enrolled()
    const key = await stage.withPasskey()
    await require('everybody', 0)
    const { body } = await key.call('GET', FACTORS)
    expect(body.is_required).toBe(true)
    expect(saidBy(await app.call('DELETE', `${FACTORS}/totp`))).toEqual(CONFLICT)
    expect(saidBy(await key.call('DELETE', `${FACTORS}/passkeys/${body.passkeys[0].id}`))).toEqual(CONFLICT)
    expect((await app.call('GET', FACTORS)).body.totp).not.toBeNull()
  })

  it('can be removed before the day, by users who are not asked for one, and if there is another', async () => {
    const early = await stage.enrolled({ roleId: 'wrt' })
    const [spared, both] = [await stage.enrolled({ roleId: 'wrt' }), await stage.enrolled({ roleId: 'adm' })]
    await stage.addPasskey(both)
    await require('everybody', 1)
    expect((await early.call('GET', FACTORS)).body).not.toHaveProperty('is_required')
    expect((await early.call('DELETE', `${FACTORS}/totp`)).status).toBe(204)
    await require('administrators', 0)
    expect((await spared.call('DELETE', `${FACTORS}/totp`)).status).toBe(204)
    expect((await both.call('DELETE', `${FACTORS}/totp`)).status).toBe(204)
  })
})
