import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Api, PASSWORD, startApi } from '../../../testing/api.ts'
import { startOidcProvider } from '../../../testing/oidc-provider.ts'
import { CALLBACK, createProviderStage, providerSettings } from '../../../testing/provider-stage.ts'

let api: Api
let acme: Awaited<ReturnType<typeof startOidcProvider>>
let stage: ReturnType<typeof createProviderStage>
let people = 0

beforeAll(async () => {
  acme = await startOidcProvider({ redirectUri: CALLBACK })
  api = await startApi(providerSettings(acme.issuer))
  stage = createProviderStage(api)
})
afterAll(async () => {
  await api.close()
  await acme.close()
})

/** A person with a verified email at the provider, which a user has here too. */
async function employee(values: Parameters<typeof stage.person>[0] = {}) {
  people += 1
  const user = await stage.person({ username: `employee${people}@acme.example`, ...values })
  const account = { sub: `acme|${people}`, email: user.username, email_verified: true }
  acme.signsIn(account)
  return { user, account }
}

const reasonOf = ({ status, body }: { status: number; body: { details?: { reason?: string } } }) => [
  status,
  body.details?.reason,
]

describe('signing in through the provider', () => {
  it('signs in the user with the same verified email, connects and notifies them', async () => {
    const { user, account } = await employee()
    const { status, body } = await stage.browser().signIn()
    expect([status, body.user?.id, body.next]).toEqual([200, user.id, null])
    const profile = await api.program(body.token).get('/api/profile')
    expect(profile.body.username).toBe(user.username)
    expect(await stage.identitiesOf(user.id)).toEqual([
      { issuer: acme.issuer, subject: account.sub, email: user.username, linked_by: 'email' },
    ])
    expect(await stage.acts(user.id)).toEqual(['identity.linked', 'session.begun'])
    expect((await api.mails()).find(({ to }) => to === user.username)?.text).toContain('connected')
  })

  it('knows them by the provider’s id from then on, whatever their email is there', async () => {
    const { user, account } = await employee()
    await stage.browser().signIn()
    acme.signsIn({ ...account, email: 'renamed@acme.example' })
    expect((await stage.browser().signIn()).body.user.id).toBe(user.id)
    const other = await stage.person({ username: 'victim@acme.example' })
    acme.signsIn({ ...account, email: other.username })
    expect((await stage.browser().signIn()).body.user.id).toBe(user.id)
  })

  it('connects nobody by an email that the provider does not vouch for', async () => {
    const { user, account } = await employee()
    for (const email_verified of [false, 'true', undefined]) {
      acme.signsIn({ ...account, email_verified })
      expect(reasonOf(await stage.browser().signIn())).toEqual([403, 'unknown'])
    }
    expect(await stage.identitiesOf(user.id)).toEqual([])
  })

  it('connects no second account of the provider with a user', async () => {
    const { account } = await employee()
    await stage.browser().signIn()
    acme.signsIn({ ...account, sub: 'the next owner of the address' })
    expect(reasonOf(await stage.browser().signIn())).toEqual([403, 'unknown'])
  })

  it('lets administrators and users with a second factor connect only in their profile', async () => {
    const admin = await employee({ roleId: 'adm' })
    expect(reasonOf(await stage.browser().signIn())).toEqual([403, 'connectFirst'])
    const careful = await employee()
    await stage.query(
      "insert into totp_factors (user_id, secret, confirmed_at) values ($1, 'sealed', now())",
      careful.user.id,
    )
    expect(reasonOf(await stage.browser().signIn())).toEqual([403, 'connectFirst'])
    for (const { user } of [admin, careful]) expect(await stage.identitiesOf(user.id)).toEqual([])
  })

  it('says to a stranger who can invite them, and nothing about addresses here', async () => {
    acme.signsIn({ sub: 'stranger', email: 'stranger@acme.example', email_verified: true })
    const { status, body } = await stage.browser().signIn()
    expect([status, body.message]).toEqual([403, 'Acme knows you, Copydesk does not.'])
    expect(body.details.email).toBe('stranger@acme.example')
    expect(body.details.admins.length).toBeGreaterThan(0)
    expect(JSON.stringify(body.details.admins)).not.toContain('@')
    const locked = await employee({ active: false })
    expect((await stage.browser().signIn()).body.message).toBe(body.message)
    expect(await stage.identitiesOf(locked.user.id)).toEqual([])
  })

  it('answers a locked user as a right password does', async () => {
    const { user } = await employee()
    await stage.browser().signIn()
    await stage.query('update users set active = false where id = $1', user.id)
    const { status, body } = await stage.browser().signIn()
    const byPassword = await api.signIn(user.username, PASSWORD)
    expect([status, body.message]).toEqual([byPassword.status, byPassword.body.message])
  })

  it('never signs in a service account, even by its name', async () => {
    acme.signsIn({ sub: 'robot', email: 'robot@acme.example', email_verified: true })
    await stage.person({ username: 'robot@acme.example', kind: 'service', passwordHash: null })
    expect(reasonOf(await stage.browser().signIn())).toEqual([403, 'unknown'])
  })

  it('creates nobody unless the settings say so', async () => {
    const before = await stage.query('select count(*) from users')
    acme.signsIn({ sub: 'new', email: 'new@acme.example', email_verified: true, groups: ['desk-qa'] })
    await stage.browser().signIn()
    expect(await stage.query('select count(*) from users')).toEqual(before)
  })

  it('disconnects a user whose email an administrator changes', async () => {
    const { user } = await employee()
    await stage.browser().signIn()
    const adm = await api.as('adm')
    const values = {
      username: 'moved@acme.example',
      first_name: 'A',
      last_name: 'B',
      role_id: 'wrt',
      active: true,
    }
    expect((await adm.put(`/api/users/${user.id}`, values)).status).toBe(200)
    expect(await stage.identitiesOf(user.id)).toEqual([])
    expect(reasonOf(await stage.browser().signIn())).toEqual([403, 'unknown'])
  })
})

