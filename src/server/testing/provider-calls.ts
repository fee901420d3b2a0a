import { createToken, hashToken } from '../security/tokens.ts'
import type { Api } from './api.ts'
import { buildUser } from './builders.ts'
import type { startOidcProvider } from './oidc-provider.ts'
import { createProviderStage } from './provider-stage.ts'
import type { WritingCall } from './writing-call.ts'

/** The calls about the sign-in provider, for the list of all that write. */
export async function providerCalls(
  api: Api,
  acme: Awaited<ReturnType<typeof startOidcProvider>>,
): Promise<Record<string, WritingCall>> {
  const [eng, adm] = [await api.as('eng'), await api.as('adm')]
  const { db, pool } = api.database
  const stage = createProviderStage(api, { address: '127.0.0.1' })
  const browser = stage.browser()
  const { token } = eng

  async function disconnect() {
    acme.signsIn({ sub: 'acme|eng' })
    await pool.query('delete from identities where user_id = $1', [eng.id])
  }
  async function connect() {
    await disconnect()
    await pool.query(
      "insert into identities (user_id, issuer, subject, linked_by, linked_at) values ($1, $2, 'acme|eng', 'profile', now())",
      [eng.id, acme.issuer],
    )
  }

  return {
    'provider.startInvited': [
      'visitor',
      null,
      async () => {
        const { id } = await buildUser(db)
        const invitation = createToken()
        await pool.query(
          "insert into password_links (token_hash, user_id, purpose, created_at, expires_at) values ($1, $2, 'confirmation', now(), now() + interval '1 day')",
          [hashToken(invitation), id],
        )
        return () => browser.send('POST', '/api/auth/oidc/invitation', { payload: { token: invitation } })
      },
    ],
    'provider.finish': [
      'eng',
      'session.begun',
      async () => {
        await connect()
        await browser.comeBack(await browser.walk())
        return () => browser.finish()
      },
    ],
    // What a connected system says has its entry where something ends because of it.
    'provider.logout': ['visitor', null, async () => () => api.visitor.post('/api/hooks/oidc/logout', {})],
    'provider.connect': ['eng', null, async () => () => eng.post('/api/profile/provider')],
    'provider.confirm': ['eng', null, async () => () => eng.post('/api/profile/provider/confirmation')],
    'provider.complete': [
      'eng',
      'identity.linked',
      async () => {
        await disconnect()
        const begun = await browser.send('POST', '/api/profile/provider', { token: token ?? '' })
        await browser.return(begun)
        return () => browser.send('PUT', '/api/profile/provider', { token: token ?? '' })
      },
    ],
    'provider.disconnect': [
      'eng',
      'identity.unlinked',
      async () => {
        await connect()
        return () => eng.delete('/api/profile/provider')
      },
    ],
    'provider.disconnectOf': [
      'adm',
      'identity.unlinked',
      async () => {
        await connect()
        return () => adm.delete(`/api/users/${eng.id}/provider`)
      },
    ],
  }
}
