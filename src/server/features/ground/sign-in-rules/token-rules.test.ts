import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { USUAL_RULES } from '#shared/features/ground/sign-in-rules/rules.ts'
import { DAY_MS } from '#shared/format/duration.ts'
import { type Api, type Client, startApi } from '../../../testing/api.ts'

const RULES = '/api/sign-in-rules'
const TOKENS = '/api/profile/tokens'

let api: Api
let adm: Client
let qa: Client
beforeAll(async () => {
  api = await startApi()
  adm = await api.as('adm')
  qa = await api.as('qa')
})
afterAll(() => api.close())
beforeEach(() => api.database.pool.query('delete from api_tokens; delete from sign_in_rules'))

const save = async (more: object) => {
  const { version } = (await adm.get(RULES)).body
  const { status, body } = await adm.put(RULES, { ...USUAL_RULES, ...more, version })
  expect([status, body.message]).toEqual([200, undefined])
  return body
}
const make = (owner: Client, more: object = {}, url = TOKENS) =>
  owner.post(url, { name: 'n8n', permissions: null, may_write: false, days: 90, ...more })

describe('the rules about API tokens', () => {
  it('end the tokens of people a day after they are no longer allowed, and none of service accounts', async () => {
    const own = (await make(qa)).body
    const short = (await make(qa)).body
    await api.database.pool.query(
      `update api_tokens set expires_at = now() + interval '1 hour' where token_id = ${short.token.id}`,
    )
    const account = { name: 'n8n', purpose: '', role_id: 'wrt', owner_id: qa.id }
    const { body: service } = await adm.post('/api/service-accounts', account)
    const other = (await make(adm, {}, `/api/users/${service.id}/tokens`)).body
    expect((await adm.get(RULES)).body.tokens).toEqual({ personal: 2, highest: 2 })

    api.stopClock()
    await save({ people_make_tokens: false })
    const ends = async (owner: Client, url = TOKENS) =>
      (await owner.get(url)).body.tokens.map((token: { id: number; ends_at: string }) => [
        token.id,
        token.ends_at,
      ])
    const tomorrow = new Date(api.now().getTime() + DAY_MS).toISOString()
    expect(await ends(qa)).toContainEqual([own.token.id, tomorrow])
    expect(await ends(qa)).not.toContainEqual([short.token.id, tomorrow])
    expect(await ends(adm, `/api/users/${service.id}/tokens`)).toEqual([
      [other.token.id, other.token.ends_at],
    ])
    expect((await api.program(own.secret).get('/api/profile')).status).toBe(200)

    const { status, body } = await make(qa)
    expect([status, body.message]).toEqual([
      409,
      'Your workspace doesn’t allow personal tokens. Ask an administrator for a service account.',
    ])
    expect((await make(adm, {}, `/api/users/${service.id}/tokens`)).status).toBe(201)
    await save({ people_make_tokens: true })
    expect(await ends(qa)).toContainEqual([own.token.id, tomorrow])
  })

  it('limit how long tokens last and how many one account has', async () => {
    await save({ token_days: 30, tokens_each: 1 })
    expect((await qa.get(TOKENS)).body).toMatchObject({ is_allowed: true, most: 1, most_days: 30 })
    expect((await make(qa)).status).toBe(400)
    expect((await make(qa, { days: 30 })).status).toBe(201)
    expect((await make(qa, { days: 30 })).status).toBe(409)
  })
})
