import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Api, startApi } from '../../../testing/api.ts'
import { startOidcProvider } from '../../../testing/oidc-provider.ts'
import { CALLBACK, createProviderStage, providerSettings } from '../../../testing/provider-stage.ts'

let api: Api
let acme: Awaited<ReturnType<typeof startOidcProvider>>
let stage: ReturnType<typeof createProviderStage>

beforeAll(async () => {
  acme = await startOidcProvider({
    redirectUri: CALLBACK,
    client: {
      backchannel_logout_uri: 'http://127.0.0.1:9/unused',
      backchannel_logout_session_required: true,
    },
  })
  api = await startApi({
    ...providerSettings(acme.issuer),
    OIDC_PROVISION: 'create',
    OIDC_ROLE_CLAIM: 'groups',
    OIDC_ROLES: '{"desk-qa": "qa", "desk-writers": "wrt", "desk-admins": "adm"}',
  })
  stage = createProviderStage(api)
})
afterAll(async () => {
  await api.close()
  await acme.close()
})

let people = 0
const somebody = (claims: object = {}) => {
  people += 1
  const account = {
    sub: `new|${people}`,
    email: `new${people}@acme.example`,
    email_verified: true,
    ...claims,
  }
  acme.signsIn(account)
  return account
}
const signIn = () => stage.browser().signIn()
const usersWith = (email: string) => stage.query('select * from users where username = $1', email)

describe('a person without an invitation', () => {
  it('gets an account without a password at their first sign-in, with the role of their group', async () => {
    const { email } = somebody({ name: 'Ada King Lovelace', groups: ['desk-qa', 'all-staff'] })
    const { status, body } = await signIn()
    expect([status, body.user.role_id, body.user.first_name, body.user.last_name]).toEqual([
      ...[200, 'qa', 'Ada', 'King Lovelace'],
    ])
    const [user] = await usersWith(email)
    expect(user.password_hash).toBeNull()
    expect(await stage.acts(user.user_id ?? user.id)).toEqual([
      'user.provisioned',
      'identity.linked',
      'session.begun',
    ])
    expect((await signIn()).body.user.id).toBe(body.user.id)
    const adm = await api.as('adm')
    expect((await adm.get(`/api/users/${body.user.id}`)).body.confirmed).toBe(true)
  })

  it.each([
    ['no role', { groups: ['all-staff'] }],
    ['two roles', { groups: ['desk-qa', 'desk-writers'] }],
    ['an email that is not vouched for', { groups: ['desk-qa'], email_verified: false }],
    ['no email', { groups: ['desk-qa'], email: undefined }],
  ])('gets none with %s', async (_name, claims) => {
    const before = await stage.query('select count(*) from users')
    somebody(claims)
    expect((await signIn()).body.details.reason).toBe('unknown')
    expect(await stage.query('select count(*) from users')).toEqual(before)
  })

  it('gets no second account once the email of the first has changed', async () => {
    somebody({ groups: ['desk-qa'] })
    const { id } = (await signIn()).body.user
    const adm = await api.as('adm')
    const values = { username: `moved${id}@acme.example`, first_name: 'A', last_name: 'B', role_id: 'qa' }
    expect((await adm.put(`/api/users/${id}`, { ...values, active: true })).status).toBe(200)
    expect((await signIn()).body.details.reason).toBe('unknown')
  })

  it('gets none with the email of a locked user', async () => {
    const { email } = somebody({ groups: ['desk-qa'] })
    await stage.person({ username: email, active: false })
    expect((await signIn()).body.details.reason).toBe('unknown')
  })
})

describe('the role from the provider', () => {
  it('is set at each sign-in, before the session begins', async () => {
    const account = somebody({ groups: ['desk-writers'] })
    const { id } = (await signIn()).body.user
    acme.signsIn({ ...account, groups: ['desk-qa'] })
    expect((await signIn()).body.user.role_id).toBe('qa')
    expect(await stage.acts(id)).toContain('user.role-changed')
  })

  it('stays if the provider names none or several, and administrators get one notice a day', async () => {
    const account = somebody({ groups: ['desk-qa'] })
    await signIn()
    for (const groups of [[], ['desk-qa', 'desk-writers'], undefined]) {
      acme.signsIn({ ...account, groups })
      expect((await signIn()).body.user.role_id).toBe('qa')
    }
    const [adm] = await stage.query("select id from users where role_id = 'adm' order by id limit 1")
    const notices = await stage.query(
      "select * from notices where user_id = $1 and kind = 'provider-roles'",
      adm.id,
    )
    expect(notices.length).toBe(1)
  })

  it('never demotes the last administrator who can sign in without the provider', async () => {
    const account = somebody({ groups: ['desk-admins'] })
    const { id } = (await signIn()).body.user
    await stage.query("update users set active = false where role_id = 'adm' and id <> $1", id)
    acme.signsIn({ ...account, groups: ['desk-writers'] })
    expect((await signIn()).body.user.role_id).toBe('adm')
    await stage.query("update users set active = true where role_id = 'adm'")
    expect((await signIn()).body.user.role_id).toBe('wrt')
  })
})

