import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Api, startApi } from '../testing/api.ts'
import { copyOut } from './copy-out.ts'

let api: Api
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const CSV = '/api/keywords/keywords.csv'

it('downloads that nobody takes leave connections to everybody else, and are refused beyond that [S17]', async () => {
  const { pool } = api.database
  const opm = await api.as('opm')
  const endless = () => copyOut(pool, sql`select * from generate_series(1, 10000000)`)
  const all = Array.from({ length: 25 }, endless)
  const begun = await Promise.allSettled(all.map((rows) => rows.next()))
  const stalled = all.filter((_, index) => begun[index]?.status === 'fulfilled')
  expect(stalled.length).toBeGreaterThan(5)
  expect(stalled.length).toBeLessThan(15)
  expect((await opm.get('/api/keywords?limit=1')).status).toBe(200)
  const refused = await opm.get(CSV)
  expect([refused.status, refused.headers['retry-after']]).toEqual([503, '15'])
  await Promise.all(stalled.map((rows) => rows.return(undefined)))
  expect((await opm.get(CSV)).status).toBe(200)
})
