import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Answer } from '../../../testing/api.ts'
import { startApi } from '../../../testing/api.ts'
import { type GlewlwydServer, hasGlewlwyd, startGlewlwyd } from '../../../testing/glewlwyd-server.ts'
import { CLIENT } from '../../../testing/oidc-provider.ts'
import { CALLBACK, createProviderStage, providerSettings } from '../../../testing/provider-stage.ts'
import { createRulesStage } from '../../../testing/rules-stage.ts'

const OWN = '/api/profile/provider'

/**
 * Another make than that of all other tests. It sends no `email_verified`, no `iss` in the address and an `auth_time` of
 * 0, and reads the secret in the header as it stands, though the standard has it encoded.
 */
describe.runIf(hasGlewlwyd)('signing in through a Glewlwyd', () => {
  let glewlwyd: GlewlwydServer
  beforeAll(async () => {
    glewlwyd = await startGlewlwyd({ ...CLIENT, redirectUri: CALLBACK })
  })
  afterAll(() => glewlwyd?.stop())

  /** A workspace, and a browser whose user has an account at both. */
  async function workspace(name: string, settings: Partial<NodeJS.ProcessEnv> = {}) {
    const api = await startApi({ ...providerSettings(glewlwyd.issuer), ...settings })
    const rules = await createRulesStage(api)
    const user = await rules.person({ username: `${name}@acme.example` })
    await glewlwyd.addUser({ username: name, name: `${name} Sato`, email: user.username })
    const stage = createProviderStage(api)
    const browser = stage.browser()
    const pass = async (begun: string) => browser.comeBack(await glewlwyd.signIn(begun, name))
    return {
      ...{ api, stage, user, browser },
      return: (begun: Answer) => pass(begun.body.location),
      async signIn() {
        await pass(String((await browser.send('GET', '/api/auth/oidc/start')).headers.location))
        return browser.finish()
      },
    }
  }

  it('connects a user by their email where its administrators set all emails, and knows them from then on', async () => {
    const { api, stage, user, signIn } = await workspace('lena', { OIDC_EMAIL_TRUST: 'issuer' })
    try {
      const { status, body } = await signIn()
      expect([status, body.user?.id]).toEqual([200, user.id])
      expect((await api.program(body.token).get('/api/profile')).body.username).toBe(user.username)
      const identities = await stage.identitiesOf(user.id)
      expect(identities).toEqual([
        {
          ...{ issuer: glewlwyd.issuer, subject: expect.stringMatching(/./) },
          ...{ email: user.username, linked_by: 'email' },
        },
      ])
      await stage.query("update users set username = 'renamed@acme.example' where id = $1", user.id)
      expect((await signIn()).body.user.id).toBe(user.id)
      expect(await stage.identitiesOf(user.id)).toEqual(identities)
    } finally {
      await api.close()
    }
  })

  it('connects nobody by an email that it says nothing about, but in the profile', async () => {
    const { api, user, browser, ...way } = await workspace('omar')
    try {
      const refused = await way.signIn()
      expect([refused.status, refused.body.details?.reason]).toEqual([403, 'unknown'])
      const { token } = user
      await way.return(await browser.send('POST', OWN, { token }))
      expect((await browser.send('PUT', OWN, { token })).body).toEqual({ done: 'connected' })
      expect((await way.signIn()).body.user.id).toBe(user.id)
    } finally {
      await api.close()
    }
  })

  it('confirms nobody: it refuses to ask again, and does not say when it asked', async () => {
    const { api, stage, user, browser, ...way } = await workspace('mira', { OIDC_EMAIL_TRUST: 'issuer' })
    try {
      await stage.query('update users set password_hash = null where id = $1', user.id)
      const { token } = (await way.signIn()).body
      await way.return(await browser.send('POST', `${OWN}/confirmation`, { token }))
      const { status, body } = await browser.send('PUT', OWN, { token })
      expect([status, body.details?.reason]).toEqual([403, 'failed'])
    } finally {
      await api.close()
    }
  })
})
