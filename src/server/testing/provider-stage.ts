import type { Answer, Api } from './api.ts'
import { buildUser } from './builders.ts'
import { CLIENT, createCookieJar, walkThrough } from './oidc-provider.ts'
import { cheapPasswordHash } from './people.ts'

export const CALLBACK = 'http://localhost:3000/api/auth/oidc/callback'

/** The settings of a workspace that signs in through this issuer. */
export const providerSettings = (issuer: string) => ({
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: CLIENT.id,
  OIDC_CLIENT_SECRET: CLIENT.secret,
  OIDC_LABEL: 'Acme',
})

/** Browsers of people who sign in through a provider. */
export function createProviderStage(api: Api, { address = '' } = {}) {
  let addresses = 0

  function browser() {
    const jar = createCookieJar()
    const provider = createCookieJar()

    async function send(
      method: 'GET' | 'POST' | 'PUT' | 'DELETE',
      url: string,
      { payload, token, site }: { payload?: object; token?: string; site?: string } = {},
    ): Promise<Answer> {
      addresses += 1
      const answer = await api.visitor.send({
        method,
        url,
        // By default, each call comes from an address of its own, so that no limit per address is met.
        remoteAddress: address || `10.9.${addresses >> 8}.${addresses & 255}`,
        headers: {
          cookie: jar.header(),
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(site === undefined ? {} : { 'sec-fetch-site': site }),
        },
        ...(payload ? { payload } : {}),
      })
      const lines = answer.headers['set-cookie']
      jar.take(Array.isArray(lines) ? lines : typeof lines === 'string' ? [lines] : [])
      return answer
    }

    const pathOf = (address: string) => address.replace('http://localhost:3000', '')

    /** Through the provider, up to the address that it sends the browser back to. */
    async function walk(query = ''): Promise<string> {
      const { headers } = await send('GET', `/api/auth/oidc/start${query}`)
      return walkThrough(String(headers.location), CALLBACK, provider)
    }
    const comeBack = (address: string) => send('GET', pathOf(address))
    const finish = () => send('POST', '/api/auth/oidc/finish')

    return {
      jar,
      provider,
      send,
      walk,
      comeBack,
      finish,
      /** The whole way. */
      async signIn(query = '') {
        await comeBack(await walk(query))
        return finish()
      },
      /** Through the provider and back, to complete another call. */
      return: async (begun: Answer) => comeBack(await walkThrough(begun.body.location, CALLBACK, provider)),
    }
  }

  const query = async (sql: string, ...values: unknown[]) => (await api.database.pool.query(sql, values)).rows

  return {
    browser,
    query,
    /** A user with a password, by default a writer. */
    person: async (values: Parameters<typeof buildUser>[1] = {}) =>
      buildUser(api.database.db, { passwordHash: await cheapPasswordHash(), roleId: 'wrt', ...values }),
    identitiesOf: (userId: number) =>
      query(
        'select issuer, subject, email, linked_by from identities where user_id = $1 and unlinked_at is null',
        userId,
      ),
    acts: async (userId: number) =>
      (
        await query(
          "select act from audit_entries where noun = 'user' and noun_id = $1 order by id",
          String(userId),
        )
      ).map(({ act }) => act),
  }
}
