import { type Answer, type Api, PASSWORD } from './api.ts'
import { createAuthenticator, totpCode } from './authenticator.ts'
import { buildUser } from './builders.ts'
import { until } from './until.ts'

type Method = 'POST' | 'PUT' | 'PATCH' | 'GET' | 'DELETE'
type Person = Parameters<typeof buildUser>[1]

export const STEP_MS = 30_000

/** What validation says of a refused body. */
export const issuesOf = ({ status, body }: Answer) => [status, body.validation?.body.issues]

/** Users with second factors. Stops the clock, so that a code is that of its step until the clock is moved on. */
export async function createFactorStage(api: Api) {
  api.stopClock()
  const passwordHash = await api.app.passwords.hash(PASSWORD)
  let addresses = 0

  /** Each call comes from an address of its own, so that no limit per address is met. */
  function send(method: Method, url: string, payload?: object, token?: string): Promise<Answer> {
    addresses += 1
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const remoteAddress = `10.8.${addresses >> 8}.${addresses & 255}`
    return api.visitor.send({ method, url, headers, remoteAddress, ...(payload ? { payload } : {}) })
  }

  const signIn = (username: string, password = PASSWORD) => send('POST', '/api/auth', { username, password })

  /** A user without a factor, signed in. */
  async function person(values: Person = {}) {
    const user = await buildUser(api.database.db, { passwordHash, roleId: 'wrt', ...values })
    const { token } = (await signIn(user.username)).body
    return {
      id: user.id,
      username: user.username,
      token: token as string,
      call: (method: Method, url: string, payload?: object) => send(method, url, payload, token),
    }
  }

  type Caller = Awaited<ReturnType<typeof person>>

  /** Sets up an authenticator app; the clock moves on, because the code that turns it on is used up. */
  async function addTotp(user: Caller) {
    const { body } = await user.call('POST', '/api/profile/factors/totp')
    const code = totpCode(body.secret, api.now())
    const added = await user.call('PUT', '/api/profile/factors/totp', { code })
    api.advance(STEP_MS)
    return { secret: body.secret as string, codes: added.body.recovery_codes as string[] | null }
  }

  async function addPasskey(user: Caller, authenticator = createAuthenticator(), name = 'Laptop') {
    const { body } = await user.call('POST', '/api/profile/factors/passkeys/options')
    const sent = { name, challenge: body.challenge, passkey: authenticator.make(body.passkey) }
    const added = await user.call('POST', '/api/profile/factors/passkeys', sent)
    return { authenticator, codes: added.body.recovery_codes as string[] | null, added }
  }

  /** A user with an authenticator app, signed in. */
  async function enrolled(values: Person = {}) {
    const user = await person(values)
    const { secret, codes } = await addTotp(user)
    return { ...user, secret, codes: codes ?? [] }
  }

  /** A user with a passkey, signed in. */
  async function withPasskey(values: Person = {}) {
    const user = await person(values)
    const { authenticator, codes } = await addPasskey(user)
    return { ...user, authenticator, codes: codes ?? [] }
  }

  const codeOf = ({ secret }: { secret: string }, shiftMs = 0) =>
    totpCode(secret, new Date(api.now().getTime() + shiftMs))

  const wrongCodeOf = (user: { secret: string }) =>
    String((Number(codeOf(user)) + 500_000) % 1_000_000).padStart(6, '0')

  const query = async (sql: string, ...values: unknown[]) => (await api.database.pool.query(sql, values)).rows

  /** Number of statements of this database that wait for a lock. */
  async function countBlocked(): Promise<number> {
    const blocked = await query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
    return blocked.length
  }

  /** Makes calls that wait for the row of a user, which is held until all of them do and the change was made. */
  async function whileHeld(
    userId: number,
    change: string,
    calls: () => Promise<Answer>[],
  ): Promise<Answer[]> {
    const client = await api.database.pool.connect()
    try {
      await client.query('begin')
      await client.query('select from users where id = $1 for update', [userId])
      const called = calls()
      await until(async () => (await countBlocked()) >= called.length)
      await client.query(change)
      await client.query('commit')
      return await Promise.all(called)
    } finally {
      // Closes the connection: a failed wait would otherwise hold the row for the tests that follow.
      client.release(true)
    }
  }

  return {
    ...{
      send,
      signIn,
      person,
      addTotp,
      addPasskey,
      enrolled,
      withPasskey,
      codeOf,
      wrongCodeOf,
      query,
      whileHeld,
    },
    /** The details of a sign-in whose password was right. */
    begin: async (username: string) => (await signIn(username)).body.details,
    finish: (challenge: string, proof: object) =>
      send('POST', '/api/auth/second-factor', { challenge, ...proof }),
    sessionsOf: (userId: number) =>
      query('select method from sessions where user_id = $1 and revoked_at is null order by id', userId),
    mailsTo: async (username: string) => (await api.mails()).filter(({ to }) => to === username),
    noticesOf: (userId: number) =>
      query('select kind, words from notices where user_id = $1 order by notice_id', userId),
    actsOn: async (userId: number) =>
      (await query('select act from audit_entries where noun_id = $1 order by id', String(userId))).map(
        ({ act }) => act as string,
      ),
  }
}

export type FactorStage = Awaited<ReturnType<typeof createFactorStage>>
