import type { TagChoice } from '#shared/features/keywords/keywords/contract.ts'
import { keywordIdentity } from '#shared/features/keywords/keywords/rules.ts'
import type { Db } from '../../../../db/connect.ts'
import { RequestInvalid } from '../../../../errors.ts'
import * as store from '../store.ts'

export type KeywordChoice =
  | { keyword_id: number; keyword?: string | undefined }
  | { keyword: string; keyword_id?: undefined }

const refused = (path: string, message: string) => new RequestInvalid('body', [{ path, message }])

/**
 * The numbers behind chosen keywords, in order and each once; new words become keywords of the site that they were
 * written for, tracked unless said otherwise. Unknown numbers are refused.
 */
export async function resolveKeywords(
  tx: Db,
  choices: readonly KeywordChoice[],
  { siteId, isTracked = true }: { siteId?: number | undefined; isTracked?: boolean | undefined } = {},
): Promise<number[]> {
  const ids = choices.flatMap((choice) => (choice.keyword_id === undefined ? [] : [choice.keyword_id]))
  const known = await store.findKeywordIds(tx, ids)
  const unknown = choices.findIndex(({ keyword_id }) => keyword_id !== undefined && !known.has(keyword_id))
  if (unknown >= 0) throw refused(`keywords.${unknown}`, 'There is no such keyword.')
  const words = choices.flatMap((choice) =>
    choice.keyword_id === undefined && choice.keyword !== '' ? [choice.keyword] : [],
  )
  const siteIds = siteId === undefined ? [] : [siteId]
  const byIdentity = await store.ensureKeywords(tx, words, { siteIds, isTracked })
  const resolved = choices.map(
    (choice) => choice.keyword_id ?? byIdentity.get(keywordIdentity(choice.keyword ?? '')),
  )
  return [...new Set(resolved.filter((id) => id !== undefined))]
}

const ascending = (ids: Iterable<number>) => [...new Set(ids)].sort((one, other) => one - other)

/** The numbers behind chosen tags, ascending; new words become tags, blanks are ignored. */
export async function resolveTags(tx: Db, choices: readonly TagChoice[], field = 'tags'): Promise<number[]> {
  const ids = choices.flatMap((choice) => ('tag_id' in choice ? [choice.tag_id] : []))
  const known = await store.findTagIds(tx, ids)
  const unknown = choices.findIndex((choice) => 'tag_id' in choice && !known.has(choice.tag_id))
  if (unknown >= 0) throw refused(`${field}.${unknown}`, 'There is no such tag.')
  const words = choices.flatMap((choice) => ('tag' in choice && choice.tag !== '' ? [choice.tag] : []))
  const byWords = await store.ensureTags(tx, [...new Set(words)].sort())
  return ascending([...ids, ...byWords.values()])
}

/** The numbers of sites that exist, ascending. */
export async function resolveSites(tx: Db, ids: readonly number[]): Promise<number[]> {
  const known = await store.findSiteIds(tx, ids)
  const unknown = ids.findIndex((id) => !known.has(id))
  if (unknown >= 0) throw refused(`sites.${unknown}`, 'There is no such site.')
  return ascending(ids)
}
