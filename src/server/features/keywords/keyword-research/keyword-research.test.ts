import { afterAll, beforeAll, expect, it } from 'vitest'
import { createCallCounter } from '../../../db/vendors/vendor-calls.ts'
import { IntegrationError } from '../../../integrations/integration-error.ts'
import { createBuiltInResearch } from '../../../integrations/keyword-research/built-in.ts'
import type { KeywordResearch } from '../../../integrations/keyword-research/port.ts'
import { createCallBudget } from '../../../integrations/vendor-client/call-budget.ts'
import { insertMarket } from '../../../sample/market.ts'
import { type Api, startApi } from '../../../testing/api.ts'
import { buildKeyword } from '../../../testing/builders.ts'

const PATH = '/api/keyword-research'

let api: Api
beforeAll(async () => {
  api = await startApi()
  await insertMarket(api.database.db, api.now(), ['us'])
})
afterAll(() => api.close())

it('searches are read by a keyword and mark our own keywords, in any case [RES-005]', async () => {
  const { id } = await buildKeyword(api.database.db, 'Gooseneck Kettle')
  const { status, body } = await (await api.as('opm')).get(`${PATH}?keyword=gooseneck%20kettle`)
  expect(status).toBe(200)
  const row = body.keywords.find(({ keyword }: { keyword: string }) => keyword === 'gooseneck kettle')
  expect(row).toEqual({
    keyword: 'gooseneck kettle',
    volume: expect.any(Number),
    trend: expect.any(Number),
    months: expect.any(Array),
    competition: expect.any(Number),
    keyword_id: id,
  })
  const [before, now] = row.months.slice(-2)
  expect(row.trend).toBeCloseTo(((now - before) / before) * 100, 1)
  const others = body.keywords.filter(({ keyword }: { keyword: string }) => keyword !== 'gooseneck kettle')
  expect(others.length).toBeGreaterThan(5)
  expect(others.every((each: object) => !('keyword_id' in each))).toBe(true)
  expect(body).toMatchObject({ problem: null, usage: { source: 'built-in', calls: null } })
})

it('related questions are read by a keyword, with answers and their sources [RES-006]', async () => {
  const { status, body } = await (await api.as('wrt')).get(
    `${PATH}/people-also-ask?keyword=gooseneck%20kettle`,
  )
  expect(status).toBe(200)
  expect(body.questions.length).toBeGreaterThan(5)
  const research = createBuiltInResearch({ db: api.database.db, clock: api.now })
  expect(body.questions).toEqual((await research.questions('gooseneck kettle', 'us')).value)
  expect(body.questions[0].question).toMatch(/\?$/)
})

it('nothing is looked up without words, or in an unknown country', async () => {
  const client = await api.as('qa')
  for (const path of [PATH, `${PATH}/people-also-ask`])
    for (const query of ['', '?keyword=', '?keyword=%20%20', '?keyword=kettle&country=atlantis'])
      expect((await client.get(path + query)).status, path + query).toBe(400)
})

it('after a vendor failure known results stay, dated and with a sentence; unknown ones are reported as failed [RES-005]', async () => {
  const failure = new IntegrationError('spent', {
    system: 'DataForSEO',
    kind: 'payment_required',
    operation: 'find keywords',
  })
  const asOf = new Date('2026-11-18T10:00:00Z')
  const known: KeywordResearch = {
    source: 'DataForSEO',
    keywords: async () => ({
      value: [
        { keyword: 'kettle', volume: null, competition: null, months: [] },
        { keyword: 'teapot', volume: 900, competition: 30, months: [80, 100, 150] },
      ],
      asOf,
      failure,
    }),
    questions: async () => {
      throw failure
    },
    usage: async () => ({ today: 3, month: 40, ceiling: 200, cacheHours: 24 }),
    check: async () => ({ adapter: 'DataForSEO', ok: false, detail: '' }),
  }
  const other = await startApi({}, { research: known })
  const client = await other.as('opm')
  expect((await client.get(`${PATH}?keyword=kettle`)).body).toEqual({
    keywords: [
      { keyword: 'kettle', volume: null, trend: null, months: [], competition: null },
      { keyword: 'teapot', volume: 900, trend: 50, months: [80, 100, 150], competition: 30 },
    ],
    as_of: asOf.toISOString(),
    problem: 'DataForSEO asks for more credit, or for a plan that has this feature.',
    usage: {
      source: 'DataForSEO',
      is_connected: true,
      calls: { today: 3, month: 40, ceiling: 200, kept_hours: 24, own: null },
    },
  })
  const failed = await client.get(`${PATH}/people-also-ask?keyword=kettle`)
  expect(failed.status).toBe(502)
  expect(failed.body.message).toMatch(/^DataForSEO asks for more credit/)
  await other.close()
})

it('a user whose share of the day’s calls is used up learns when to try again; others are still answered', async () => {
  const budget = createCallBudget({
    system: 'DataForSEO',
    counter: createCallCounter(api.database.db),
    ceiling: 100,
    perPerson: 1,
    timeZone: 'UTC',
    clock: () => api.now(),
    fetch: async () => new Response('{}'),
  })
  const ask = async () => {
    await budget.fetch('https://vendor.example/')
    return { value: [], asOf: api.now() }
  }
  const asked: KeywordResearch = {
    source: 'DataForSEO',
    keywords: ask,
    questions: ask,
    usage: async () => ({ ...(await budget.usage()), ceiling: 100, cacheHours: 24 }),
    check: async () => ({ adapter: 'DataForSEO', ok: true, detail: '' }),
  }
  const other = await startApi({}, { research: asked })
  const [opm, qa] = [await other.as('opm'), await other.as('qa')]
  const first = await opm.get(`${PATH}?keyword=kettle`)
  expect(first.body.usage.calls).toMatchObject({ today: 1, own: { today: 1, most: 1 } })
  const refused = await opm.get(`${PATH}/people-also-ask?keyword=kettle`)
  expect(refused).toMatchObject({
    status: 429,
    body: { message: expect.stringMatching(/^Your share of 1 call to DataForSEO a day is used up/) },
  })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await qa.get(`${PATH}?keyword=kettle`)).body.usage.calls).toMatchObject({
    today: 2,
    own: { today: 1, most: 1 },
  })
  await other.close()
})
