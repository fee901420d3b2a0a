import { createHmac, generateKeyPairSync } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { exportJWK, exportSPKI, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startWebServer, type WebServer } from '../../testing/web-server.ts'
import { IntegrationError } from '../integration-error.ts'
import { createOidcProvider } from './oidc.ts'
import type { ProviderAccount } from './oidc-settings.ts'
import { type ProviderPrompt, ProviderRefusal, type SignInProvider } from './port.ts'

/** A provider that signs whatever a test wants, because no real one signs wrongly. */
let server: WebServer
let issuer: string
let keys: Awaited<ReturnType<typeof generateKeyPair>>
let kid: string
let isDown: false | number
let sign: (claims: Record<string, unknown>) => Promise<string>
let userInfo: Record<string, unknown>
let machine: number
let keysRead: number
let methods: string[]
/** Whether it lets in the client with its secret in the header. */
let readsHeader: boolean
let tokenCalls: { header: string | undefined; body: string }[]

const NONCE = 'the nonce of this sign-in'
const KEYS = { state: 'the state', nonce: NONCE, verifier: 'v'.repeat(43) }
const seconds = () => Math.floor(Date.now() / 1000)
const honest = () => ({
  ...{ iss: issuer, sub: 'person|1', aud: 'copydesk', nonce: NONCE },
  ...{ iat: seconds(), exp: seconds() + 300, email: 'Dana@Acme.example', email_verified: true },
})
const signed = (claims: Record<string, unknown>, key = keys.privateKey, header: object = {}) =>
  new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid, ...header }).sign(key)
const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

async function rotate(name: string) {
  keys = await generateKeyPair('RS256', { extractable: true })
  kid = name
}

const account = (more: Partial<ProviderAccount> = {}): ProviderAccount => ({
  ...{ issuer, clientId: 'copydesk', clientSecret: 'a secret', label: 'Acme' },
  ...{ scopes: 'openid email', emailTrust: { kind: 'verified' }, createsUsers: false, roles: null },
  ...{ maxAgeHours: null, hostedDomain: null, ...more },
})
const provider = (more: Partial<ProviderAccount> = {}) =>
  createOidcProvider({ account: account(more), publicUrl: 'http://localhost:3000', clock: () => machine })
const finish = (by: SignInProvider, prompt: ProviderPrompt = 'silent') =>
  by.finish(new URLSearchParams({ code: 'a code', state: KEYS.state, iss: issuer }), KEYS, prompt)
const refusal = (by = provider(), prompt: ProviderPrompt = 'silent') =>
  finish(by, prompt).then(
    () => 'accepted',
    (error: unknown) => (error instanceof ProviderRefusal ? error.reason : String(error)),
  )

