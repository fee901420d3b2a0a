import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { grantsOf } from '#shared/access/roles.ts'
import { MINUTE_MS } from '#shared/format/duration.ts'
import { type Api, startApi } from '../../../testing/api.ts'
import { createFactorStage, type FactorStage } from '../../../testing/factor-stage.ts'

let api: Api
let stage: FactorStage
beforeAll(async () => {
  api = await startApi()
  stage = await createFactorStage(api)
})
afterAll(() => api.close())

const admin = () => stage.person({ roleId: 'adm' })
const urlOf = ({ id }: { id: number }) => `/api/users/${id}/factors`

describe('an administrator', () => {
  it('resets the second factor of a user who lost it: nothing of it works, their sessions end, their password is enough', async () => {
    const [user, by] = [await stage.enrolled(), await admin()]
    await stage.addPasskey(user)
    const { challenge } = await stage.begin(user.username)
    const { secret } = (await user.call('POST', '/api/profile/factors/totp')).body
    expect((await by.call('DELETE', urlOf(user))).status).toBe(204)
    const { status, body } = await user.call('GET', '/api/profile')
    expect([status, body.message]).toEqual([
      401,
      'The second factor on your account has changed. Please sign in again.',
    ])
    expect((await stage.finish(challenge, { recovery: user.codes[0] })).status).toBe(409)
    const token = (await stage.signIn(user.username)).body.token
    expect((await stage.send('GET', '/api/profile/factors', undefined, token)).body).toMatchObject({
      passkeys: [],
      totp: null,
      recovery: null,
    })
    const code = stage.codeOf({ secret })
    expect((await stage.send('PUT', '/api/profile/factors/totp', { code }, token)).status).toBe(409)
  })

  it('and the user and all other administrators are notified; the trail names the administrator', async () => {
    const [user, by, other] = [await stage.enrolled(), await admin(), await admin()]
    const locked = await admin()
    await stage.query('update users set active = false where id = $1', locked.id)
    await by.call('DELETE', urlOf(user))
    const mail = (await stage.mailsTo(user.username)).find(({ subject }) =>
      subject.includes('second factor for Copydesk was reset'),
    )
    expect(mail?.text).toContain('http://localhost:3000/profile?tab=sign-in')
    expect((await stage.noticesOf(user.id)).at(-1)).toEqual({
      kind: 'sign-in-changed',
      words:
        'An administrator reset your second factor. Sign in with your password and set up a new one. If you have no password, choose “Forgot your password?” first.',
    })
    const kinds = async ({ id }: { id: number }) => (await stage.noticesOf(id)).map(({ kind }) => kind)
    expect(await Promise.all([kinds(other), kinds(by), kinds(locked)])).toEqual([
      expect.arrayContaining(['factors-reset']),
      [],
      [],
    ])
    const entries = await stage.query(
      "select act, actor_id, after from audit_entries where noun_id = $1 and act = 'factor.reset'",
      String(user.id),
    )
    expect(entries).toEqual([{ act: 'factor.reset', actor_id: by.id, after: { sessionsEnded: 1 } }])
  })

  it('does not reset their own', async () => {
    const by = await stage.enrolled({ roleId: 'adm' })
    const { status, body } = await by.call('DELETE', urlOf(by))
    expect([status, body.message]).toEqual([
      403,
      'You can’t reset your own second factor. Change it in your profile, or ask another administrator.',
    ])
    expect((await stage.signIn(by.username)).status).toBe(422)
  })

  it('cannot reset what a user does not have, or a user who is not there', async () => {
    const [user, by] = [await stage.person(), await admin()]
    const { status, body } = await by.call('DELETE', urlOf(user))
    expect([status, body.message]).toEqual([409, 'This user has no second factor.'])
    expect((await user.call('GET', '/api/profile')).status).toBe(200)
    expect((await by.call('DELETE', urlOf({ id: 2_000_000_000 }))).status).toBe(404)
  })

  it('confirms their identity first', async () => {
    const [user, by] = [await stage.enrolled(), await admin()]
    api.advance(16 * MINUTE_MS)
    const { status, body } = await by.call('DELETE', urlOf(user))
    expect([status, body.code]).toEqual([403, 'stepUp'])
    expect((await stage.signIn(user.username)).status).toBe(422)
  })
})

describe('an administrator whose session ends while a reset waits', () => {
  it('resets nothing', async () => {
    const [user, by] = [await stage.enrolled(), await admin()]
    const end = `update sessions set revoked_at = now() where user_id = ${by.id}`
    const [answer] = await stage.whileHeld(user.id, end, () => [by.call('DELETE', urlOf(user))])
    expect(answer?.status).toBe(401)
    expect((await stage.signIn(user.username)).status).toBe(422)
  })
})

describe('a user who is no administrator', () => {
  it('resets nobody’s', async () => {
    const [user, by] = [await stage.enrolled(), await stage.person({ roleId: 'qa' })]
    expect(grantsOf('qa')).not.toContain('UpdateUser')
    expect((await by.call('DELETE', urlOf(user))).status).toBe(403)
    expect((await stage.signIn(user.username)).status).toBe(422)
  })
})
