import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#shared/format/duration.ts'
import { type Api, PASSWORD, startApi } from '../../../testing/api.ts'
import { startOidcProvider } from '../../../testing/oidc-provider.ts'
import { CALLBACK, createProviderStage, providerSettings } from '../../../testing/provider-stage.ts'
import { createRulesStage, type RulesStage } from '../../../testing/rules-stage.ts'

let api: Api
let acme: Awaited<ReturnType<typeof startOidcProvider>>
let stage: ReturnType<typeof createProviderStage>
let rules: RulesStage

beforeAll(async () => {
  acme = await startOidcProvider({ redirectUri: CALLBACK })
  api = await startApi({ ...providerSettings(acme.issuer), OIDC_MAX_AGE_HOURS: '2' })
  stage = createProviderStage(api)
  rules = await createRulesStage(api)
})
afterAll(async () => {
  await api.close()
  await acme.close()
})

const OWN = '/api/profile/provider'

/** Connects a user's account in the profile; it may have any email. */
async function connect(user: { id: number; token: string }, claims: object = {}) {
  acme.signsIn({ sub: `acme|${user.id}`, email: `private${user.id}@elsewhere.example`, ...claims })
  const browser = stage.browser()
  const begun = await browser.send('POST', OWN, { token: user.token })
  await browser.return(begun)
  return browser.send('PUT', OWN, { token: user.token })
}

describe('an account at the provider, in the profile', () => {
  it('is connected whatever its email, also by administrators, who sign in with it from then on', async () => {
    const admin = await rules.person({ roleId: 'adm' })
    expect((await admin.call('GET', OWN)).body).toMatchObject({ identity: null, can_disconnect: true })
    expect((await connect(admin)).body).toEqual({ done: 'connected' })
    expect((await admin.call('GET', OWN)).body.identity.email).toContain('@elsewhere.example')
    const { status, body } = await stage.browser().signIn()
    expect([status, body.user.id]).toEqual([200, admin.id])
    const sessions = (await api.program(body.token).get('/api/profile/sessions')).body
    expect(sessions.find(({ is_current: isCurrent }: { is_current: boolean }) => isCurrent).method).toBe(
      'provider',
    )
    expect(await stage.acts(admin.id)).toEqual(['session.begun', 'identity.linked', 'session.begun'])
  })

  it('asks for a confirmation first, to connect and to disconnect', async () => {
    const user = await rules.person()
    await connect(user)
    api.advance(16 * MINUTE_MS)
    for (const method of ['POST', 'DELETE'] as const) {
      const { status, body } = await user.call(method, OWN)
      expect([status, body.code]).toEqual([403, 'stepUp'])
    }
  })

  it('belongs to one user: nobody else connects it, and nobody connects two', async () => {
    const [first, second] = [await rules.person(), await rules.person()]
    await connect(first)
    const taken = await connect(second, { sub: `acme|${first.id}` })
    expect([taken.status, taken.body.details.reason]).toEqual([403, 'taken'])
    const another = await connect(first, { sub: 'acme|another' })
    expect([another.status, another.body.details.reason]).toEqual([403, 'taken'])
  })

  it('is connected by nobody but the user who began, in their own session', async () => {
    const [user, thief] = [await rules.person(), await rules.person()]
    acme.signsIn({ sub: `acme|${user.id}` })
    const browser = stage.browser()
    await browser.return(await browser.send('POST', OWN, { token: user.token }))
    const stolen = await browser.send('PUT', OWN, { token: thief.token })
    expect([stolen.status, stolen.body.details.reason]).toEqual([403, 'expired'])
    expect((await browser.finish()).status).toBe(403)
    expect(await stage.identitiesOf(thief.id)).toEqual([])
  })

  it('is disconnected with the sessions that began with it, and a mail', async () => {
    const user = await rules.person()
    await connect(user)
    const { token } = (await stage.browser().signIn()).body
    expect((await user.call('DELETE', OWN)).status).toBe(204)
    const ended = await api.program(token).get('/api/profile')
    expect([ended.status, ended.body.message]).toEqual([401, 'Your session has ended. Please sign in again.'])
    expect((await user.call('GET', OWN)).body.identity).toBeNull()
    const mails = (await api.mails()).filter(({ to }) => to === user.username)
    expect(mails.map(({ text }) => text).join()).toContain('disconnected')
    expect((await user.call('DELETE', OWN)).status).toBe(404)
  })

  it('that is connected again has the sessions that began with it, so that a logout there ends them', async () => {
    const user = await rules.person()
    await connect(user)
    const { token } = (await stage.browser().signIn()).body
    const ofProvider = () =>
      stage.query(
        'select count(*)::int from sessions where user_id = $1 and identity_id is not null',
        user.id,
      )
    await rules.send('POST', '/api/auth/step-up', { password: PASSWORD }, token)
    expect((await rules.send('DELETE', OWN, undefined, token)).status).toBe(204)
    expect((await connect({ id: user.id, token })).status).toBe(200)
    expect(await ofProvider()).toEqual([{ count: 1 }])
  })

  it('is disconnected when an administrator resets the factors of a user who has none', async () => {
    const [user, admin] = [await rules.person(), await rules.person({ roleId: 'adm' })]
    await connect(user)
    expect((await admin.call('DELETE', `/api/users/${user.id}/factors`)).status).toBe(204)
    expect(await stage.identitiesOf(user.id)).toEqual([])
    expect(await stage.acts(user.id)).toContain('identity.unlinked')
    expect((await stage.browser().signIn()).status).toBe(403)
  })

  it('stays while it is the only way in', async () => {
    const user = await rules.person()
    await connect(user)
    await stage.query('update users set password_hash = null where id = $1', user.id)
    const { status, body } = await user.call('DELETE', OWN)
    expect([status, body.message]).toEqual([409, 'Set a password or a passkey first.'])
    expect((await user.call('GET', OWN)).body).toMatchObject({ can_disconnect: false, has_password: false })
  })
})

