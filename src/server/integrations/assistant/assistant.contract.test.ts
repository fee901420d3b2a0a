import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startVendorMock, type VendorMock, vendorContracts } from '../../testing/vendor-mock.ts'
import { createOpenAi } from './openai.ts'
import type { Conversation } from './port.ts'

const conversation: Conversation = {
  instructions: 'Answer.',
  tools: [
    { name: 'stock', argument: 'ASIN or name', description: 'stock, price, where it is used' },
    { name: 'pending', argument: '', description: 'what waits for you' },
  ],
  turns: [
    { role: 'user', text: 'hello' },
    { role: 'assistant', text: 'Hello.' },
    { role: 'user', text: 'is B0AAAAAAK1 there?' },
    { role: 'calls', text: '', calls: [{ id: 'call_1', name: 'stock', words: 'B0AAAAAAK1' }] },
    { role: 'results', results: [{ id: 'call_1', text: '{"message":"In stock."}' }] },
  ],
}

/** Says what the document has against a body: the mock lets every body of this document pass. */
function bodyCheck(): (body: unknown) => string {
  const require = createRequire(createRequire(import.meta.url).resolve('fastify'))
  const { Ajv2020 } = require('ajv/dist/2020')
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  const text = readFileSync(join(vendorContracts ?? '', 'openai.openapi.json'), 'utf8')
  // Left over from an earlier version of the format, and refused by this one.
  const document = JSON.parse(text, (key, value) => (key === 'nullable' ? undefined : value))
  ajv.addSchema(document, 'openai')
  const check = ajv.compile({ $ref: 'openai#/components/schemas/CreateChatCompletionRequest' })
  return (body) => (check(body) ? '' : ajv.errorsText(check.errors))
}

describe.skipIf(vendorContracts === null)('what we ask of OpenAI is what its document allows', () => {
  let mock: VendorMock
  beforeAll(async () => {
    mock = await startVendorMock('openai.openapi.json')
  })
  afterAll(() => mock.close())

  const client = () =>
    createOpenAi({
      account: {
        provider: 'openai',
        key: 'k',
        model: 'gpt-4o',
        baseUrl: mock.url,
        tokensPerStep: 800,
        seconds: 20,
        dollarsPerDay: 5,
        prices: { read: 1, written: 1 },
      },
      fetch: mock.fetch,
      timeoutMs: 5000,
    })

  it('in a step with everything that was said, called and told', async () => {
    const { text, calls, tokens } = await client().step(conversation)
    expect(typeof text).toBe('string')
    expect(Array.isArray(calls)).toBe(true)
    expect(tokens.read).toBeGreaterThanOrEqual(0)
    const body = JSON.parse(mock.sent.at(-1)?.body ?? '')
    expect(mock.sent.at(-1)?.path).toBe('/chat/completions')
    expect(body.max_completion_tokens).toBe(800)
    expect(body.messages.map(({ role }: { role: string }) => role)).toEqual([
      'system',
      'user',
      'assistant',
      'user',
      'assistant',
      'tool',
    ])
  })

  it('in the check of the key', async () => {
    expect(await client().check()).toBe('OpenAI lets us in.')
  })

  it('which has nothing against the body, and would have had against another role or a tool without a name', async () => {
    const check = bodyCheck()
    await client().step(conversation)
    const body = JSON.parse(mock.sent.at(-1)?.body ?? '')
    expect(check(body)).toBe('')
    expect(check({ ...body, messages: [{ role: 'stranger', content: 'hello' }] })).not.toBe('')
    expect(check({ ...body, tools: [{ type: 'function', function: {} }] })).not.toBe('')
    expect(check({ ...body, messages: undefined })).not.toBe('')
  })
})