beforeAll(async () => {
  server = await startWebServer(async (request, response) => {
    if (isDown !== false) return void response.writeHead(isDown).end('{}')
    const answer = (body: object) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (request.url === '/jwks') keysRead += 1
    if (request.url === '/jwks') return answer({ keys: [{ ...(await exportJWK(keys.publicKey)), kid }] })
    if (request.url === '/userinfo') return answer(userInfo)
    if (request.url === '/token') {
      const call = { header: request.headers.authorization, body: await text(request) }
      tokenCalls.push(call)
      if (call.header !== undefined && !readsHeader) return void response.writeHead(401).end('{}')
      return answer({ access_token: 'a', token_type: 'Bearer', id_token: await sign(honest()) })
    }
    return answer({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/userinfo`,
      jwks_uri: `${issuer}/jwks`,
      id_token_signing_alg_values_supported: ['RS256'],
      token_endpoint_auth_methods_supported: methods,
      authorization_response_iss_parameter_supported: true,
    })
  })
  issuer = `http://127.0.0.1:${server.port}`
  await rotate('first')
})
afterAll(() => server.close())
beforeEach(() => {
  isDown = false
  sign = signed
  userInfo = { sub: 'person|1' }
  machine = 0
  keysRead = 0
  methods = ['client_secret_basic', 'client_secret_post']
  readsHeader = true
  tokenCalls = []
})

describe('an ID token', () => {
  it('names a person, with the email in lower case', async () => {
    expect(await finish(provider())).toMatchObject({
      ...{ issuer, subject: 'person|1', email: 'dana@acme.example', isEmailTrusted: true },
      ...{ isStrong: false, roleId: null, isLetIn: true, sessionId: null },
    })
  })

  const forged: Readonly<Record<string, () => Promise<string>>> = {
    'alg none': async () => `${encoded({ alg: 'none' })}.${encoded(honest())}.`,
    'HS256 with the public key': async () => {
      const body = `${encoded({ alg: 'HS256', kid })}.${encoded(honest())}`
      const mac = createHmac('sha256', await exportSPKI(keys.publicKey)).update(body)
      return `${body}.${mac.digest('base64url')}`
    },
    'HS256 with our own secret': async () => {
      const body = `${encoded({ alg: 'HS256' })}.${encoded(honest())}`
      return `${body}.${createHmac('sha256', 'a secret').update(body).digest('base64url')}`
    },
    'an unknown key': () => signed(honest(), keys.privateKey, { kid: 'unknown' }),
    'a foreign key': async () => signed(honest(), (await generateKeyPair('RS256')).privateKey),
    'a key of its own in the header': async () => {
      const own = await generateKeyPair('RS256', { extractable: true })
      return signed(honest(), own.privateKey, { jwk: await exportJWK(own.publicKey) })
    },
    'another signature algorithm': async () => {
      const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      return new SignJWT(honest()).setProtectedHeader({ alg: 'ES256', kid }).sign(privateKey)
    },
    'a changed body': async () => {
      const [head, , tail] = (await signed(honest())).split('.')
      return `${head}.${encoded({ ...honest(), sub: 'admin' })}.${tail}`
    },
    'another nonce': () => signed({ ...honest(), nonce: 'of another sign-in' }),
    'no nonce': () => signed({ ...honest(), nonce: undefined }),
    'another issuer': () => signed({ ...honest(), iss: 'https://evil.example' }),
    'another audience': () => signed({ ...honest(), aud: 'another app' }),
    'a list without us': () => signed({ ...honest(), aud: ['one', 'two'] }),
    'a list with us, made for another': () =>
      signed({ ...honest(), aud: ['copydesk', 'another'], azp: 'another' }),
    'no subject': () => signed({ ...honest(), sub: undefined }),
    'an end long ago': () => signed({ ...honest(), exp: seconds() - 301 }),
    'a beginning long ago': () => signed({ ...honest(), iat: seconds() - 700 }),
    'a beginning far ahead': () => signed({ ...honest(), iat: seconds() + 400 }),
    'a subject that userinfo contradicts': () => {
      userInfo = { sub: 'person|2', email: 'victim@acme.example', email_verified: true }
      return signed({ ...honest(), email: undefined })
    },
  }
  it.each(Object.keys(forged))('is refused with %s', async (name) => {
    sign = () => forged[name]?.() ?? Promise.reject(new Error(name))
    expect(await refusal()).toBe('refused')
  })

  it.each([-300, 300])('is accepted from a clock that differs by %d seconds', async (shift) => {
    sign = (claims) => signed({ ...claims, iat: Number(claims.iat) + shift, exp: Number(claims.exp) + shift })
    expect(await refusal()).toBe('accepted')
  })

  it('is completed by userinfo where the provider keeps it short', async () => {
    userInfo = { sub: 'person|1', email: 'dana@acme.example', email_verified: true }
    sign = (claims) => signed({ ...claims, email: undefined, email_verified: undefined })
    expect(await finish(provider())).toMatchObject({ email: 'dana@acme.example', isEmailTrusted: true })
  })
})

describe('what userinfo adds', () => {
  it('decides on nothing that the ID token leaves out', async () => {
    userInfo = {
      sub: 'person|1',
      email_verified: true,
      amr: ['mfa'],
      hd: 'acme.example',
      auth_time: seconds(),
    }
    sign = (claims) => signed({ ...claims, email_verified: undefined })
    const roles = { claim: 'groups', byValue: { 'desk-qa': 'qa' } } as const
    expect(await finish(provider({ roles, hostedDomain: 'acme.example' }))).toMatchObject({
      ...{ isStrong: false, isLetIn: false, askedAt: null, isEmailTrusted: false },
    })
  })
})

describe('a person who was to be asked again', () => {
  const again = async (auth_time: unknown) => {
    sign = (claims) => signed({ ...claims, auth_time })
    const answer = new URLSearchParams({ code: 'a code', state: KEYS.state, iss: issuer })
    return provider()
      .finish(answer, KEYS, 'again')
      .then(
        () => 'accepted',
        (error: unknown) => (error instanceof ProviderRefusal ? error.reason : error),
      )
  }
  it.each([
    ['now', () => seconds(), 'accepted'],
    ['an hour ago', () => seconds() - 3600, 'refused'],
    ['an unknown time', () => undefined, 'unasked'],
    ['at 0, as some write for that', () => 0, 'unasked'],
  ])('asked %s', async (_when, at, outcome) => {
    expect(await again(at())).toBe(outcome)
  })
})

describe('what the settings make of the claims', () => {
  const person = (claims: object, more: Partial<ProviderAccount>) => {
    sign = (own) => signed({ ...own, ...claims })
    return finish(provider(more))
  }
  const ROLES = {
    claim: 'groups',
    byValue: { 'desk-qa': 'qa', 'desk-writers': 'wrt', 'desk-all': 'wrt' },
  } as const

  it.each([
    [['desk-qa', 'all-staff'], 'qa'],
    ['desk-qa', 'qa'],
    [['desk-writers', 'desk-all'], 'wrt'],
    [['desk-qa', 'desk-writers'], null],
    [['all-staff'], null],
    [[], null],
    [undefined, null],
    [{ 'desk-qa': true }, null],
    [['__proto__', 'constructor'], null],
  ])('groups %j are the role %j', async (groups, roleId) => {
    expect((await person({ groups }, { roles: ROLES })).roleId).toBe(roleId)
  })

  it('takes no role from a token with too many groups', async () => {
    const overage = { groups: undefined, _claim_names: { groups: 'src1' }, hasgroups: true }
    userInfo = { sub: 'person|1' }
    expect((await person(overage, { roles: ROLES })).roleId).toBeNull()
  })

  it.each([
    [{ kind: 'verified' }, { email_verified: 'true' }, false],
    [{ kind: 'verified' }, { email_verified: undefined }, false],
    [{ kind: 'claim', name: 'xms_edov' }, { xms_edov: '1', email_verified: undefined }, true],
    [{ kind: 'claim', name: 'xms_edov' }, { xms_edov: false }, false],
    [{ kind: 'issuer' }, { email_verified: undefined }, true],
    [{ kind: 'issuer' }, { email: 'no address' }, false],
  ] as const)('trust %j with %j: %j', async (emailTrust, claims, isTrusted) => {
    expect((await person(claims, { emailTrust })).isEmailTrusted).toBe(isTrusted)
  })

  it('lets in one Google domain', async () => {
    const hostedDomain = 'acme.example'
    expect((await person({ hd: 'acme.example' }, { hostedDomain })).isLetIn).toBe(true)
    for (const hd of ['evil.example', undefined])
      expect((await person({ hd }, { hostedDomain })).isLetIn).toBe(false)
  })
})

describe('a provider in trouble', () => {
  const failure = async (work: Promise<unknown>) => {
    const error = await work.catch((reason: unknown) => reason)
    return error instanceof IntegrationError ? error.kind : error
  }

  it('is asked only when somebody signs in, and found again by itself', async () => {
    isDown = 500
    const acme = provider()
    expect(await acme.isAnswering()).toBe(false)
    expect(await failure(acme.begin(KEYS, 'silent'))).toBe('unavailable')
    isDown = false
    machine += 40_000
    expect(await acme.isAnswering()).toBe(true)
    expect((await acme.begin(KEYS, 'silent')).origin).toBe(issuer)
  })

  it('may change its keys: the next sign-in uses them', async () => {
    const acme = provider()
    expect(await refusal(acme)).toBe('accepted')
    await rotate('second')
    expect([await refusal(acme), await refusal(acme)]).toEqual(['refused', 'accepted'])
  })

  it('is sent the secret in the header, and in the body only where it refuses that and takes it there', async () => {
    expect(await refusal()).toBe('accepted')
    expect(tokenCalls).toEqual([
      { header: expect.stringMatching(/^Basic /), body: expect.not.stringContaining('client_secret') },
    ])
    readsHeader = false
    expect(await refusal()).toBe('accepted')
    expect(tokenCalls.at(-1)).toEqual({
      header: undefined,
      body: expect.stringContaining('client_secret=a+secret'),
    })
    methods = ['client_secret_basic']
    expect(await failure(finish(provider()))).toBe('unauthorized')
    expect(tokenCalls).toHaveLength(4)
  })

  it('is away while its token endpoint fails', async () => {
    const acme = provider()
    await acme.begin(KEYS, 'silent')
    isDown = 503
    expect(await failure(finish(acme))).toBe('unavailable')
  })

  it('is not believed if it names another issuer', async () => {
    const acme = createOidcProvider({
      account: account({ issuer: issuer.replace('127.0.0.1', 'localhost') }),
      publicUrl: 'http://localhost:3000',
    })
    expect(await failure(acme.begin(KEYS, 'silent'))).toBe('bad_response')
  })
})

describe('a logout token', () => {
  const EVENTS = { 'http://schemas.openid.net/event/backchannel-logout': {} }
  const logout = () => ({
    ...{ iss: issuer, aud: 'copydesk', iat: seconds(), exp: seconds() + 120, jti: 'once' },
    ...{ events: EVENTS, sub: 'person|1', sid: 'session|1' },
  })
  const read = (token: string) =>
    provider()
      .readLogout(token)
      .catch((error: unknown) => (error instanceof ProviderRefusal ? error.reason : error))

  it('names the session and the person', async () => {
    const named = { issuer, subject: 'person|1', sessionId: 'session|1', id: 'once' }
    expect(await read(await signed(logout()))).toEqual(named)
    expect(await read(await signed({ ...logout(), sub: undefined }))).toEqual({ ...named, subject: null })
  })

  it.each(['logout+jwt', 'application/LOGOUT+JWT'])('may say its type: %s', async (typ) => {
    expect(await read(await signed(logout(), keys.privateKey, { typ }))).toMatchObject({ id: 'once' })
  })

  it.each([
    ['alg none', async () => `${encoded({ alg: 'none' })}.${encoded(logout())}.`],
    ['a nonce, as ID tokens have', () => signed({ ...logout(), nonce: NONCE })],
    ['no event', () => signed({ ...logout(), events: {} })],
    ['neither person nor session', () => signed({ ...logout(), sub: undefined, sid: undefined })],
    ['no id', () => signed({ ...logout(), jti: undefined })],
    ['another audience', () => signed({ ...logout(), aud: 'another' })],
    ['another issuer', () => signed({ ...logout(), iss: 'https://evil.example' })],
    ['an old beginning', () => signed({ ...logout(), iat: seconds() - 700, exp: seconds() + 100 })],
    ['no beginning', () => signed({ ...logout(), iat: undefined })],
    ['a foreign key', async () => signed(logout(), (await generateKeyPair('RS256')).privateKey)],
    ...['JWT', 'at+jwt', 'logout+jwt+more'].map((typ): [string, () => Promise<string>] => [
      `the type ${typ} in its header [ASVS 10.5.5]`,
      () => signed(logout(), keys.privateKey, { typ }),
    ]),
    ['no token at all', async () => 'logout'],
  ])('is refused with %s', async (_name, make) => {
    expect(await read(await make())).toBe('refused')
  })

  it('asks the provider nothing for a token that is not for us, and seldom for others', async () => {
    const acme = provider()
    const send = async (token: string) => acme.readLogout(token).catch(() => 'refused')
    const forged = await generateKeyPair('RS256')
    await send(await signed({ ...logout(), aud: 'another' }, forged.privateKey))
    await send('logout')
    expect(keysRead).toBe(0)
    for (const name of ['one', 'two', 'three'])
      await send(await signed(logout(), forged.privateKey, { kid: name }))
    expect(keysRead).toBe(1)
    expect(await send(await signed(logout()))).toMatchObject({ id: 'once' })
    await rotate(`rotated ${Math.random()}`)
    expect(await send(await signed(logout()))).toBe('refused')
    machine += 31_000
    expect(await send(await signed(logout()))).toMatchObject({ id: 'once' })
    expect(keysRead).toBe(2)
  })

  it('cannot keep anybody from signing in while the provider fails', async () => {
    const acme = provider()
    await acme.begin(KEYS, 'silent')
    isDown = 503
    for (let tries = 0; tries < 8; tries += 1) {
      machine += 31_000
      await acme.readLogout(await signed(logout())).catch(() => null)
    }
    isDown = false
    expect(await refusal(acme)).toBe('accepted')
  })
})