describe('an invitation', () => {
  async function invited(values: object = {}) {
    const adm = await api.as('adm')
    const username = `invited${Math.random().toString(36).slice(2)}@desk.example`
    const made = { username, first_name: 'I', last_name: 'N', role_id: 'adm', active: true, ...values }
    const { body } = await adm.post('/api/users', made)
    const mail = (await api.mails()).find(({ to }) => to === username)
    return {
      id: body.user_id ?? body.id,
      token: /confirmation\/([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '',
    }
  }

  it('is accepted with any account at the provider, instead of a password', async () => {
    const { token } = await invited()
    acme.signsIn({ sub: `acme|${token}`, email: 'somebody@elsewhere.example' })
    const browser = stage.browser()
    await browser.return(await browser.send('POST', '/api/auth/oidc/invitation', { payload: { token } }))
    const { status, body } = await browser.finish()
    expect([status, body.user?.role_id]).toEqual([200, 'adm'])
    const used = await stage.browser().send('POST', '/api/auth/oidc/invitation', { payload: { token } })
    expect(used.status).toBe(404)
    expect((await api.visitor.get(`/api/auth/confirmation?token=${token}`)).status).toBe(404)
  })

  it('is worth nothing once it was used while the browser was at the provider', async () => {
    const { token } = await invited()
    acme.signsIn({ sub: `acme|late ${token}` })
    const browser = stage.browser()
    const begun = await browser.send('POST', '/api/auth/oidc/invitation', { payload: { token } })
    await api.visitor.post('/api/auth/confirmation', { token, password: 'a long enough secret' })
    await browser.return(begun)
    const { status, body } = await browser.finish()
    expect([status, body.details.reason]).toEqual([403, 'expired'])
  })
})

describe('a second factor', () => {
  it('is required after the provider, which takes the place of the password', async () => {
    const user = await rules.enrolled()
    await connect(user)
    const { status, body } = await stage.browser().signIn()
    expect([status, body.code, body.details.username]).toEqual([422, 'secondFactor', user.username])
    const { challenge } = body.details
    const done = await rules.send('POST', '/api/auth/second-factor', { challenge, totp: rules.codeOf(user) })
    expect(done.status).toBe(200)
    const [session] = await stage.query(
      'select method, identity_id is not null as is_linked, expires_at - created_at as life from sessions where user_id = $1 order by id desc limit 1',
      user.id,
    )
    expect([session.method, session.is_linked, session.life.hours]).toEqual(['provider', true, 2])
  })

  it('can no longer finish a sign-in through an account that was disconnected meanwhile', async () => {
    const user = await rules.enrolled()
    await connect(user)
    const { challenge } = (await stage.browser().signIn()).body.details
    expect((await user.call('DELETE', OWN)).status).toBe(204)
    const done = await rules.send('POST', '/api/auth/second-factor', { challenge, totp: rules.codeOf(user) })
    expect(done.status).toBe(409)
  })

  it('is not asked for again if the provider says that it asked for several', async () => {
    const user = await rules.enrolled()
    await connect(user)
    acme.signsIn({ sub: `acme|${user.id}`, amr: ['pwd', 'mfa'] })
    expect((await stage.browser().signIn()).status).toBe(200)
  })

  it('must be set up after the provider, where the rules require one and the provider asked for one only', async () => {
    const user = await rules.person()
    await connect(user)
    await rules.apply({ second_factor: 'everybody', second_factor_from: rules.dayIn(0) })
    const weak = (await stage.browser().signIn()).body
    expect(weak.user.must_set_up_factor).toBe(true)
    expect(await rules.isEnrolling(weak.token)).toBe(true)
    acme.signsIn({ sub: `acme|${user.id}`, amr: ['mfa'] })
    const strong = (await stage.browser().signIn()).body
    expect(strong.user.must_set_up_factor).toBeUndefined()
    expect((await api.program(strong.token).get('/api/profile/sessions')).status).toBe(200)
    await rules.forget()
  })
})

describe('a session that began at the provider', () => {
  it('ends after OIDC_MAX_AGE_HOURS', async () => {
    const user = await rules.person()
    await connect(user)
    const { token } = (await stage.browser().signIn()).body
    api.advance(2 * HOUR_MS - MINUTE_MS)
    expect((await api.program(token).get('/api/profile')).status).toBe(200)
    api.advance(2 * MINUTE_MS)
    expect((await api.program(token).get('/api/profile')).status).toBe(401)
  })

  it('is confirmed at the provider by a user with neither a password nor a factor, and by nobody else', async () => {
    const user = await rules.person()
    await connect(user)
    await stage.query('update users set password_hash = null where id = $1', user.id)
    const browser = stage.browser()
    const { token } = (await browser.signIn()).body
    api.advance(16 * MINUTE_MS)
    const asked = await browser.send('DELETE', OWN, { token })
    expect(asked.body.details.factors).toEqual(['provider'])
    acme.signsIn({ sub: 'acme|a colleague' })
    const other = stage.browser()
    await other.return(await other.send('POST', `${OWN}/confirmation`, { token }))
    const refused = await other.send('PUT', OWN, { token })
    expect([refused.status, refused.body.details.reason]).toEqual([403, 'other'])
    acme.signsIn({ sub: `acme|${user.id}` })
    await browser.return(await browser.send('POST', `${OWN}/confirmation`, { token }))
    expect((await browser.send('PUT', OWN, { token })).body).toEqual({ done: 'confirmed' })
    expect((await browser.send('DELETE', OWN, { token })).status).toBe(409)
  })

  it('is not confirmed at the provider by a user with a password', async () => {
    const user = await rules.person()
    await connect(user)
    const browser = stage.browser()
    const { token } = (await browser.signIn()).body
    await browser.return(await browser.send('POST', `${OWN}/confirmation`, { token }))
    expect((await browser.send('PUT', OWN, { token })).status).toBe(403)
  })

  it('is confirmed at the provider, not by a password, while passwords are limited', async () => {
    const user = await rules.person()
    await connect(user)
    const browser = stage.browser()
    const { token } = (await browser.signIn()).body
    api.advance(16 * MINUTE_MS)
    await rules.apply({ passwords: 'break_glass' })
    const confirm = { token, payload: { password: PASSWORD } }
    const refused = await browser.send('POST', '/api/auth/step-up', confirm)
    expect([refused.status, refused.body.validation.body.message]).toEqual([
      400,
      'Your workspace signs in with Acme. Passwords here are only for break-glass accounts.',
    ])
    expect((await browser.send('DELETE', OWN, { token })).body.details.factors).toEqual(['provider'])
    await browser.return(await browser.send('POST', `${OWN}/confirmation`, { token }))
    expect((await browser.send('PUT', OWN, { token })).body).toEqual({ done: 'confirmed' })
    await rules.forget()
  })

  it('is ended by a lock at once, and by no password change of others', async () => {
    const user = await rules.person()
    await connect(user)
    const { token } = (await stage.browser().signIn()).body
    const adm = await api.as('adm')
    await adm.post('/api/auth/step-up', { password: PASSWORD })
    const values = { username: user.username, first_name: 'A', last_name: 'B', role_id: 'wrt', active: false }
    expect((await adm.put(`/api/users/${user.id}`, values)).status).toBe(200)
    expect((await api.program(token).get('/api/profile')).status).toBe(401)
  })
})
