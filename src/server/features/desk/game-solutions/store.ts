import { and, desc, eq, gte, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { Db } from '../../../db/connect.ts'
import { gameAnswers, gameRuns } from '../../../db/schema/game-solutions.ts'

export type GameRunRow = typeof gameRuns.$inferSelect
export type AnswerRow = typeof gameAnswers.$inferSelect
export type Game = AnswerRow['game']

/** Prevents other runs from beginning until the transaction ends; returns the last run. */
export async function lockLastRun(tx: Db): Promise<GameRunRow | undefined> {
  await tx.execute(sql`lock table ${gameRuns} in share row exclusive mode`)
  return findLastRun(tx)
}

export async function findLastRun(db: Db): Promise<GameRunRow | undefined> {
  const [row] = await db.select().from(gameRuns).orderBy(desc(gameRuns.id)).limit(1)
  return row
}

/** When the last run ended that could read everything. */
export async function findLastEnd(db: Db): Promise<Date | null> {
  const [row] = await db
    .select({ endedAt: gameRuns.endedAt })
    .from(gameRuns)
    .where(and(isNotNull(gameRuns.endedAt), isNull(gameRuns.failure)))
    .orderBy(desc(gameRuns.id))
    .limit(1)
  return row?.endedAt ?? null
}

export async function insertRun(tx: Db, run: { userId: number | null; askedAt: Date }): Promise<number> {
  const [row] = await tx.insert(gameRuns).values(run).returning({ id: gameRuns.id })
  if (!row) throw new Error('The database did not return the new run.')
  return row.id
}

/** Also of a run whose row is gone. */
export async function hasEnded(db: Db, id: number): Promise<boolean> {
  const [run] = await db.select({ endedAt: gameRuns.endedAt }).from(gameRuns).where(eq(gameRuns.id, id))
  return run?.endedAt !== null
}

export async function endRun(db: Db, id: number, end: { endedAt: Date; failure: string | null }) {
  await db.update(gameRuns).set(end).where(eq(gameRuns.id, id))
}

export async function listAnswersFrom(db: Db, day: string): Promise<AnswerRow[]> {
  return db.select().from(gameAnswers).where(gte(gameAnswers.day, day)).orderBy(gameAnswers.day)
}

/** The answers from a day on and the runs that read them, as of one moment: a run may end at any time. */
export const readState = (db: Db, day: string) =>
  db.transaction(
    async (tx) => ({
      answers: await listAnswersFrom(tx, day),
      last: await findLastRun(tx),
      created: await findLastEnd(tx),
    }),
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )

/** Replaces the day's answer. */
export async function putAnswer(db: Db, answer: AnswerRow): Promise<void> {
  const { value, readAt } = answer
  await db
    .insert(gameAnswers)
    .values(answer)
    .onConflictDoUpdate({ target: [gameAnswers.game, gameAnswers.day], set: { value, readAt } })
}

/** Removes earlier answers that the source no longer returns, for example after a change of source. */
export async function removeAnswers(
  db: Db,
  game: Game,
  { from, readBefore }: { from: string; readBefore: Date },
) {
  await db
    .delete(gameAnswers)
    .where(and(eq(gameAnswers.game, game), gte(gameAnswers.day, from), lt(gameAnswers.readAt, readBefore)))
}