describe('the provider’s logout call', () => {
  const send = (payload: string, type = 'application/x-www-form-urlencoded') =>
    api.visitor.send({
      method: 'POST',
      url: '/api/hooks/oidc/logout',
      headers: { 'content-type': type },
      payload,
    })

  /** A token as the provider signs it for our client. */
  async function logoutToken(sub: string, sid: string | null) {
    const client = await acme.provider.Client.find('copydesk')
    const { IdToken } = acme.provider
    const token = new IdToken({ sub }, { client, ctx: undefined } as never)
    Object.assign(token, { mask: { sub: null } })
    token.set('sub', sub)
    if (sid !== null) token.set('sid', sid)
    token.set('events', { 'http://schemas.openid.net/event/backchannel-logout': {} })
    token.set('jti', `${sub} ${sid} ${Math.random()}`)
    return token.issue({ use: 'logout' } as never)
  }
  const isOpen = async (token: string) => (await api.program(token).get('/api/profile')).status === 200

  it('ends the session that it names, and only once', async () => {
    const { sub } = somebody({ groups: ['desk-qa'] })
    const [one, other] = [(await signIn()).body, (await signIn()).body]
    const [{ provider_sid: sid }] = await stage.query(
      'select provider_sid from sessions where user_id = $1 order by id limit 1',
      one.user.id,
    )
    expect(sid).toBeTruthy()
    const token = await logoutToken(sub, sid)
    expect((await send(`logout_token=${token}`)).status).toBe(204)
    expect([await isOpen(one.token), await isOpen(other.token)]).toEqual([false, true])
    expect((await send(`logout_token=${token}`)).status).toBe(400)
    expect(await stage.acts(one.user.id)).toContain('user.signed-out')
  })

  it('ends sessions of that person whose name at the provider is unknown, and sign-ins that wait', async () => {
    const { sub } = somebody({ groups: ['desk-qa'] })
    const { token, user } = (await signIn()).body
    await stage.query('update sessions set provider_sid = null where user_id = $1', user.id)
    await stage.query(
      "insert into totp_factors (user_id, secret, confirmed_at) values ($1, 'sealed', now())",
      user.id,
    )
    expect((await signIn()).status).toBe(422)
    const [{ sid }] = await stage.query(
      "select provider_session->>'sid' as sid from sign_in_challenges where user_id = $1",
      user.id,
    )
    expect((await send(`logout_token=${await logoutToken(sub, sid)}`)).status).toBe(204)
    expect(await isOpen(token)).toBe(false)
    const waiting = await stage.query(
      'select * from sign_in_challenges where user_id = $1 and used_at is null',
      user.id,
    )
    expect(waiting).toEqual([])
  })

  it('ends all sessions of a person', async () => {
    const { sub } = somebody({ groups: ['desk-qa'] })
    const tokens = [(await signIn()).body.token, (await signIn()).body.token]
    expect((await send(`logout_token=${await logoutToken(sub, null)}`)).status).toBe(204)
    expect(await Promise.all(tokens.map(isOpen))).toEqual([false, false])
  })

  it('needs a token that the provider has signed', async () => {
    expect((await send('logout_token=x')).status).toBe(400)
    expect((await send('')).status).toBe(400)
  })
})

it('the scan says whether the provider answers, and who has another email there', async () => {
  const account = somebody({ groups: ['desk-qa'] })
  await signIn()
  const eng = await api.as('eng')
  const find = async () => {
    const { body } = await eng.get('/api/scan/sign-in-provider')
    return body.items.map(({ label, value }: { label: string; value: string }) => [label, value])
  }
  expect(await find()).toEqual([['Acme', 'Answers']])
  acme.signsIn({ ...account, email: 'married@acme.example' })
  await signIn()
  expect(await find()).toEqual([
    ['Acme', 'Answers'],
    ['Different email at Acme', '1 user'],
  ])
})
