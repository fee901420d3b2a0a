import type { ArticleFilter } from '#shared/features/articles/articles/contract.ts'
import { PAGE_SIZE } from '#shared/http/fields.ts'
import type { ReadCache } from '../../../db/cache/read-cache.ts'
import type { Db } from '../../../db/connect.ts'
import { rowsWithin } from '../../../db/sql/rows-within.ts'
import type { Caller } from '../../../security/actor.ts'
import { countOwnDrafts, countShared, type HistoryView, searchArticles } from './queries.ts'

interface HistoryDeps {
  db: Db
  totals: ReadCache
  timeZone: string
}

/** What everybody sees is counted once for all; only what depends on the viewer is counted for each. */
async function countHistory({ db, totals }: HistoryDeps, filter: ArticleFilter, view: HistoryView) {
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
export async function searchHistory(deps: HistoryDeps, actor: Caller, filter: ArticleFilter) {
  const view = { actor, timeZone: deps.timeZone }
  const total = countHistory(deps, filter, view)
  const before = (filter.page - 1) * PAGE_SIZE
  const [rows, totalCount] = await Promise.all([
    rowsWithin(
      before,
      () => total,
      () => searchArticles(deps.db, filter, view),
    ),
    total,
  ])
  return { rows, totalCount }
}
