import { afterAll, beforeAll, expect, it } from 'vitest'
import { type OffboardingStage, offboardingStage } from '../../../testing/offboarding-stage.ts'
import { buildProgram } from '../../../testing/programs.ts'

let { api, adm, leaver, start } = {} as OffboardingStage
beforeAll(async () => {
  ;({ api, adm, leaver, start } = await offboardingStage())
})
afterAll(() => api.close())

/** A service account of this person, and a program with its token. */
async function serviceOf(ownerId: number) {
  const account = { name: 'Price sync', purpose: '', role_id: 'qa', owner_id: ownerId }
  const { body } = await adm.post('/api/service-accounts', account)
  return {
    id: body.id as number,
    version: body.version as number,
    program: await buildProgram(api, body.id, { kind: 'service' }),
    ownerId: async () => (await adm.get(`/api/service-accounts/${body.id}`)).body.owner.id,
  }
}

it('revokes the API tokens of the leaver for good, and hands their service accounts over', async () => {
  const { id, email } = await leaver()
  const qa = await api.as('qa')
  const service = await serviceOf(id)
  const own = await buildProgram(api, id)
  expect((await own.get('/api/profile')).status).toBe(200)
  await start(email, { heir_id: qa.id })
  await api.app.queue.drain()
  await api.database.pool.query('update users set active = true where id = $1', [id])
  const { status, body } = await own.get('/api/profile')
  expect([status, body.message]).toEqual([401, 'This token was revoked.'])
  expect(await service.ownerId()).toBe(qa.id)
  expect((await service.program.get('/api/profile')).status).toBe(200)
  expect((await qa.get('/api/notices')).body.nodes).toContainEqual(
    expect.objectContaining({
      kind: 'service-account-owned',
      words: '“Price sync”. You’ll be told before their tokens end.',
    }),
  )
})

it('hands service accounts over later too, but never to another service account', async () => {
  const { id } = await leaver()
  const opm = await api.as('opm')
  const service = await serviceOf(id)
  const { id: otherService } = await service.program.get('/api/profile').then(({ body }) => body)
  await api.database.pool.query('update users set active = false where id = $1', [id])
  const handOver = (heirId: number) => adm.post(`/api/users/${id}/hand-over`, { heir_id: heirId })
  expect((await handOver(otherService)).status).toBe(400)
  expect((await handOver(opm.id)).status).toBe(200)
  expect(await service.ownerId()).toBe(opm.id)
})

it('counts service accounts as work, which goes to the heir or is reported as left', async () => {
  const { id, email } = await leaver()
  const service = await serviceOf(id)
  const accounts = [{ user_id: service.id, name: 'Price sync' }]
  const plan = await adm.get(`/api/users/offboarding-plan?email=${email}`)
  expect(plan.body.work.service_accounts).toEqual(accounts)
  const { body: run } = await start(email)
  await api.app.queue.drain()
  const report = async (runId: number) =>
    (await adm.get(`/api/users/offboarding-runs/${runId}`)).body.handed_over
  expect(await report(run.run_id)).toMatchObject({
    heir: null,
    service_accounts: accounts,
    faults: ['1 service account stayed. Nobody gets a notice before its tokens end. Choose another owner.'],
  })
  const held = async () => (await adm.get(`/api/users/${id}/held-work`)).body.service_accounts
  expect(await held()).toEqual(accounts)
  const qa = await api.as('qa')
  await api.database.pool.query('update users set active = false where id = $1', [id])
  await adm.post(`/api/users/${id}/hand-over`, { heir_id: qa.id })
  expect(await held()).toEqual([])
})

it('reports the service accounts that the heir got, and refuses older versions of them', async () => {
  const { id, email } = await leaver()
  const qa = await api.as('qa')
  const service = await serviceOf(id)
  const { body: run } = await start(email, { heir_id: qa.id })
  await api.app.queue.drain()
  const { body } = await adm.get(`/api/users/offboarding-runs/${run.run_id}`)
  expect(body.handed_over).toMatchObject({
    service_accounts: [{ user_id: service.id, name: 'Price sync' }],
    faults: [],
  })
  const stale = { name: 'Price sync', purpose: 'Old', role_id: 'qa', owner_id: id }
  const { status } = await adm.put(`/api/service-accounts/${service.id}`, {
    ...{ ...stale, active: true, version: service.version },
  })
  expect(status).toBe(409)
})

it('names the tokens of the leaver in the trail', async () => {
  const { id, email } = await leaver()
  await buildProgram(api, id, { name: 'Mine' })
  await start(email)
  await api.app.queue.drain()
  const { rows } = await api.database.pool.query(
    "select after, (select start from api_tokens where user_id = $1) from audit_entries where act = 'token.revoked' order by id desc limit 1",
    [id],
  )
  expect(rows[0].after).toEqual({ revoked: [`Mine (${rows[0].start}…)`] })
})
