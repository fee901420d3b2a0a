import {
  OPPORTUNITIES_PAGE_SIZE,
  type SearchedQuery,
} from '#shared/features/keywords/opportunities/contract.ts'
import type { ReadCache } from '../../../db/cache/read-cache.ts'
import type { Db } from '../../../db/connect.ts'
import { findOwnKeywords } from './queries.ts'
import { countSearched, listSearched, readSearchedUntil } from './searched-queries.ts'

/** A page of queries that show our posts although none is about them, marked with our keywords. */
export async function findSearched(db: Db, totals: ReadCache, query: SearchedQuery) {
  const { query: words, site, exclude_existing_keywords: excludeExistingKeywords } = query
  const key = `searched ${JSON.stringify([words, site, excludeExistingKeywords])}`
  const total = await totals.get(key, () => countSearched(db, query))
  const [rows, until] = await Promise.all([
    listSearched(db, query, { total, perPage: OPPORTUNITIES_PAGE_SIZE }),
    readSearchedUntil(db),
  ])
  const ours = await findOwnKeywords(
    db,
    rows.map((row) => row.query),
  )
  return { rows: rows.map((row) => ({ row, ours: ours.get(row.query) })), total, until }
}
