import type { z } from 'zod'
import { IntegrationError } from '../integration-error.ts'

/** Where answers are kept, with when they were given. */
export interface AnswerStore {
  find(question: string): Promise<{ answer: unknown; readAt: Date } | null>
  keep(question: string, answer: unknown, readAt: Date): Promise<void>
}

interface KeptParts {
  store: AnswerStore
  clock: () => Date
  /** So long an answer is told again. */
  keptMs: number
}

export interface KeptAnswer<Value> {
  value: Value
  asOf: Date
  /** Why nobody could be asked anew; the answer is what was known. */
  failure?: IntegrationError
}

/**
 * Answers that cost money: each is told again for a while, and asked for once however many people want it. Where the
 * vendor fails, what it said before is told, with its date and the failure; what it never said is not known.
 */
export function createKeptAnswers({ store, clock, keptMs }: KeptParts) {
  const asked = new Map<string, Promise<KeptAnswer<unknown>>>()

  async function findOrAsk<Value>(
    question: string,
    schema: z.ZodType<Value>,
    ask: () => Promise<Value>,
  ): Promise<KeptAnswer<Value>> {
    const known = await store.find(question)
    // What another version of this code has kept counts as not known.
    const parsed = known === null ? undefined : schema.safeParse(known.answer)
    const old = known && parsed?.success ? { value: parsed.data, asOf: known.readAt } : null
    if (old && clock().getTime() - old.asOf.getTime() < keptMs) return old
    try {
      const value = await ask()
      const asOf = clock()
      await store.keep(question, value, asOf)
      return { value, asOf }
    } catch (error) {
      if (old === null || !(error instanceof IntegrationError)) throw error
      return { ...old, failure: error }
    }
  }

  /** `question` says what is asked, and holds nothing secret. */
  return async function answerOf<Value>(
    question: string,
    schema: z.ZodType<Value>,
    ask: () => Promise<Value>,
  ): Promise<KeptAnswer<Value>> {
    const running = asked.get(question)
    // The same question has the same answer, and was asked with the same schema.
    if (running) return running as Promise<KeptAnswer<Value>>
    const answer = findOrAsk(question, schema, ask).finally(() => asked.delete(question))
    asked.set(question, answer)
    return answer
  }
}

export type AnswerOf = ReturnType<typeof createKeptAnswers>
