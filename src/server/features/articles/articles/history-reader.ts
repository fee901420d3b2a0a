import type { ArticleFilter } from '#shared/features/articles/articles/contract.ts'
import { PAGE_SIZE } from '#shared/http/fields.ts'
import type { Db } from '../../../db/connect.ts'
import type { Remembered } from '../../../db/remembered.ts'
import { rowsWithin } from '../../../db/rows-within.ts'
import type { Caller } from '../../../security/actor.ts'
import { countOwnDrafts, countShared, type HistoryView, searchArticles } from './queries.ts'

interface HistoryParts {
  db: Db
  totals: Remembered
  timeZone: string
}

/** What everybody sees is counted once for all; only what depends on the viewer is counted for each. */
async function countHistory({ db, totals }: HistoryParts, filter: ArticleFilter, view: HistoryView) {
  const { page: _page, sort: _sort, sortOrder: _order, ...rest } = filter
  const key = JSON.stringify(rest)
  const sharedKey = filter.pending ? `${view.actor.id} ${key}` : key
  const [shared, drafts] = await Promise.all([
    totals.get(sharedKey, () => countShared(db, filter, view)),
    totals.get(`drafts ${view.actor.id} ${key}`, () => countOwnDrafts(db, filter, view)),
  ])
  return shared + drafts
}

/** One page of Articles History and how many there are in all. */
export async function searchHistory(parts: HistoryParts, actor: Caller, filter: ArticleFilter) {
  const view = { actor, timeZone: parts.timeZone }
  const total = countHistory(parts, filter, view)
  const before = (filter.page - 1) * PAGE_SIZE
  const [rows, totalCount] = await Promise.all([
    rowsWithin(
      before,
      () => total,
      () => searchArticles(parts.db, filter, view),
    ),
    total,
  ])
  return { rows, totalCount }
}
