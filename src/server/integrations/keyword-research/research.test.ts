import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { HOUR_MS } from '#shared/format/duration.ts'
import type { Database } from '../../db/connect.ts'
import { marketAnswers } from '../../db/schema/market.ts'
import { vendorCalls, vendorPauses } from '../../db/schema/outside.ts'
import { createTestDatabase } from '../../db/testing.ts'
import { insertMarket } from '../../sample/market.ts'
import { RELATED, task, usualAnswer } from '../../testing/research-answers.ts'
import {
  patienceWith,
  Refused,
  startVendorStub,
  type VendorFault,
  type VendorQuestion,
  type VendorStub,
} from '../../testing/vendor-stub.ts'
import { chooseKeywordResearch } from './choice.ts'
import type { KeywordResearch } from './port.ts'
import type { ResearchAccount } from './research-settings.ts'

const BEGIN = new Date('2026-11-20T12:00:00Z')
let now = BEGIN
let database: Database
let vendor: VendorStub
/** What the vendor answers where a test wants something else than usual. */
let answering: ((question: VendorQuestion) => unknown) | null

beforeAll(async () => {
  database = await createTestDatabase()
  await insertMarket(database.db, BEGIN, ['us'])
})
afterAll(() => database.close())
beforeEach(async () => {
  answering = null
  now = BEGIN
  vendor = await startVendorStub((question) => (answering ?? usualAnswer)(question))
  for (const table of [marketAnswers, vendorCalls, vendorPauses]) await database.db.delete(table)
})
afterEach(() => vendor.close())

const dataForSeo = (): ResearchAccount => ({
  vendor: 'dataforseo',
  login: 'l',
  password: 'p',
  baseUrl: vendor.url,
  callsPerDay: 100,
})
const serpApi = (): ResearchAccount => ({
  vendor: 'serpapi',
  key: 'very-secret',
  baseUrl: vendor.url,
  callsPerDay: 100,
})
const create = (account: ResearchAccount | undefined, fault?: VendorFault): KeywordResearch =>
  chooseKeywordResearch({
    account,
    db: database.db,
    clock: () => now,
    timeZone: 'UTC',
    vendor: { timeoutMs: patienceWith(fault) },
  })

describe.each([
  ['built-in', () => undefined],
  ['DataForSEO', dataForSeo],
  ['SerpApi', serpApi],
])('%s', (_name, account) => {
  it('knows the searches around some words, each once, with these words among them', async () => {
    const { value, asOf } = await create(account()).keywords('kettle', 'us')
    expect(value.length).toBeGreaterThan(1)
    expect(value.length).toBeLessThanOrEqual(50)
    expect(new Set(value.map(({ keyword }) => keyword)).size).toBe(value.length)
    expect(value.some(({ keyword }) => keyword.includes('kettle'))).toBe(true)
    for (const { months, competition } of value) {
      expect(months.length).toBeLessThanOrEqual(12)
      if (competition !== null) expect(competition).toBeLessThanOrEqual(100)
    }
    expect(asOf).toEqual(BEGIN)
  })

  it('knows people’s questions, with an answer and its source', async () => {
    const { value } = await create(account()).questions('kettle', 'us')
    expect(value.length).toBeGreaterThan(0)
    for (const { question, answer, source, link } of value) {
      expect(question).toMatch(/\?$/)
      expect(answer).not.toBe('')
      expect(source).not.toBe('')
      expect(link === null || link.startsWith('https://')).toBe(true)
    }
  })

  it('has results for any words, with any characters', async () => {
    for (const words of ['100% café & "more" + 日本語 #1?', "o'clock; drop table", '   ', '%_\\']) {
      expect(Array.isArray((await create(account()).keywords(words, 'jp')).value)).toBe(true)
      expect(Array.isArray((await create(account()).questions(words, 'jp')).value)).toBe(true)
    }
  })

  it('works', async () => {
    expect(await create(account()).check()).toMatchObject({ ok: true })
  })
})

