import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS } from '#shared/format/duration.ts'
import type { Database } from '../../db/connect.ts'
import { vendorCalls, vendorPauses } from '../../db/schema/outside.ts'
import { createTestDatabase } from '../../db/testing.ts'
import { readSettings, vendorNames } from '../../settings/settings.ts'
import { Refused, startVendorStub, type VendorQuestion, type VendorStub } from '../../testing/vendor-stub.ts'
import type { IntegrationError } from '../integration-error.ts'
import type { AssistantAccount } from './assistant-settings.ts'
import { chooseAssistant } from './choice.ts'
import type { Conversation } from './port.ts'

const NOW = new Date('2026-11-20T12:00:00Z')
let now = NOW
let database: Database
let vendor: VendorStub
let answer: (question: VendorQuestion) => unknown

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  now = NOW
  await database.db.delete(vendorCalls)
  await database.db.delete(vendorPauses)
  vendor = await startVendorStub((question) => answer(question))
})
afterEach(() => vendor.close())

const assistant = (changes: Partial<AssistantAccount> = {}) =>
  chooseAssistant({
    account: {
      provider: 'anthropic',
      key: 'secret-key',
      model: 'model-1',
      baseUrl: vendor.url,
      tokensPerStep: 1000,
      seconds: 2,
      dollarsPerDay: 1,
      prices: { read: 10, written: 100 },
      ...changes,
    },
    db: database.db,
    clock: () => now,
    timeZone: 'UTC',
  })

const talk: Conversation = {
  instructions: 'Answer.',
  tools: [{ name: 'stock', argument: 'ASIN or name', description: 'stock' }],
  turns: [
    { role: 'user', text: 'is it there?' },
    { role: 'calls', text: 'I look.', calls: [{ id: 'c1', name: 'stock', words: 'kettle' }] },
    { role: 'results', results: [{ id: 'c1', text: 'In stock.' }] },
  ],
}
const next = (changes?: Partial<AssistantAccount>) => {
  const { live } = assistant(changes)
  if (live === null) throw new Error('Nobody answers.')
  return live.next(talk)
}
const failureOf = (work: Promise<unknown>): Promise<IntegrationError> =>
  work.then(
    () => {
      throw new Error('It did not fail.')
    },
    (error: IntegrationError) => error,
  )

const ANTHROPIC = {
  content: [
    { type: 'thinking', thinking: 'Hm.' },
    { type: 'text', text: 'I look again.' },
    { type: 'tool_use', id: 't1', name: 'stock', input: { words: 'B0AAAAAAK1' } },
    { type: 'tool_use', id: 't2', name: 'stock', input: { drop: 'table' } },
  ],
  usage: { input_tokens: 100, output_tokens: 10 },
}
const call = (id: string, args: string) => ({
  id,
  type: 'function',
  function: { name: 'stock', arguments: args },
})
const OPENAI = {
  choices: [
    {
      message: {
        content: null,
        tool_calls: [call('t1', '{"words":"B0AAAAAAK1"}'), call('t2', 'no json'), call('t3', '[]')],
      },
    },
  ],
  usage: { prompt_tokens: 100, completion_tokens: 10 },
}

it('is off without settings: only commands are answered', async () => {
  const deps = { db: database.db, clock: () => now, timeZone: 'UTC' }
  const builtIn = chooseAssistant({ account: undefined, ...deps })
  expect(builtIn.live).toBeNull()
  expect(await builtIn.check()).toMatchObject({ adapter: 'built-in', ok: true })
})

describe('the settings', () => {
  const key = { ANTHROPIC_API_KEY: 'secret-key', OPENAI_API_KEY: 'other-key' }

  it('call only the named provider, with any keys set', () => {
    expect(readSettings(key).vendors.assistant).toBeUndefined()
    expect(vendorNames(readSettings(key)).assistant).toBe('built-in')
  })

  it('name the provider, without the key', () => {
    const settings = readSettings({ ...key, BOT_PROVIDER: 'openai', BOT_MODEL: 'model-1' })
    expect(settings.vendors.assistant).toMatchObject({ provider: 'openai', key: 'other-key', seconds: 20 })
    expect(vendorNames(settings).assistant).toBe('model-1 of OpenAI at https://api.openai.com/v1')
  })

  it.each([
    [{ BOT_PROVIDER: 'openai' }, 'OPENAI_API_KEY and BOT_MODEL are missing'],
    [{ BOT_PROVIDER: 'anthropic', BOT_MODEL: 'm' }, 'ANTHROPIC_API_KEY is missing'],
    [{ BOT_PROVIDER: 'somebody' }, 'BOT_PROVIDER is not usable: expected anthropic or openai.'],
    [{ BOT_DOLLARS_PER_DAY: '-1' }, 'BOT_DOLLARS_PER_DAY is not usable'],
    [{ BOT_SECONDS: '600' }, 'BOT_SECONDS is not usable'],
  ])('name the missing or wrong setting: %j', (given, words) => {
    expect(() => readSettings(given)).toThrow(words)
  })
})

