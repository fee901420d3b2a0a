import type { AccountStore } from '../vendor-client/account-gate.ts'
import type { AssistantAccount } from './assistant-settings.ts'
import type { AssistantStep, AssistantTool, Conversation } from './port.ts'

/** A step, and how many tokens were read and written for it. */
export interface PaidStep extends AssistantStep {
  tokens: { read: number; written: number }
}

/** A vendor's model. */
export interface ModelClient {
  source: string
  step(conversation: Conversation): Promise<PaidStep>
  /** Asks for nothing that costs. */
  check(): Promise<string>
}

export interface ModelClientOptions {
  account: AssistantAccount
  clock?: () => number
  fetch?: typeof fetch
  accountStore?: AccountStore | undefined
  timeoutMs: number
}

/** A user who would have to wait longer is answered without the model. */
export const LONGEST_WAIT_MS = 500

/** JSON schema of a tool's only argument. */
export const schemaOf = ({ argument }: AssistantTool) =>
  argument === ''
    ? { type: 'object', properties: {}, additionalProperties: false }
    : {
        type: 'object',
        properties: { words: { type: 'string', description: argument } },
        required: ['words'],
        additionalProperties: false,
      }

/** What a call says of its words; nothing where it says anything else. */
export function textOfInput(input: unknown): string {
  const words = typeof input === 'object' && input !== null && 'words' in input ? input.words : ''
  return typeof words === 'string' ? words : ''
}
