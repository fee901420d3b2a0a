import { z } from 'zod'
import { createVendorClient } from '../vendor-client/vendor-client.ts'
import {
  LONGEST_WAIT_MS,
  type ModelClient,
  type ModelClientOptions,
  schemaOf,
  textOfInput,
} from './model-client.ts'
import type { AssistantTurn } from './port.ts'

export const ANTHROPIC = 'Anthropic'
const VERSION = '2023-06-01'

const Message = z.object({
  content: z.array(
    z.union([
      z.object({ type: z.literal('text'), text: z.string() }),
      z.object({ type: z.literal('tool_use'), id: z.string(), name: z.string(), input: z.unknown() }),
      // Other kinds of content are ignored.
      z.object({ type: z.string() }).transform(() => null),
    ]),
  ),
  usage: z.object({ input_tokens: z.number(), output_tokens: z.number() }),
})

const ErrorSaid = z.object({ error: z.object({ type: z.string() }) })

function messageOf(turn: AssistantTurn) {
  if (turn.role === 'user' || turn.role === 'assistant') return { role: turn.role, content: turn.text }
  if (turn.role === 'calls')
    return {
      role: 'assistant',
      content: [
        ...(turn.text === '' ? [] : [{ type: 'text', text: turn.text }]),
        ...turn.calls.map(({ id, name, words }) => ({ type: 'tool_use', id, name, input: { words } })),
      ],
    }
  return {
    role: 'user',
    content: turn.results.map(({ id, text }) => ({ type: 'tool_result', tool_use_id: id, content: text })),
  }
}

/** A model of Anthropic, over its Messages API. */
export function createAnthropic({ account, ...rest }: ModelClientOptions): ModelClient {
  const client = createVendorClient({
    system: ANTHROPIC,
    baseUrl: account.baseUrl,
    headers: () => ({ 'x-api-key': account.key, 'anthropic-version': VERSION }),
    longestWaitMs: LONGEST_WAIT_MS,
    vendorCode: (body) => ErrorSaid.safeParse(body).data?.error.type,
    ...rest,
  })
  return {
    source: ANTHROPIC,
    async step({ instructions, turns, tools }) {
      const { content, usage } = await client.send({
        operation: 'answer',
        method: 'POST',
        path: '/v1/messages',
        json: {
          model: account.model,
          max_tokens: account.tokensPerStep,
          system: instructions,
          messages: turns.map(messageOf),
          tools: tools.map((tool) => ({
            name: tool.name,
            description: tool.description,
            input_schema: schemaOf(tool),
          })),
        },
        answer: Message,
      })
      const parts = content.filter((part) => part !== null)
      return {
        text: parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n'),
        calls: parts.flatMap((part) =>
          part.type === 'tool_use' ? [{ id: part.id, name: part.name, words: textOfInput(part.input) }] : [],
        ),
        tokens: { read: usage.input_tokens, written: usage.output_tokens },
      }
    },
    async check() {
      await client.send({
        operation: 'list models',
        method: 'GET',
        path: '/v1/models',
        query: { limit: 1 },
        answer: z.object({ data: z.array(z.object({ id: z.string() })) }),
      })
      return 'Anthropic accepts our key.'
    },
  }
}
