import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#shared/format/duration.ts'
import { createApp } from '../../../app.ts'
import { type Api, startApi } from '../../../testing/api.ts'
import { createRulesStage, type RulesStage } from '../../../testing/rules-stage.ts'

let api: Api
let stage: RulesStage
beforeAll(async () => {
  api = await startApi({ SESSION_HOURS: '10', SESSION_IDLE_MINUTES: '300' })
  stage = await createRulesStage(api)
})
afterAll(() => api.close())
beforeEach(() => stage.forget())

type Person = Awaited<ReturnType<RulesStage['person']>>

const read = async ({ call }: Pick<Person, 'call'>) => {
  const { status, body } = await call('GET', '/api/profile')
  return status === 200 ? 'open' : body.message
}
/** Moves the clock on while the user works. */
async function work(user: Person, hours: number) {
  for (let hour = 0; hour < hours; hour += 1) {
    api.advance(HOUR_MS)
    await user.call('GET', '/api/profile')
  }
}
const signInAgain = async ({ username }: Pick<Person, 'username'>) => {
  api.advance(1000)
  const { token } = (await stage.signIn(username)).body
  const call: Person['call'] = (method, url, payload) => stage.send(method, url, payload, token)
  return { call }
}

const EXPIRED = 'Your session has expired. Please sign in again.'
const TOO_MANY =
  'This session ended because you signed in elsewhere more often than your workspace allows at once. Please sign in again.'

describe('the hours of a session', () => {
  it('are counted from its beginning, in sessions that were open before the rule too', async () => {
    const user = await stage.person()
    await work(user, 3)
    expect(await read(user)).toBe('open')
    await stage.apply({ session_hours: 4 })
    api.advance(HOUR_MS - 2 * MINUTE_MS)
    expect(await read(user)).toBe('open')
    api.advance(2 * MINUTE_MS)
    expect(await read(user)).toBe(EXPIRED)
  })

  it('are shown with the session', async () => {
    await stage.apply({ session_hours: 4 })
    const user = await stage.person()
    const [session] = (await user.call('GET', '/api/profile/sessions')).body
    expect(session.expires_at).toBe(new Date(api.now().getTime() + 4 * HOUR_MS).toISOString())
  })

  it('are never more than the server allows, whatever the rules say', async () => {
    await stage.apply({ session_hours: 12 })
    const user = await stage.person()
    await work(user, 9)
    expect(await read(user)).toBe('open')
    api.advance(HOUR_MS)
    expect(await read(user)).toBe(EXPIRED)
  })

  it('end a session for a confirmation of the identity too', async () => {
    const user = await stage.person()
    api.advance(HOUR_MS)
    await stage.apply({ session_hours: 1 })
    expect((await user.call('POST', '/api/profile/factors/totp')).status).toBe(401)
  })
})

describe('the idle minutes of a session', () => {
  it('are those of the rules, in open sessions too', async () => {
    const [idle, used] = [await stage.person(), await stage.person()]
    api.advance(20 * MINUTE_MS)
    await used.call('GET', '/api/profile')
    await stage.apply({ session_idle_minutes: 30 })
    api.advance(9 * MINUTE_MS)
    await used.call('GET', '/api/profile')
    api.advance(2 * MINUTE_MS)
    expect([await read(idle), await read(used)]).toEqual([
      'Your session has ended. Please sign in again.',
      'open',
    ])
  })

  it('are never more than the server allows', async () => {
    await stage.apply({ session_idle_minutes: 720 })
    const user = await stage.person()
    api.advance(301 * MINUTE_MS)
    expect(await read(user)).not.toBe('open')
  })
})

describe('sessions at once', () => {
  it('are unlimited without a rule', async () => {
    const user = await stage.person()
    for (let count = 0; count < 5; count += 1) await signInAgain(user)
    expect(await stage.sessionsOf(user.id)).toHaveLength(6)
  })

  it('beyond the limit end, the oldest first, and say why', async () => {
    await stage.apply({ sessions_at_once: 2 })
    const first = await stage.person()
    const second = await signInAgain(first)
    expect(await read(first)).toBe('open')
    const third = await signInAgain(first)
    expect([await read(first), await read(second), await read(third)]).toEqual([TOO_MANY, 'open', 'open'])
    const rows = await stage.query(
      "select after from audit_entries where actor_id = $1 and act = 'session.begun' order by id desc limit 1",
      first.id,
    )
    expect(rows).toEqual([{ after: { sessionsEnded: 1 } }])
  })

  it('that end are refused with the next call on the server that took the sign-in', async () => {
    await stage.apply({ sessions_at_once: 1 })
    const user = await stage.person()
    expect(await read(user)).toBe('open')
    await stage.signIn(user.username)
    expect(await read(user)).toBe(TOO_MANY)
  })

  it('are counted without those that may only set up a second factor, and outlive them', async () => {
    const user = await stage.person()
    await stage.apply({
      sessions_at_once: 1,
      ...{ second_factor: 'everybody', second_factor_from: stage.dayIn(0) },
    })
    const enrolling = await signInAgain(user)
    await signInAgain(user)
    expect((await enrolling.call('GET', '/api/profile')).body.must_set_up_factor).toBe(true)
    expect(await read(user)).toBe('open')
  })

  it('are counted without those that have ended', async () => {
    await stage.apply({ sessions_at_once: 2, session_hours: 1 })
    const user = await stage.person()
    api.advance(2 * HOUR_MS)
    const [second, third] = [await signInAgain(user), await signInAgain(user)]
    expect([await read(second), await read(third)]).toEqual(['open', 'open'])
  })

  it('may be one, even for ten sign-ins in parallel', async () => {
    await stage.apply({ sessions_at_once: 1 })
    const user = await stage.person()
    await Promise.all(Array.from({ length: 10 }, () => stage.signIn(user.username)))
    expect(await stage.sessionsOf(user.id)).toHaveLength(1)
  })

  it('are limited for sign-ins with a second factor too', async () => {
    await stage.apply({ sessions_at_once: 1 })
    const user = await stage.enrolled()
    api.advance(1000)
    const { challenge } = await stage.begin(user.username)
    expect((await stage.finish(challenge, { recovery: user.codes[0] })).status).toBe(200)
    expect(await read(user)).toBe(TOO_MANY)
  })
})

it('a rule that one server saves is felt within a second on the others', async () => {
  const user = await stage.person()
  const other = await createApp({ settings: api.settings, database: api.database, clock: api.now })
  const there = async () =>
    (await other.server.inject({ url: '/api/profile', headers: { authorization: `Bearer ${user.token}` } }))
      .statusCode
  api.advance(30 * MINUTE_MS)
  expect(await there()).toBe(200)
  const adm = await stage.person({ roleId: 'adm' })
  const { rules } = (await adm.call('GET', '/api/sign-in-rules')).body
  const saved = await adm.call('PUT', '/api/sign-in-rules', { ...rules, session_hours: 0.1, version: 0 })
  expect(saved.status).toBe(200)
  // On the server that saved it, at once.
  expect((await user.call('GET', '/api/profile')).status).toBe(401)
  api.advance(1000)
  expect(await there()).toBe(401)
  await other.server.close()
})
