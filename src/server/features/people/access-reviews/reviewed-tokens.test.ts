import { afterEach, beforeEach, expect, it } from 'vitest'
import { DAY_MS } from '#shared/format/duration.ts'
import { type Api, type Client, startApi } from '../../../testing/api.ts'
import { buildProgram } from '../../../testing/programs.ts'

const REVIEWS = '/api/users/access-reviews'
const TOKENS = 'copydesk-api'

let api: Api
let adm: Client
beforeEach(async () => {
  api = await startApi()
  adm = await api.as('adm')
})
afterEach(() => api.close())

async function begin(): Promise<{ id: number; systems: { operation: string }[] }> {
  const { body } = await adm.post(REVIEWS)
  await api.app.queue.drain()
  const { systems } = (await adm.get(`${REVIEWS}/${body.review_id}`)).body
  return { id: body.review_id, systems }
}
const tokensOf = async (id: number) =>
  (await adm.get(`${REVIEWS}/${id}/accounts?perPage=1000&system=${TOKENS}`)).body.nodes

it('lists the working API tokens of people and service accounts, the longest unused as not seen', async () => {
  const opm = await api.as('opm')
  const account = { name: 'Price sync', purpose: '', role_id: 'eng', owner_id: opm.id }
  const { body: service } = await adm.post('/api/service-accounts', account)
  const usedDaysAgo = (days: number) => ({ lastUsedAt: new Date(api.now().getTime() - days * DAY_MS) })
  await buildProgram(api, opm.id, { name: 'Reports', mayWrite: false, ...usedDaysAgo(91) })
  await buildProgram(api, opm.id, { name: 'Revoked', revokedAt: api.now(), revokedFor: 'revoked' })
  await buildProgram(api, service.id, {
    ...{ name: 'Main', kind: 'service', permissions: ['ViewKeywords'], ...usedDaysAgo(1) },
  })
  const { id } = await begin()
  const tokens = await tokensOf(id)
  expect(tokens).toMatchObject([
    {
      ...{
        account: expect.stringMatching(/^no\. \d+, cdk_.+… “Reports”$/),
        email: opm.username,
        standing: 'known',
      },
      ...{ detail: expect.stringMatching(/ · read-only$/), is_unseen: true, is_revocable: true },
    },
    {
      ...{ account: expect.stringMatching(/“Main”$/), email: null, name: 'Price sync' },
      detail: '1 permission · may change things · service account Price sync',
      person: { user_id: opm.id, name: 'Opm One', active: true },
      ...{ is_unseen: false, url: `/users/${service.id}` },
    },
  ])
})

it('a token that is revoked in the review stops working, and its holder’s others go on', async () => {
  const opm = await api.as('opm')
  const leaked = await buildProgram(api, opm.id, { name: 'Leaked' })
  const other = await buildProgram(api, opm.id, { name: 'Other' })
  const { id } = await begin()
  const [{ reviewed_account_id: accountId }] = await tokensOf(id)
  const { status, body } = await adm.post(`${REVIEWS}/${id}/accounts/${accountId}/revoke`)
  expect([status, body]).toMatchObject([200, { decision: 'revoked', decided_by: 'Adm One' }])
  expect((await leaked.get('/api/profile')).status).toBe(401)
  expect((await other.get('/api/profile')).status).toBe(200)
  expect((await opm.get('/api/profile')).status).toBe(200)
  expect((await tokensOf(id)).map(({ decision }: { decision: string }) => decision)).toEqual([
    'revoked',
    null,
  ])
})

it('a token that was rotated after it was listed is revoked with the one that replaced it', async () => {
  const opm = await api.as('opm')
  const wish = { name: 'Leaked', permissions: null, may_write: false, days: 30 }
  const { body: made } = await opm.post('/api/profile/tokens', wish)
  const { id } = await begin()
  const [{ reviewed_account_id: accountId }] = await tokensOf(id)
  const { body: rotated } = await opm.post(`/api/profile/tokens/${made.token.id}/rotate`, { end_old: true })
  const { status, body } = await adm.post(`${REVIEWS}/${id}/accounts/${accountId}/revoke`)
  expect([status, body]).toMatchObject([
    200,
    { decision: 'revoked', outcome: expect.stringContaining('which replaced it') },
  ])
  for (const { secret } of [made, rotated])
    expect((await api.program(secret).get('/api/profile')).status).toBe(401)
})

it('a token whose holder rotated it and removed the old one is revoked all the same', async () => {
  const opm = await api.as('opm')
  const tokens = '/api/profile/tokens'
  const { body: first } = await opm.post(tokens, {
    ...{ name: 'Leaked', permissions: null, may_write: false, days: 30 },
  })
  const rotate = async (id: number) => (await opm.post(`${tokens}/${id}/rotate`, { end_old: true })).body
  const second = await rotate(first.token.id)
  const { id } = await begin()
  const [{ reviewed_account_id: accountId }] = await tokensOf(id)
  const third = await rotate(second.token.id)
  expect((await opm.delete(`${tokens}/${second.token.id}`)).status).toBe(204)
  const { body } = await adm.post(`${REVIEWS}/${id}/accounts/${accountId}/revoke`)
  expect(body).toMatchObject({ decision: 'revoked', outcome: expect.stringContaining('which replaced it') })
  expect((await api.program(third.secret).get('/api/profile')).status).toBe(401)
})

it('leaves the tokens of a reviewer’s own service account to another reviewer', async () => {
  await api.as('adm', 2)
  const account = { name: 'Price sync', purpose: '', role_id: 'eng', owner_id: adm.id }
  const { body: service } = await adm.post('/api/service-accounts', account)
  await buildProgram(api, service.id, { kind: 'service' })
  const { id } = await begin()
  const ids = (await tokensOf(id)).map((each: { reviewed_account_id: number }) => each.reviewed_account_id)
  const decide = async (who: Client) =>
    (await who.post(`${REVIEWS}/${id}/decisions`, { ids, decision: 'keep' })).status
  expect([await decide(adm), await decide(await api.as('adm', 2))]).toEqual([409, 200])
})

it('asks for no tokens where there are none', async () => {
  const { systems } = await begin()
  expect(systems.map(({ operation }) => operation)).not.toContain(TOKENS)
})
