import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OPERATIONS } from '../../../api.ts'
import { readSettings } from '../../../settings/settings.ts'
import { type Api, PASSWORD, startApi, usernameOf } from '../../../testing/api.ts'

describe('without a provider', () => {
  let api: Api
  beforeAll(async () => {
    api = await startApi()
  })
  afterAll(() => api.close())

  it('health and signing in say nothing about one, in the order they always had', async () => {
    expect(Object.keys((await api.visitor.get('/api/health')).body)).toEqual([
      ...['env', 'publicHost', 'commit', 'commit_url', 'help_email', 'time_zone', 'marketplace'],
      ...['self_approval', 'notice', 'tunnels', 'is_sample', 'sample'],
    ])
    const answer = await api.signIn(usernameOf('qa', 1), PASSWORD)
    expect(Object.keys(answer.body)).toEqual(['token', 'user'])
    expect(Object.keys(answer.body.user)).toEqual([
      ...['id', 'first_name', 'last_name', 'username', 'role_id', 'role', 'permissions'],
    ])
    expect(answer.headers['set-cookie']).toBeUndefined()
  })

  it('its calls find nothing', async () => {
    const adm = await api.as('adm')
    const own = OPERATIONS.filter(({ id }) => id.startsWith('provider.'))
    for (const { id, endpoint } of own) {
      const isForm = endpoint.form === true
      const { status } = await adm.send({
        ...{ method: endpoint.method, url: endpoint.path.replace(':id', '1') },
        ...(isForm
          ? {
              headers: { 'content-type': 'application/x-www-form-urlencoded' },
              payload: 'logout_token=x',
            }
          : endpoint.body
            ? { payload: { token: 'x' } }
            : {}),
      })
      expect([id, status]).toEqual([id, 404])
    }
  })
})

describe('the settings of a provider', () => {
  const ALL = {
    OIDC_ISSUER: 'https://login.example.com',
    OIDC_CLIENT_ID: 'desk',
    OIDC_CLIENT_SECRET: 'secret',
    OIDC_LABEL: 'Acme',
  }
  const GOOGLE = { ...ALL, OIDC_ISSUER: 'https://accounts.google.com' }
  const ENTRA = 'https://login.microsoftonline.com'

  it('are complete with four of them', () => {
    expect(readSettings({}).vendors.signInProvider).toBeUndefined()
    expect(readSettings(ALL).vendors.signInProvider).toMatchObject({
      ...{ scopes: 'openid email profile', createsUsers: false, roles: null, maxAgeHours: null },
      emailTrust: { kind: 'verified' },
    })
    const auth0 = { ...ALL, OIDC_ISSUER: 'https://acme.eu.auth0.com/' }
    expect(readSettings(auth0).vendors.signInProvider?.issuer).toBe('https://acme.eu.auth0.com/')
  })

  it.each([
    [{ OIDC_LABEL: undefined }, 'OIDC_LABEL is missing'],
    [{ OIDC_CLIENT_SECRET: undefined }, 'OIDC_CLIENT_SECRET is missing'],
    [{ OIDC_ROLE_CLAIM: 'groups' }, 'OIDC_ROLES is missing'],
    [{ OIDC_PROVISION: 'create' }, 'OIDC_ROLE_CLAIM is missing'],
    [{ OIDC_ROLE_CLAIM: 'groups', OIDC_ROLES: '{"a": "boss"}' }, 'OIDC_ROLES is not usable'],
    [{ OIDC_ROLE_CLAIM: 'groups', OIDC_ROLES: 'qa' }, 'OIDC_ROLES is not usable'],
    [{ OIDC_ROLE_CLAIM: 'groups', OIDC_ROLES: '{}' }, 'OIDC_ROLES is not usable'],
    [{ OIDC_ISSUER: 'http://login.example.com' }, 'OIDC_ISSUER is not usable'],
    [{ OIDC_ISSUER: 'login.example.com' }, 'OIDC_ISSUER is not usable'],
    [{ OIDC_ISSUER: `${ENTRA}/common/v2.0` }, 'OIDC_ISSUER is not usable'],
    [{ OIDC_ISSUER: `${ENTRA}/organizations/v2.0` }, 'OIDC_ISSUER is not usable'],
    [{ OIDC_SCOPES: 'email profile' }, 'OIDC_SCOPES is not usable'],
    [{ OIDC_EMAIL_TRUST: 'always' }, 'OIDC_EMAIL_TRUST is not usable'],
    [{ OIDC_MAX_AGE_HOURS: '13' }, 'OIDC_MAX_AGE_HOURS is not usable'],
    [{ OIDC_HOSTED_DOMAIN: 'acme' }, 'OIDC_HOSTED_DOMAIN is not usable'],
    [{ OIDC_ISSUER: GOOGLE.OIDC_ISSUER, OIDC_EMAIL_TRUST: 'issuer' }, 'OIDC_HOSTED_DOMAIN is missing'],
  ])('stop the start with %j', (more, message) => {
    expect(() => readSettings({ ...ALL, ...more })).toThrow(message)
  })

  it('mean nothing without an issuer', () => {
    expect(() => readSettings({ OIDC_MAX_AGE_HOURS: '2' })).toThrow('OIDC_ISSUER is missing')
  })
})
