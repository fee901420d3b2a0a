import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Answer, type Api, startApi } from '../testing/api.ts'

const TOO_MANY = 'Too many requests. Please wait a moment.'

let api: Api
beforeAll(async () => {
  api = await startApi({ RATE_LIMIT: '120' })
})
afterAll(() => api.close())

/** One after the other: the limiter counts calls of one instant together, and then refuses all of them. */
async function expectLimit(call: () => Promise<Answer>, status: number) {
  for (let each = 1; each <= 120; each++) expect((await call()).status, `call ${each}`).toBe(status)
  const refused = await call()
  expect([refused.status, refused.body.message]).toEqual([429, TOO_MANY])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(10)
}

test('a person may call 120 times in ten seconds; colleagues behind the same address go on', async () => {
  const [one, other] = [await api.as('opm'), await api.as('qa')]
  await expectLimit(() => one.get('/api/sites'), 200)
  expect((await other.get('/api/sites')).status).toBe(200)
})

const from = (remoteAddress: string, url: string, authorization?: string) => () =>
  api.visitor.send({ method: 'GET', url, remoteAddress, headers: authorization ? { authorization } : {} })

test('so may a visitor from one address', async () => {
  await expectLimit(from('10.6.0.1', '/api/health'), 200)
  expect((await from('10.6.0.2', '/api/health')()).status).toBe(200)
})

test('refused calls count too, so guessing has an end', async () => {
  await expectLimit(from('10.6.0.3', '/api/users/all', 'Bearer nonsense'), 401)
  const writer = await api.as('wrt')
  await expectLimit(() => writer.get('/api/users/all'), 403)
})

test('pages and pictures do not count as calls, and have their own wide limit', async () => {
  const page = from('10.6.0.9', '/images/none.png')
  for (let each = 1; each <= 200; each++) expect((await page()).status).toBe(404)
  expect((await page()).headers['x-ratelimit-limit']).toBe('2000')
  expect((await from('10.6.0.9', '/api/health')()).status).toBe(200)
})
