import type { Db } from '#server/db/connect.ts'
import { excludedWords } from '#server/db/schema/keywords.ts'
/** The words that say nothing about an article: what everybody writes, whatever the subject. */
export const SAMPLE_EXCLUDED_WORDS: readonly string[] =
  'about after all also an and any are as at be because been before best both but by can could did do does each even every few for from had has have her here how if in into is it its just less like more most much no not of off on once one only or other our out over own per so some such than that the their them then there these they this those through to too two under until up us very was we were what when where which who why will with without would you your'.split(
    ' ',
  )

export async function insertExcludedWords(tx: Db): Promise<void> {
  await tx.insert(excludedWords).values(SAMPLE_EXCLUDED_WORDS.map((word) => ({ word })))
}
