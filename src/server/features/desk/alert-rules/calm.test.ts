import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Api, type Client, startApi } from '../../../testing/api.ts'

let api: Api
let opm: Client
beforeAll(async () => {
  api = await startApi()
  opm = await api.as('opm')
})
beforeEach(async () => {
  for (const table of ['alert_rules', 'alert_facts', 'alert_reaches']) await ask(`delete from ${table}`)
})
afterAll(() => api.close())

const today = () => api.now().toISOString().slice(0, 10)
const ask = (text: string, values: unknown[] = []) => api.database.pool.query(text, values)
const testOf = async (query: string) => (await opm.get(`/api/alert-rules/back-test?${query}`)).body
const RULE = { name: 'Prices', kind: 'price-moved', threshold: 20, cool_down_days: 14 }

describe('a new rule', () => {
  const calm = async (query: string) => (await opm.get(`/api/alert-rules/calm?${query}`)).body
  /** So many products whose price moved by so many percent, a week ago. */
  async function moved(count: number, percent: number) {
    await ask(
      `insert into alert_facts (kind, subject_id, from_day, to_day, value, was, "is", site_ids)
       select 'price-moved', $1::int + g, $2::date - 7, $2::date, $3::int, 100, 100 + $3::int, '{}' from generate_series(1, $4::int) g`,
      [1000 * percent, today(), percent, count],
    )
  }
  beforeEach(() =>
    ask(
      `insert into alert_reaches (kind, known_from, counted_at) values ('price-moved', $1::date - 30, now())`,
      [today()],
    ),
  )

  it('starts with the loosest threshold that would have sent at most ten alerts', async () => {
    await moved(40, 10)
    await moved(6, 20)
    await moved(3, 30)
    expect(await calm('kind=price-moved&threshold=5')).toEqual({ threshold: 15, told: 9 })
    // The same days as in the back-test are counted.
    expect(await testOf('kind=price-moved&threshold=15')).toMatchObject({ told: 9, known_days: 31 })
  })

  it('starts with the strictest threshold if even that alerts more often, and with the default if none would alert', async () => {
    expect(await calm('kind=price-moved&threshold=5')).toEqual({ threshold: 20, told: 0 })
    await moved(11, 60)
    expect(await calm('kind=price-moved&threshold=5')).toEqual({ threshold: 50, told: 11 })
    expect(await calm('kind=share-lost&threshold=50')).toEqual({ threshold: 50, told: 0 })
  })

  it('starts with the stricter threshold that never alerts if the next looser one alerts too often', async () => {
    await moved(40, 20)
    expect(await calm('kind=price-moved&threshold=5')).toEqual({ threshold: 30, told: 0 })
  })

  it('reports its number of alerts and the days that they cover', async () => {
    await moved(3, 30)
    await opm.post('/api/alert-rules', { ...RULE, people: [opm.id] })
    expect((await opm.get('/api/alert-rules')).body).toMatchObject([{ told_90: 3, told_days: 31 }])
  })
})
