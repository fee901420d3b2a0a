import { z } from 'zod'
import { readJson } from '../../read-json.ts'
import { IntegrationError } from '../integration-error.ts'
import { createVendorClient } from '../vendor-client/vendor-client.ts'
import {
  LONGEST_WAIT_MS,
  type ModelClient,
  type ModelClientOptions,
  schemaOf,
  textOfInput,
} from './model-client.ts'
import type { AssistantTurn, Conversation } from './port.ts'

export const OPENAI = 'OpenAI'

const Completion = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({
          content: z.string().nullish(),
          tool_calls: z
            .array(
              z.object({
                id: z.string(),
                function: z.object({ name: z.string(), arguments: z.string() }).optional(),
              }),
            )
            .nullish(),
        }),
      }),
    )
    .min(1),
  usage: z.object({ prompt_tokens: z.number(), completion_tokens: z.number() }).nullish(),
})

const ErrorSaid = z.object({ error: z.object({ type: z.string().nullish(), code: z.string().nullish() }) })

function codeOf(body: unknown): string | undefined {
  const said = ErrorSaid.safeParse(body).data?.error
  return said?.type === 'insufficient_quota' ? said.type : (said?.code ?? said?.type ?? undefined)
}

/** The account has no money left: to wait does not help. The vendor says it with the status of a call that was too many. */
function spentAs(error: unknown): unknown {
  const isSpent = error instanceof IntegrationError && error.vendorCode === 'insufficient_quota'
  if (!isSpent) return error
  const { system, operation, message } = error
  return new IntegrationError(message, { system, operation, kind: 'payment_required', cause: error })
}

function messagesOf(turn: AssistantTurn): object[] {
  if (turn.role === 'user' || turn.role === 'assistant') return [{ role: turn.role, content: turn.text }]
  if (turn.role === 'calls')
    return [
      {
        role: 'assistant',
        content: turn.text === '' ? null : turn.text,
        tool_calls: turn.calls.map(({ id, name, words }) => ({
          id,
          type: 'function',
          function: { name, arguments: JSON.stringify({ words }) },
        })),
      },
    ]
  return turn.results.map(({ id, text }) => ({ role: 'tool', tool_call_id: id, content: text }))
}

const asked = ({ instructions, turns, tools }: Conversation) => ({
  messages: [{ role: 'system', content: instructions }, ...turns.flatMap(messagesOf)],
  ...(tools.length === 0
    ? {}
    : {
        tools: tools.map((tool) => ({
          type: 'function',
          function: { name: tool.name, description: tool.description, parameters: schemaOf(tool) },
        })),
      }),
})

/** A model of OpenAI, over its chat completions. */
export function createOpenAi({ account, ...rest }: ModelClientOptions): ModelClient {
  const client = createVendorClient({
    system: OPENAI,
    baseUrl: account.baseUrl,
    headers: () => ({ authorization: `Bearer ${account.key}` }),
    longestWaitMs: LONGEST_WAIT_MS,
    vendorCode: codeOf,
    ...rest,
  })
  return {
    source: OPENAI,
    async step(conversation) {
      const { choices, usage } = await client
        .send({
          operation: 'answer',
          method: 'POST',
          path: '/chat/completions',
          json: {
            model: account.model,
            max_completion_tokens: account.tokensPerStep,
            ...asked(conversation),
          },
          answer: Completion,
        })
        .catch((error: unknown) => {
          throw spentAs(error)
        })
      const message = choices[0]?.message
      return {
        text: message?.content ?? '',
        calls: (message?.tool_calls ?? []).flatMap(({ id, function: called }) =>
          called ? [{ id, name: called.name, words: textOfInput(readJson(called.arguments)) }] : [],
        ),
        tokens: { read: usage?.prompt_tokens ?? 0, written: usage?.completion_tokens ?? 0 },
      }
    },
    async check() {
      await client.send({
        operation: 'list models',
        method: 'GET',
        path: '/models',
        answer: z.object({ data: z.array(z.object({ id: z.string() })) }),
      })
      return 'OpenAI accepts our key.'
    },
  }
}
