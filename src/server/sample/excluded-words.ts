import { z } from 'zod'
import type { Db } from '#server/db/connect.ts'
import { excludedWords } from '#server/db/schema/keywords.ts'
import { words } from './cells.ts'
import { readTable } from './words.ts'

/** The words that say nothing about an article: what everybody writes, whatever the subject. */
const EXCLUDED_WORDS = await readTable('excluded-words.csv', z.strictObject({ word: words }))

export async function insertExcludedWords(tx: Db): Promise<void> {
  await tx.insert(excludedWords).values(EXCLUDED_WORDS)
}
