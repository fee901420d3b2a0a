import { keywordIdentity } from '#shared/features/keywords/rules.ts'
import type { Db } from '../../db/connect.ts'
import { RequestInvalid } from '../../errors.ts'
import * as store from './store.ts'

export type KeywordChoice =
  | { keyword_id: number; keyword?: string | undefined }
  | { keyword: string; keyword_id?: undefined }

/** The numbers behind chosen keywords, in order and each once; new words become keywords. Unknown numbers are refused. */
async function resolveKeywords(tx: Db, choices: readonly KeywordChoice[]): Promise<number[]> {
  const ids = choices.flatMap((choice) => (choice.keyword_id === undefined ? [] : [choice.keyword_id]))
  const known = await store.findKeywordIds(tx, ids)
  const unknown = choices.findIndex(({ keyword_id }) => keyword_id !== undefined && !known.has(keyword_id))
  if (unknown >= 0) {
    throw new RequestInvalid('body', [{ path: `keywords.${unknown}`, message: 'There is no such keyword.' }])
  }
  const words = choices.flatMap((choice) =>
    choice.keyword_id === undefined && choice.keyword !== '' ? [choice.keyword] : [],
  )
  const byIdentity = await store.ensureKeywords(tx, words)
  const resolved = choices.map(
    (choice) => choice.keyword_id ?? byIdentity.get(keywordIdentity(choice.keyword ?? '')),
  )
  return [...new Set(resolved.filter((id) => id !== undefined))]
}

export const createKeywordsService = () => ({ resolveKeywords })
export type KeywordsService = ReturnType<typeof createKeywordsService>
