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
