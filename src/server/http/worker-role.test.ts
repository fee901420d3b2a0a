import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Api, startApi } from '../testing/api.ts'

let worker: Api
beforeAll(async () => {
  worker = await startApi({ ROLE: 'worker' })
})
afterAll(() => worker.close())

const REFUSAL = 'This server only runs jobs (ROLE=worker). Use another one.'

it.each(['/', '/articles', '/api/articles', '/api/mcp', '/api/healthy', '/images/1.png', '/oauth/authorize'])(
  'a server that only runs jobs refuses %s and says why',
  async (url) => {
    const { status, body } = await worker.visitor.get(url)
    expect([status, body.message]).toEqual([404, REFUSAL])
  },
)

it('a server that only runs jobs answers probes, and boards that report a change', async () => {
  expect((await worker.visitor.get('/api/health')).status).toBe(200)
  expect((await worker.visitor.get('/api/health/ready')).status).toBe(200)
  const { body } = await worker.visitor.send({ method: 'POST', url: '/api/hooks/asana/unknown' })
  expect(body.message).not.toBe(REFUSAL)
})
