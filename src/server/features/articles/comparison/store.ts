import { asc, sql } from 'drizzle-orm'
import type { Db } from '../../../db/connect.ts'
import { excludedWords } from '../../../db/schema/keywords.ts'

export async function listExcludedWords(db: Db): Promise<string[]> {
  const rows = await db.select().from(excludedWords).orderBy(asc(excludedWords.word))
  return rows.map(({ word }) => word)
}

/** Prevents changes to the list until the transaction ends; readers do not wait. */
export async function lockExcludedWords(tx: Db): Promise<void> {
  await tx.execute(sql`lock table ${excludedWords} in share row exclusive mode`)
}

export async function replaceExcludedWords(tx: Db, words: readonly string[]): Promise<void> {
  await tx.delete(excludedWords)
  if (words.length > 0) await tx.insert(excludedWords).values(words.map((word) => ({ word })))
}
