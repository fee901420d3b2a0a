import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Api, startApi } from '../../testing/api.ts'
import { copyOut } from './copy-out.ts'

let api: Api
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const CSV = '/api/keywords/keywords.csv'

it('stalled downloads leave connections to everybody else, and are refused beyond that [S17]', async () => {
  const { pool } = api.database
  const opm = await api.as('opm')
  const endless = (person: number) => copyOut(pool, sql`select * from generate_series(1, 10000000)`, person)
  // From nine users, none of them the reader below.
  const all = Array.from({ length: 25 }, (_, number) => endless(1000 + (number % 9)))
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

it('stalled downloads of one person leave the others their places [S17]', async () => {
  const { pool } = api.database
  const opm = await api.as('opm')
  const all = Array.from({ length: 6 }, () =>
    copyOut(pool, sql`select * from generate_series(1, 10000000)`, 1000),
  )
  const begun = await Promise.allSettled(all.map((rows) => rows.next()))
  const { status } = await opm.get(CSV)
  await Promise.all(all.map((rows) => rows.return(undefined)))
  const taken = begun.filter((each) => each.status === 'fulfilled').length
  expect([taken, status]).toEqual([3, 200])
})
