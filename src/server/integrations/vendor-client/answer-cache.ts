import type { z } from 'zod'
import { IntegrationError } from '../integration-error.ts'

/** Store of cached answers with their times. */
export interface AnswerStore {
  find(question: string): Promise<{ answer: unknown; readAt: Date } | null>
  keep(question: string, answer: unknown, readAt: Date): Promise<void>
}

interface CacheDeps {
  store: AnswerStore
  clock: () => Date
  /** Lifetime of a cached answer, in milliseconds. */
  maxAgeMs: number
}

export interface CachedAnswer<Value> {
  value: Value
  asOf: Date
  /** Why the answer could not be refreshed. It is then the cached one. */
  failure?: IntegrationError
}

/**
 * Cache of paid answers. Each is reused for a while, and concurrent callers share one request. If the vendor
 * fails, the last answer is returned with its date and the failure; without one, the failure is thrown.
 */
export function createAnswerCache({ store, clock, maxAgeMs }: CacheDeps) {
  const asked = new Map<string, Promise<CachedAnswer<unknown>>>()

  async function findOrAsk<Value>(
    question: string,
    schema: z.ZodType<Value>,
    ask: () => Promise<Value>,
  ): Promise<CachedAnswer<Value>> {
    const known = await store.find(question)
    // An answer stored by another version of this code may no longer match the schema.
    const parsed = known === null ? undefined : schema.safeParse(known.answer)
    const old = known && parsed?.success ? { value: parsed.data, asOf: known.readAt } : null
    if (old && clock().getTime() - old.asOf.getTime() < maxAgeMs) return old
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

  /** `question` is the cache key and must not contain secrets. */
  return async function answerOf<Value>(
    question: string,
    schema: z.ZodType<Value>,
    ask: () => Promise<Value>,
  ): Promise<CachedAnswer<Value>> {
    const running = asked.get(question)
    // Equal questions always use the same schema.
    if (running) return running as Promise<CachedAnswer<Value>>
    const answer = findOrAsk(question, schema, ask).finally(() => asked.delete(question))
    asked.set(question, answer)
    return answer
  }
}

export type AnswerOf = ReturnType<typeof createAnswerCache>
