import { eq, lt, sql } from 'drizzle-orm'
import { DAY_MS } from '#shared/format/duration.ts'
import type { Db } from '../connect.ts'
import { marketAnswers } from '../schema/market.ts'

/** How long answers are kept. */
const FORGOTTEN_AFTER_MS = 90 * DAY_MS

/** What vendors answered, for all servers of an installation. */
export function createAnswerStore(db: Db) {
  return {
    async find(question: string): Promise<{ answer: unknown; readAt: Date } | null> {
      const [row] = await db.select().from(marketAnswers).where(eq(marketAnswers.question, question))
      return row ?? null
    },
    async keep(question: string, answer: unknown, readAt: Date): Promise<void> {
      await db
        .insert(marketAnswers)
        .values({ question, answer, readAt })
        .onConflictDoUpdate({
          target: marketAnswers.question,
          set: { answer: sql`excluded.answer`, readAt: sql`excluded.read_at` },
        })
    },
    /** Removes expired answers. */
    async forget(now: Date): Promise<void> {
      const eldest = new Date(now.getTime() - FORGOTTEN_AFTER_MS)
      await db.delete(marketAnswers).where(lt(marketAnswers.readAt, eldest))
    },
  }
}