describe('the built-in research', () => {
  it('puts the typed words first, with their twelve months, then searches that have all of them, the most searched first', async () => {
    const { value } = await create(undefined).keywords('Snow shovel', 'us')
    expect(value[0]?.keyword).toBe('snow shovel')
    expect(value[0]?.months).toHaveLength(12)
    const hasAll = value.slice(1).map(({ keyword }) => keyword.includes('snow shovel'))
    expect(hasAll.filter(Boolean).length).toBeGreaterThan(5)
    expect(hasAll).toEqual(hasAll.toSorted((one, other) => Number(other) - Number(one)))
    const volumes = value.slice(1).flatMap(({ volume }, at) => (hasAll[at] ? [volume ?? 0] : []))
    expect(volumes).toEqual(volumes.toSorted((one, other) => other - one))
  })

  it('asks about the thing itself, in words that people use', async () => {
    const questions = async (words: string) =>
      (await create(undefined).questions(words, 'us')).value.map(({ question }) => question)
    expect(await questions('best gooseneck kettle for tea')).toContain('How do I clean a gooseneck kettle?')
    expect(await questions('air fryer')).toContain('Is an air fryer dishwasher safe?')
    expect(await questions('hiking boots')).toContain('How do I clean hiking boots?')
    expect(await questions('never heard of it')).toEqual([])
  })

  it('costs nothing', async () => {
    expect(await create(undefined).usage()).toBeNull()
  })
})

describe('DataForSEO', () => {
  it('gets one task for each, by the numbers of countries and their languages', async () => {
    await create(dataForSeo()).keywords('  Kettle   small ', 'mx')
    await create(dataForSeo()).questions('kettle', 'jp')
    const [keywords, related, questions] = vendor.questions
    expect(related?.path).toBe(RELATED)
    expect(keywords).toMatchObject({
      method: 'POST',
      path: '/v3/dataforseo_labs/google/keyword_suggestions/live',
      body: [
        {
          keyword: 'kettle small',
          location_code: 2484,
          language_code: 'es',
          limit: 50,
          order_by: ['keyword_info.search_volume,desc'],
        },
      ],
    })
    expect(keywords?.headers.authorization).toBe(`Basic ${Buffer.from('l:p').toString('base64')}`)
    expect(questions).toMatchObject({
      path: '/v3/serp/google/organic/live/advanced',
      body: [{ keyword: 'kettle', location_code: 2392, language_code: 'ja', people_also_ask_click_depth: 2 }],
    })
  })

  it('says volumes, competition as percent, and months in their order', async () => {
    const { value } = await create(dataForSeo()).keywords('kettle', 'us')
    expect(value[0]).toEqual({
      keyword: 'kettle',
      volume: 40_500,
      competition: 38,
      months: Array.from({ length: 12 }, (_, at) => 890 + at * 10),
    })
    expect(value.slice(1)).toEqual([
      { keyword: 'hot water dispenser', volume: 9000, competition: null, months: [] },
      { keyword: 'kettle with lid', volume: null, competition: null, months: [] },
      { keyword: 'kettle bare', volume: null, competition: null, months: [] },
    ])
    expect((await create(dataForSeo()).questions('kettle', 'us')).value).toEqual([
      {
        question: 'Is it loud?',
        answer: 'Yes.',
        source: 'kettles.example',
        link: 'https://kettles.example/a',
      },
      { question: 'Is it dear?', answer: 'No.', source: 'kettles.example', link: null },
    ])
  })

  it('that finds fifty is not queried for related words, and no result is a valid result', async () => {
    const items = Array.from({ length: 50 }, (_, at) => ({ keyword: `kettle ${at}`, keyword_info: null }))
    answering = () => task([{ items }])
    expect((await create(dataForSeo()).keywords('kettles', 'us')).value).toHaveLength(50)
    expect(vendor.questions).toHaveLength(1)
    answering = () => task(null, 40_102)
    expect((await create(dataForSeo()).keywords('kettle', 'us')).value).toEqual([])
    answering = () => task([{ items: null }])
    expect((await create(dataForSeo()).questions('kettle', 'us')).value).toEqual([])
  })

  it('keeps paid results even if related words are refused', async () => {
    answering = (question) =>
      question.path === RELATED ? { status_code: 50_000, status_message: 'No.' } : usualAnswer(question)
    const { value } = await create(dataForSeo()).keywords('kettle', 'us')
    expect(value.map(({ keyword }) => keyword)).toContain('kettle')
  })

  it.each([
    [40_202, 'rate_limited'],
    [40_200, 'payment_required'],
    [40_210, 'payment_required'],
    [40_101, 'unavailable'],
    [40_501, 'invalid'],
    [50_000, 'unavailable'],
    [12_345, 'bad_response'],
  ])('that says %i with a success is reported as %s, at the top and in its task', async (code, kind) => {
    answering = () => ({ status_code: code, status_message: 'No.' })
    await expect(create(dataForSeo()).keywords('kettle', 'us')).rejects.toMatchObject({
      system: 'DataForSEO',
      kind,
    })
    await database.db.delete(vendorPauses)
    answering = () => task(null, code)
    await expect(create(dataForSeo()).questions('kettle', 'us')).rejects.toMatchObject({
      system: 'DataForSEO',
      kind,
    })
  })

  it('that asks to wait in the body of a success is left alone for a minute', async () => {
    answering = () => ({ status_code: 40_202, status_message: 'Rate limit per minute exceeded.' })
    const research = create(dataForSeo())
    await expect(research.keywords('kettle', 'us')).rejects.toMatchObject({ kind: 'rate_limited' })
    await expect(research.keywords('teapot', 'us')).rejects.toMatchObject({ kind: 'rate_limited' })
    expect(vendor.questions).toHaveLength(1)
    now = new Date(now.getTime() + 61_000)
    answering = null
    expect((await research.keywords('kettle', 'us')).value).toHaveLength(4)
  })
})

