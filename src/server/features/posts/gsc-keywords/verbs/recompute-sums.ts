import { PERIODS } from '#shared/features/posts/gsc-keywords/rules.ts'
import { allowBulk } from '../../../../db/bulk-transaction.ts'
import { transaction } from '../../../../db/connect.ts'
import type { CollectSearchesDeps } from '../deps.ts'
import * as store from '../search-store.ts'

export const RECOMPUTE_TOTALS = 'gsc-keywords.recompute-totals'
export const RECOMPUTE_QUERIES = 'gsc-keywords.recompute-queries'

/** Delays, so that days and sites read one after the other are added up together. */
export const RECOMPUTE_TOTALS_AFTER = { afterSeconds: 60 }
const RECOMPUTE_QUERIES_AFTER = { afterSeconds: 120 }

/** Recomputes a site's totals. Can be repeated. */
export async function recomputeSiteTotals(
  {
    db,
    searches,
    postKeywords,
    enqueueOnce,
  }: Pick<CollectSearchesDeps, 'db' | 'postKeywords' | 'enqueueOnce'> & {
    searches: Pick<CollectSearchesDeps['searches'], 'lastDay'>
  },
  siteId: number,
): Promise<void> {
  const site = (await store.listSearchedSites(db)).find(({ id }) => id === siteId)
  if (site === undefined) return
  await transaction(db, async (tx) => {
    await allowBulk(tx)
    await store.recomputeSearchTotals(tx, site)
    await postKeywords.recomputeClicks(tx, site.id)
    await store.removeOldRows(tx, searches.lastDay())
    await enqueueOnce(tx, RECOMPUTE_QUERIES, {}, RECOMPUTE_QUERIES_AFTER)
  })
}

/**
 * Recomputes the totals by query, one period per transaction, so that a killed job keeps the finished
 * periods.
 */
export async function recomputeQueries({ db }: Pick<CollectSearchesDeps, 'db'>): Promise<void> {
  for (const period of PERIODS)
    await transaction(db, async (tx) => {
      await allowBulk(tx)
      await store.recomputeQueryTotals(tx, [period])
    })
}

/** Enqueues totals that are missing, for example after an upgrade that adds new ones. */
export async function beginSums({ db, enqueueOnce, isUnderWay }: CollectSearchesDeps): Promise<void> {
  if (await isUnderWay(RECOMPUTE_QUERIES, {})) return
  for (const siteId of await store.listSitesWithoutSums(db))
    if (!(await isUnderWay(RECOMPUTE_TOTALS, { siteId })))
      await transaction(db, (tx) => enqueueOnce(tx, RECOMPUTE_TOTALS, { siteId }))
}
