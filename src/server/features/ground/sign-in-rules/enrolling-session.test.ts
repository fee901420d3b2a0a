import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '#shared/http/endpoint.ts'
import { API } from '../../../api.ts'
import { createApp } from '../../../app.ts'
import { type Api, startApi } from '../../../testing/api.ts'
import { totpCode } from '../../../testing/authenticator.ts'
import { createRulesStage, type RulesStage } from '../../../testing/rules-stage.ts'

let api: Api
let stage: RulesStage
beforeAll(async () => {
  api = await startApi()
  stage = await createRulesStage(api)
})
afterAll(() => api.close())

const FACTORS = '/api/profile/factors'
const ENROL_FIRST = 'Set up a second factor first. Until then, nothing else opens.'

/** A user without a factor whose session may only set one up. */
async function enrolling() {
  await stage.forget()
  const { username } = await stage.person({ roleId: 'qa' })
  await stage.apply({ second_factor: 'everybody', second_factor_from: stage.dayIn(0) })
  const { token } = (await stage.signIn(username)).body
  return {
    username,
    token,
    call: (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
      stage.send(method, url, payload, token),
  }
}

/** Sets up an authenticator app in the session with this token. */
async function enrol(token: string) {
  const { body } = await stage.send('POST', `${FACTORS}/totp`, undefined, token)
  return stage.send('PUT', `${FACTORS}/totp`, { code: totpCode(body.secret, api.now()) }, token)
}

describe('a session that may only set up a second factor', () => {
  const endpoints: { name: string; endpoint: Endpoint }[] = Object.entries(API).flatMap(([noun, all]) =>
    Object.entries<Endpoint>(all).map(([call, endpoint]) => ({ name: `${noun}.${call}`, endpoint })),
  )

  it('may call only what that needs; every other call is refused', async () => {
    const { token } = await enrolling()
    const open: string[] = []
    for (const { name, endpoint } of endpoints) {
      if (endpoint.access === 'public') continue
      // Last, because it ends the session.
      if (name === 'auth.signOut') continue
      const url = endpoint.path.replace(/:\w+/g, '1')
      const { status, body } = await stage.send(endpoint.method, url, undefined, token)
      const isRefused = status === 403 && body.message === ENROL_FIRST
      if (!isRefused) open.push(name)
    }
    expect(open.toSorted()).toEqual([
      'auth.confirmIdentity',
      'auth.profile',
      'factors.addPasskey',
      'factors.beginPasskey',
      'factors.beginTotp',
      'factors.confirmTotp',
      'factors.read',
      'provider.complete',
      'provider.confirm',
    ])
    expect((await stage.send('DELETE', '/api/auth', undefined, token)).status).toBe(204)
  })

  it('is a visitor to calls that are open to everybody', async () => {
    const { call } = await enrolling()
    const visit = () => call('POST', '/api/user-activity', { url: '/keywords' })
    const countVisits = async () => (await stage.query('select from visits')).length
    expect([(await visit()).status, await countVisits()]).toEqual([204, 0])
    await stage.forget()
    expect([(await visit()).status, await countVisits()]).toEqual([204, 1])
  })

  it('may do everything at once, on every server, after the first factor, and the other sessions end', async () => {
    const { username, token, call } = await enrolling()
    const second = (await stage.signIn(username)).body.token
    const other = await createApp({ settings: api.settings, database: api.database, clock: api.now })
    const there = () =>
      other.server.inject({ url: '/api/notices', headers: { authorization: `Bearer ${token}` } })
    expect((await there()).statusCode).toBe(403)
    expect((await call('GET', '/api/notices')).status).toBe(403)
    expect((await enrol(token)).status).toBe(200)
    expect((await call('GET', '/api/notices')).status).toBe(200)
    expect((await there()).statusCode).toBe(200)
    const { permissions, ...profile } = (await call('GET', '/api/profile')).body
    expect(permissions).toContain('CreateArticle')
    expect(profile).not.toHaveProperty('must_set_up_factor')
    expect((await stage.send('GET', '/api/profile', undefined, second)).status).toBe(401)
    await other.server.close()
  })

  it('is set free by a passkey too', async () => {
    const { token, call, username } = await enrolling()
    await stage.addPasskey({ id: 0, username, token, call } as never)
    expect((await call('GET', '/api/notices')).status).toBe(200)
  })

  it('may do everything once the rule is lifted', async () => {
    const { call } = await enrolling()
    await stage.forget()
    expect((await call('GET', '/api/notices')).status).toBe(200)
  })

  it('is named in the trail', async () => {
    const { username } = await enrolling()
    const rows = await stage.query(
      "select e.after from audit_entries e join users u on u.id = e.actor_id where u.username = $1 and act = 'session.begun' order by e.id desc limit 1",
      username,
    )
    expect(rows).toEqual([{ after: { mustEnrol: true } }])
  })
})
