import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MINUTE_MS } from '#shared/format/duration.ts'
import { type Api, startApi } from '../../../testing/api.ts'
import { startOidcProvider } from '../../../testing/oidc-provider.ts'
import { CALLBACK, createProviderStage, providerSettings } from '../../../testing/provider-stage.ts'
import { createRulesStage, type RulesStage } from '../../../testing/rules-stage.ts'

let api: Api
let acme: Awaited<ReturnType<typeof startOidcProvider>>
let stage: ReturnType<typeof createProviderStage>
let rules: RulesStage
let admin: Awaited<ReturnType<RulesStage['person']>>

beforeAll(async () => {
  acme = await startOidcProvider({ redirectUri: CALLBACK })
  api = await startApi({
    ...providerSettings(acme.issuer),
    OIDC_ROLE_CLAIM: 'groups',
    OIDC_ROLES: '{"desk-qa": "qa"}',
  })
  stage = createProviderStage(api)
  rules = await createRulesStage(api)
  admin = await rules.person({ roleId: 'adm' })
})
afterAll(async () => {
  await api.close()
  await acme.close()
})

const pathOf = ({ id }: { id: number }) => `/api/users/${id}/provider`

/** A user who is connected with an account at the provider. */
async function connected(values: Parameters<RulesStage['person']>[0] = {}) {
  const user = await rules.person(values)
  await stage.query(
    "insert into identities (user_id, issuer, subject, email, linked_by, linked_at) values ($1, $2, $3, $4, 'profile', now())",
    ...[user.id, acme.issuer, `acme|${user.id}`, `at.acme.${user.id}@acme.example`],
  )
  return user
}

const signIn = async ({ id }: { id: number }): Promise<string> => {
  acme.signsIn({ sub: `acme|${id}`, groups: [] })
  return (await stage.browser().signIn()).body.token
}
const isSignedIn = async (token: string) => (await api.program(token).get('/api/profile')).status === 200

describe('a user’s account at the provider, for administrators', () => {
  it('says its email, since when it is connected, and that the role comes from there', async () => {
    const user = await connected()
    const { body } = await admin.call('GET', pathOf(user))
    expect(body).toMatchObject({
      identity: { email: `at.acme.${user.id}@acme.example`, last_used_at: null },
      ...{ can_disconnect: true, is_password_limited: false, is_role_from_provider: true },
    })
    expect(Number.isNaN(Date.parse(body.identity.connected_at))).toBe(false)
  })

  it('decides on no role of users who are not connected, nor of break-glass accounts', async () => {
    const stranger = await rules.person()
    const glass = await connected({ roleId: 'adm' })
    await stage.query('update users set break_glass = true where id = $1', glass.id)
    for (const user of [stranger, glass])
      expect((await admin.call('GET', pathOf(user))).body.is_role_from_provider).toBe(false)
    await stage.query('update users set break_glass = false where id = $1', glass.id)
  })

  it('is disconnected with its sessions; the user gets a notice, and the trail names the administrator', async () => {
    const user = await connected()
    const token = await signIn(user)
    expect(await isSignedIn(token)).toBe(true)
    expect((await admin.call('DELETE', pathOf(user))).status).toBe(204)
    expect([await isSignedIn(token), await isSignedIn(user.token)]).toEqual([false, true])
    expect(await stage.identitiesOf(user.id)).toEqual([])
    expect((await rules.noticesOf(user.id)).at(-1)).toMatchObject({ kind: 'sign-in-changed' })
    const [entry] = await stage.query(
      "select actor_id, after from audit_entries where act = 'identity.unlinked' and noun_id = $1",
      String(user.id),
    )
    expect(entry).toMatchObject({ actor_id: admin.id, after: { provider: 'Acme', sessionsEnded: 1 } })
    expect((await admin.call('DELETE', pathOf(user))).status).toBe(404)
  })

  it('stays if it is the only way in, and the refusal says what the user needs first', async () => {
    const user = await connected({ passwordHash: null })
    const refused = await admin.call('DELETE', pathOf(user))
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'Acme is this user’s only way in. They need a password or a passkey first.',
    ])
    expect(await stage.identitiesOf(user.id)).toHaveLength(1)
  })

  it('stays for a user whose password counts for nothing while passwords are limited, in the profile too', async () => {
    const user = await connected()
    await rules.apply({ passwords: 'break_glass' })
    const refused = await admin.call('DELETE', pathOf(user))
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'Acme is this user’s only way in. They need a passkey first.',
    ])
    const own = await user.call('DELETE', '/api/profile/provider')
    expect([own.status, own.body.message]).toEqual([409, 'Set a passkey first.'])
    expect((await user.call('GET', '/api/profile/provider')).body).toMatchObject({
      ...{ can_disconnect: false, has_password: true, is_password_limited: true },
    })
    await rules.forget()
  })

  it('is disconnected by administrators who confirm their identity, and not by themselves here', async () => {
    const user = await connected()
    const other = await rules.person({ roleId: 'eng' })
    expect((await other.call('DELETE', pathOf(user))).status).toBe(403)
    const self = await admin.call('DELETE', pathOf(admin))
    expect([self.status, self.body.message]).toEqual([409, 'Disconnect your own account in My Profile.'])
    api.advance(16 * MINUTE_MS)
    const { status, body } = await admin.call('DELETE', pathOf(user))
    expect([status, body.code]).toEqual([403, 'stepUp'])
  })
})