describe('what an email connects', () => {
  const disconnect = async (username: string) => {
    const { token } = (await api.signIn(username, PASSWORD)).body
    return api.program(token).delete('/api/profile/provider')
  }

  it('it connects once: a user who disconnects connects again only in their profile', async () => {
    const { user } = await employee()
    await stage.browser().signIn()
    expect((await disconnect(user.username)).status).toBe(204)
    expect(reasonOf(await stage.browser().signIn())).toEqual([403, 'connectFirst'])
    expect(await stage.identitiesOf(user.id)).toEqual([])
  })

  it('makes open invitations worthless', async () => {
    const { user } = await employee({ passwordHash: null })
    await stage.query(
      "insert into password_links (token_hash, user_id, purpose, created_at, expires_at) values ('open', $1, 'confirmation', now(), now() + interval '1 day')",
      user.id,
    )
    expect((await stage.browser().signIn()).status).toBe(200)
    const [link] = await stage.query("select used_at from password_links where token_hash = 'open'")
    expect(link.used_at).not.toBeNull()
  })

  it('proves nothing to calls that ask for a confirmation, if the provider does not say when it asked', async () => {
    await employee()
    const { token } = (await stage.browser().signIn()).body
    const { status, body } = await api.program(token).delete('/api/profile/provider')
    expect([status, body.code]).toEqual([403, 'stepUp'])
  })
})

