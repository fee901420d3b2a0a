import type { AdapterHealth } from '../health.ts'

/** Something that the assistant may have looked up. */
export interface AssistantTool {
  name: string
  description: string
  /** What it is told in words; empty where nothing. */
  argument: string
}

export interface ToolCall {
  /** Names the call in its result. */
  id: string
  /** As the assistant says it: there may be no such tool. */
  name: string
  words: string
}

/** What was said so far, the earliest first; every call has its result. */
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

/** What the assistant says, and what it wants looked up before it goes on. */
export interface AssistantStep {
  text: string
  calls: readonly ToolCall[]
}

export interface LiveAssistant {
  /** Who answers, as people call them. */
  source: string
  /** Nobody waits longer for a whole answer, in milliseconds. */
  patienceMs: number
  /** One step of an answer. Throws `IntegrationError`, of the kind `payment_required` where the day's money is spent. */
  next(conversation: Conversation): Promise<AssistantStep>
}

/** Answers questions in words. */
export interface Assistant {
  /** Null where commands alone are answered. */
  live: LiveAssistant | null
  check(): Promise<AdapterHealth>
}
