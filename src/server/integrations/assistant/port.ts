import type { AdapterHealth } from '../health.ts'

/** Something that the assistant may have looked up. */
export interface AssistantTool {
  name: string
  description: string
  /** Description of its argument; empty if it has none. */
  argument: string
}

export interface ToolCall {
  /** Names the call in its result. */
  id: string
  /** As the assistant says it: there may be no such tool. */
  name: string
  words: string
}

/** The conversation so far, oldest first. Every call has its result. */
export type AssistantTurn =
  | { role: 'user'; text: string }
  | { role: 'assistant'; text: string }
  | { role: 'calls'; text: string; calls: readonly ToolCall[] }
  | { role: 'results'; results: readonly { id: string; text: string }[] }

export interface Conversation {
  instructions: string
  turns: readonly AssistantTurn[]
  tools: readonly AssistantTool[]
}

/** The assistant's text, and the look-ups that it needs before it continues. */
export interface AssistantStep {
  text: string
  calls: readonly ToolCall[]
}

export interface LiveAssistant {
  /** Who answers, as people call them. */
  source: string
  /** Longest wait for a whole answer, in milliseconds. */
  patienceMs: number
  /** One step of an answer. Throws `IntegrationError`; `payment_required` if the daily budget is used up. */
  next(conversation: Conversation): Promise<AssistantStep>
}

/** Answers questions in words. */
export interface Assistant {
  /** Null where commands alone are answered. */
  live: LiveAssistant | null
  check(): Promise<AdapterHealth>
}
