import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Api, type Client, startApi } from '../../testing/api.ts'

let api: Api
let eng: Client
beforeAll(async () => {
  api = await startApi({ LOG_LEVEL: 'error' })
  eng = await api.as('eng')
})
afterAll(() => api.close())

const ask = async (query: string, client = eng) => (await client.post('/api/query', { query })).body

it('answers rows for a query, in the order of its columns and as PostgreSQL writes them [DBQ-005] [DBQ-006]', async () => {
  const answer = await ask(
    "select role_id, count(*) as people, null::date as day from users where role_id = 'qa' group by 1",
  )
  expect(answer).toEqual({
    columns: [
      { name: 'role_id', type: 'text' },
      { name: 'people', type: 'bigint' },
      { name: 'day', type: 'date' },
    ],
    rows: [['qa', '2', null]],
    cut: null,
    milliseconds: expect.any(Number),
  })
})

it('answers an error object with its place for a query that fails [DBQ-007]', async () => {
  const wrong = await eng.post('/api/query', { query: 'selec 1' })
  expect([wrong.status, wrong.body]).toEqual([
    200,
    { error: { message: 'syntax error at or near "selec"', position: 1 } },
  ])
  expect(await ask('select first_nam from users')).toMatchObject({
    error: { message: 'column "first_nam" does not exist', position: 8, hint: expect.stringContaining('first_name') },
  })
  expect(await ask("select '€', 1 / 0")).toEqual({ error: { message: 'division by zero' } })
})

describe.skip('later', () => {})
