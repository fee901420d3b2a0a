import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { useVendorMock, vendorContracts } from '../../testing/vendor-mock.ts'
import { createOpenAi } from './openai.ts'
import type { Conversation } from './port.ts'

const conversation: Conversation = {
  instructions: 'Answer.',
  tools: [
    { name: 'stock', argument: 'ASIN or name', description: 'stock, price, where it’s used' },
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

/** The document without remains of an earlier OpenAPI version, which would make every body valid. */
async function readableDocument(folder: string, contracts: string): Promise<string> {
  const text = await readFile(join(contracts, 'openai.openapi.json'), 'utf8')
  const document = JSON.parse(text, (key, value) => (key === 'nullable' ? undefined : value))
  const file = join(folder, 'openai.openapi.json')
  await writeFile(file, JSON.stringify(document))
  return relative(contracts, file)
}

describe.skipIf(vendorContracts === null)('our calls to OpenAI match its document', () => {
  let folder: string
  const mock = useVendorMock(async () => {
    folder = await mkdtemp(join(tmpdir(), 'copydesk-openai-'))
    return readableDocument(folder, vendorContracts ?? '')
  })
  afterAll(() => rm(folder, { recursive: true }))

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

  it('in a step with all messages, calls and results', async () => {
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
    expect(await client().check()).toBe('OpenAI accepts our key.')
  })

  it.each([
    ['a role that it does not know', { messages: [{ role: 'stranger', content: 'hello' }] }],
    ['a tool without a name', { tools: [{ type: 'function', function: {} }] }],
    ['no messages', { messages: undefined }],
  ])('which would have refused %s', async (_what, fault) => {
    await client().step(conversation)
    const body = { ...JSON.parse(mock.sent.at(-1)?.body ?? ''), ...fault }
    const refused = mock.fetch(`${mock.url}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer k' },
      body: JSON.stringify(body),
    })
    await expect(refused).rejects.toThrow('does not allow')
  })
})