describe('the way through the provider', () => {
  let known: Awaited<ReturnType<typeof employee>>
  beforeEach(async () => {
    known = await employee()
  })

  it('keeps what it is checked by in a cookie that no script and no other site can read', async () => {
    const { headers, status } = await stage.browser().send('GET', '/api/auth/oidc/start')
    expect(status).toBe(302)
    const cookie = String(headers['set-cookie'])
    expect(cookie).toMatch(/^copydesk-oidc=[\w.-]+; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/)
    const asked = new URL(String(headers.location)).searchParams
    expect([asked.get('code_challenge_method'), asked.get('response_type')]).toEqual(['S256', 'code'])
    for (const secret of ['state', 'nonce']) expect(cookie).not.toContain(asked.get(secret))
  })

  it.each(['cross-site', 'same-site'])(
    'does not begin by a link of another site (%s), which leads to the sign-in card [ASVS 7.6.2]',
    async (site) => {
      const { status, headers } = await stage
        .browser()
        .send('GET', '/api/auth/oidc/start?next=/articles', { site })
      expect([status, headers.location, headers['set-cookie']]).toEqual([302, '/', undefined])
    },
  )

  it.each(['same-origin', 'none'])('begins on the desk or by a typed address (%s)', async (site) => {
    const { headers } = await stage.browser().send('GET', '/api/auth/oidc/start', { site })
    expect(String(headers.location)).toContain(`${acme.issuer}/`)
  })

  it('leads back to the sign-in card, and shows neither code nor token in an address', async () => {
    const browser = stage.browser()
    const { status, headers } = await browser.comeBack(await browser.walk())
    expect([status, headers.location]).toEqual([302, '/#provider'])
    expect(String(headers['set-cookie'])).toContain('SameSite=Strict')
    expect((await browser.finish()).status).toBe(200)
  })

  it('signs in once: a code that was used, here or there, is worthless', async () => {
    const browser = stage.browser()
    const address = await browser.walk()
    const flow = browser.jar.kept.get('copydesk-oidc') ?? ''
    await browser.comeBack(address)
    const code = browser.jar.kept.get('copydesk-oidc-return') ?? ''
    expect((await browser.finish()).status).toBe(200)
    expect(reasonOf(await browser.finish())).toEqual([403, 'expired'])
    browser.jar.kept.set('copydesk-oidc-return', code)
    expect(reasonOf(await browser.finish())).toEqual([403, 'expired'])
    browser.jar.kept.set('copydesk-oidc', flow)
    await browser.comeBack(address)
    expect(reasonOf(await browser.finish())).toEqual([403, 'failed'])
  })

  it('signs nobody in who did not begin: an answer in another browser, or with another state', async () => {
    const address = await stage.browser().walk()
    const victim = stage.browser()
    await victim.comeBack(address)
    expect(reasonOf(await victim.finish())).toEqual([403, 'expired'])
    await victim.walk()
    await victim.comeBack(address)
    expect(reasonOf(await victim.finish())).toEqual([403, 'expired'])
    const own = await victim.walk()
    await victim.comeBack(own.replace(/state=[^&]+/, 'state=guessed'))
    expect(reasonOf(await victim.finish())).toEqual([403, 'expired'])
  })

  it('lets a user sign in in two tabs at once', async () => {
    const browser = stage.browser()
    const [first, second] = [await browser.walk(), await browser.walk()]
    for (const address of [first, second]) {
      await browser.comeBack(address)
      expect((await browser.finish()).body.user.id).toBe(known.user.id)
    }
  })

  it('forgets the oldest of several ways with long addresses, so that browsers keep the cookie', async () => {
    const browser = stage.browser()
    const long = `?next=${encodeURIComponent(`/articles/pending?q=${'x'.repeat(1200)}`)}`
    await browser.walk(long)
    await browser.walk(long)
    const last = await browser.walk(long)
    expect(browser.jar.kept.get('copydesk-oidc')?.length).toBeLessThan(3800)
    await browser.comeBack(last)
    expect((await browser.finish()).body.user.id).toBe(known.user.id)
  })

  it.each([
    ['another issuer', (address: string) => address.replace(/iss=[^&]+/, 'iss=https%3A%2F%2Fevil.example')],
    ['no issuer', (address: string) => address.replace(/&?iss=[^&]+/, '')],
    ['a code that was made up', (address: string) => address.replace(/code=[^&]+/, 'code=made-up')],
  ])('refuses an answer with %s', async (_name, change) => {
    const browser = stage.browser()
    await browser.comeBack(change(await browser.walk()))
    expect(reasonOf(await browser.finish())).toEqual([403, 'failed'])
  })

  it('refuses the code of another way: its verifier and nonce are other ones', async () => {
    const [attacker, victim] = [stage.browser(), stage.browser()]
    const code = new URL(await attacker.walk()).searchParams.get('code') ?? ''
    const own = await victim.walk()
    await victim.comeBack(own.replace(/code=[^&]+/, `code=${code}`))
    expect(reasonOf(await victim.finish())).toEqual([403, 'failed'])
  })

  it('says that the user canceled at the provider', async () => {
    acme.cancels()
    expect(reasonOf(await stage.browser().signIn())).toEqual([403, 'canceled'])
  })

  it.each([
    ['/articles/pending', '/articles/pending'],
    ['/users/3?tab=work', '/users/3?tab=work'],
    ['https://evil.example/', null],
    ['//evil.example/keywords', null],
    ['/\\evil.example', null],
    ['/keywords\n//evil', null],
    ['/%09/evil.example', null],
    ['javascript:alert(1)', null],
    ['/no-such-screen', null],
    ['/api/auth', null],
    ['/', null],
    ['/confirmation/abc', null],
  ])('opens only our own screens afterwards: %j', async (next, opened) => {
    const { body } = await stage.browser().signIn(`?next=${encodeURIComponent(next)}`)
    expect(body.next).toBe(opened)
  })

  it('writes neither codes nor states into the log', async () => {
    const { loggableUrl } = await import('../../../http/server.ts')
    expect(loggableUrl('/api/auth/oidc/callback?code=abc&state=def&iss=x')).toBe(
      '/api/auth/oidc/callback?code=…&state=…&iss=x',
    )
  })
})