describe('a step', () => {
  it('of Anthropic uses its Messages API, and returns the requested look-ups', async () => {
    answer = () => ANTHROPIC
    expect(await next()).toEqual({
      text: 'I look again.',
      calls: [
        { id: 't1', name: 'stock', words: 'B0AAAAAAK1' },
        { id: 't2', name: 'stock', words: '' },
      ],
    })
    const [asked] = vendor.questions
    expect(asked).toMatchObject({
      method: 'POST',
      path: '/v1/messages',
      headers: { 'x-api-key': 'secret-key', 'anthropic-version': '2023-06-01' },
      body: { model: 'model-1', max_tokens: 1000, system: 'Answer.' },
    })
    expect(asked?.body.messages).toEqual([
      { role: 'user', content: 'is it there?' },
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'I look.' },
          { type: 'tool_use', id: 'c1', name: 'stock', input: { words: 'kettle' } },
        ],
      },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1', content: 'In stock.' }] },
    ])
    expect(asked?.body.tools[0].input_schema.required).toEqual(['words'])
  })

  it('of OpenAI uses chat completions, with any arguments', async () => {
    answer = () => OPENAI
    expect(await next({ provider: 'openai' })).toEqual({
      text: '',
      calls: [
        { id: 't1', name: 'stock', words: 'B0AAAAAAK1' },
        { id: 't2', name: 'stock', words: '' },
        { id: 't3', name: 'stock', words: '' },
      ],
    })
    expect(vendor.questions[0]).toMatchObject({
      path: '/chat/completions',
      headers: { authorization: 'Bearer secret-key' },
      body: { max_completion_tokens: 1000 },
    })
  })

  it.each([
    ['unauthorized', 'unauthorized'],
    ['forbidden', 'forbidden'],
    ['throttled', 'rate_limited'],
    ['broken', 'unavailable'],
    ['cut', 'unavailable'],
    ['html', 'bad_response'],
    ['wrong', 'bad_response'],
    ['huge', 'bad_response'],
  ] as const)(
    'that fails (%s) is requested once, and is a failure of the vendor: %s',
    async (fault, kind) => {
      vendor.fail(fault)
      // An answer that is too large takes its time.
      expect(await failureOf(next({ seconds: 20 }))).toMatchObject({ system: 'Anthropic', kind })
      expect(vendor.questions).toHaveLength(1)
    },
  )

  it('that does not come ends after its seconds', async () => {
    vendor.fail('hang')
    expect(await failureOf(next())).toMatchObject({ kind: 'timeout' })
  })

  it('of an account without credit says so, though the vendor says that it was too much at once', async () => {
    answer = () =>
      new Refused(429, { error: { type: 'insufficient_quota', code: 'credit_balance_exhausted' } })
    expect(await failureOf(next({ provider: 'openai' }))).toMatchObject({ kind: 'payment_required' })
    answer = () => new Refused(429, { error: { type: 'requests', code: 'rate_limit_exceeded' } })
    expect(await failureOf(next({ provider: 'openai' }))).toMatchObject({ kind: 'rate_limited' })
  })

  it('of an overloaded server is a failure of the vendor', async () => {
    answer = () => new Refused(529, { type: 'error', error: { type: 'overloaded_error' } })
    expect(await failureOf(next())).toMatchObject({ kind: 'unavailable', vendorCode: 'overloaded_error' })
  })
})

describe('a day’s money', () => {
  const spent = async () => (await database.db.select().from(vendorCalls)).map(({ calls }) => calls)

  it('is counted as the vendor counts tokens', async () => {
    answer = () => ANTHROPIC
    await next()
    // 100 read at 10 and 10 written at 100 millionths.
    expect(await spent()).toEqual([2000])
    await next()
    expect(await spent()).toEqual([4000])
  })

  it('is never overspent by simultaneous calls, and starts over the next day', async () => {
    // A step may write 1,000 tokens: a little more than 0.10 dollars are set aside for each.
    const few = { dollarsPerDay: 0.25 }
    const dear = { ...ANTHROPIC, usage: { input_tokens: 100, output_tokens: 1000 } }
    answer = () => dear
    const { live } = assistant(few)
    const all = await Promise.allSettled(Array.from({ length: 6 }, () => live?.next(talk)))
    const steps = all.filter(({ status }) => status === 'fulfilled')
    expect(steps).toHaveLength(2)
    expect(vendor.questions).toHaveLength(2)
    expect((await spent())[0]).toBeLessThanOrEqual(250_000)
    now = new Date(NOW.getTime() + DAY_MS)
    expect((await next(few)).calls).toHaveLength(2)
  })

  it('is given back where the vendor was not reached or refused, and is gone where it may have answered', async () => {
    vendor.fail('unauthorized')
    await failureOf(next())
    expect(await spent()).toEqual([0])
    vendor.fail('html')
    await failureOf(next())
    expect((await spent())[0]).toBeGreaterThan(100_000)
  })

  it('that is spent is reported in a sentence, and no vendor is called', async () => {
    const failure = await failureOf(next({ dollarsPerDay: 0.01 }))
    expect(failure).toMatchObject({
      kind: 'payment_required',
      vendorCode: 'own_ceiling',
      advice: 'The bot has used up today’s $0.01. It answers questions again tomorrow.',
    })
    expect(vendor.questions).toEqual([])
  })
})