describe('SerpApi', () => {
  it('knows no volumes: completions come first, then related searches, each once', async () => {
    expect((await create(serpApi()).keywords('kettle', 'us')).value).toEqual(
      ['kettle with lid', 'kettle small', 'best kettle'].map((keyword) => ({
        keyword,
        volume: null,
        competition: null,
        months: [],
      })),
    )
    expect(vendor.questions.map(({ query }) => query)).toEqual([
      { engine: 'google_autocomplete', q: 'kettle', gl: 'us', hl: 'en', api_key: 'very-secret' },
      { engine: 'google', q: 'kettle', gl: 'us', hl: 'en', api_key: 'very-secret' },
    ])
  })

  it('without remaining searches asks for money, and one with an hourly limit asks to wait; neither reveals the key', async () => {
    vendor.fail('throttled')
    await expect(create(serpApi()).questions('kettle', 'us')).rejects.toMatchObject({ kind: 'rate_limited' })
    await database.db.delete(vendorPauses)
    vendor.fail(null)
    const spent = await startVendorStub(({ path }) =>
      path === '/account.json'
        ? { total_searches_left: 0 }
        : new Refused(429, { error: 'Run out of searches.' }),
    )
    const error = await create({ ...serpApi(), baseUrl: spent.url })
      .questions('kettle', 'us')
      .then(
        () => null,
        (failure: Error) => failure,
      )
    expect(error).toMatchObject({ system: 'SerpApi', kind: 'payment_required' })
    const echoing = await startVendorStub(
      ({ query }) => new Refused(400, { error: `Bad request: /search?api_key=${query.api_key}` }),
    )
    const echo = await create({ ...serpApi(), baseUrl: echoing.url })
      .questions('teapot', 'us')
      .then(
        () => null,
        (failure: Error) => failure,
      )
    expect(echo?.message).toContain('Bad request')
    expect(JSON.stringify([echo?.message, echo?.stack, Object.entries(echo ?? {})])).not.toContain(
      'very-secret',
    )
    await echoing.close()
    expect(JSON.stringify([error?.message, error?.stack, error?.cause])).not.toContain('very-secret')
    await spent.close()
  })

  it('reports the remaining credit when it is checked', async () => {
    expect(await create(serpApi()).check()).toMatchObject({
      detail: 'SerpApi answers: 12 searches are left.',
    })
  })
})

const FAULTS: readonly VendorFault[] = [
  'unauthorized',
  'spent',
  'forbidden',
  'broken',
  'cut',
  'html',
  'wrong',
  'huge',
  'hang',
]

describe.each([
  ['DataForSEO', dataForSeo],
  ['SerpApi', serpApi],
])('%s', (system, account) => {
  it.each(FAULTS)(
    'that fails with “%s” leaves known values, with their date and the reason',
    async (fault) => {
      const before = await create(account()).questions('kettle', 'us')
      now = new Date(BEGIN.getTime() + 25 * HOUR_MS)
      vendor.fail(fault)
      const after = await create(account(), fault).questions('kettle', 'us')
      expect(after).toMatchObject({ value: before.value, asOf: BEGIN, failure: { system } })
      await expect(create(account(), fault).keywords('never asked', 'us')).rejects.toMatchObject({ system })
    },
  )

  it('is called once a day for the same words, and never beyond the limit', async () => {
    const allowed = { ...account(), callsPerDay: 2 }
    await create(allowed).questions('kettle', 'us')
    await create(allowed).questions(' KETTLE ', 'us')
    expect(vendor.questions).toHaveLength(1)
    await create(allowed).questions('teapot', 'us')
    await expect(create(allowed).questions('shovel', 'us')).rejects.toMatchObject({
      kind: 'payment_required',
    })
    // What it says of the account costs nothing.
    expect(await create(allowed).check()).toMatchObject({ ok: true })
    expect(await create(allowed).usage()).toEqual({ today: 2, month: 2, ceiling: 2, cacheHours: 24 })
  })
})
