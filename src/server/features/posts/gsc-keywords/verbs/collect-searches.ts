import { daysBetween } from '#shared/format/day.ts'
import { allowBulk } from '../../../../db/bulk-transaction.ts'
import { transaction } from '../../../../db/connect.ts'
import { IntegrationError } from '../../../../integrations/integration-error.ts'
import { postponeInPause } from '../../../../integrations/postpone.ts'
import type { SearchPerformance, SearchRow } from '../../../../integrations/search-performance/port.ts'
import type { StepEnd } from '../../../../kernel/runs/run.ts'
import type { CollectSearchesDeps } from '../deps.ts'
import * as store from '../search-store.ts'
import { beginSums, RECOMPUTE_TOTALS, RECOMPUTE_TOTALS_AFTER } from './recompute-sums.ts'

export const COLLECT_SEARCHES = 'gsc-keywords.collect-searches'
/** A step begins no more days after this time. */
const STEP_MS = 240_000
/** A day without searches is requested again for this many days, because its figures may be late. */
const LATE_DAYS = 7

const wantedOf = ({ lastDay, isInvented }: SearchPerformance) => ({ last: lastDay(), isReal: !isInvented })

/** Starts reading the missing days of each connected site. */
export async function beginSearches(deps: CollectSearchesDeps): Promise<void> {
  const { db, searches, beginRun } = deps
  await beginSums(deps)
  for (const { id, code } of await store.listSearchedSites(db)) {
    if (!(await searches.covers(code))) continue
    const missing = await store.listMissingDays(db, id, wantedOf(searches))
    if (missing.length > 0)
      await transaction(db, (tx) => beginRun(tx, COLLECT_SEARCHES, { siteId: id }, { isScheduled: true }))
  }
}

/** Reads one day, writes it, and has it added up; false where its figures are not there yet. */
async function collectDay(
  { db, clock, searches, enqueueOnce }: CollectSearchesDeps,
  site: store.SearchedSite,
  day: string,
): Promise<boolean> {
  const rows: SearchRow[] = []
  for await (const part of searches.readDay(site.code, day)) rows.push(...part)
  if (rows.length === 0 && daysBetween(day, searches.lastDay()) < LATE_DAYS) return false
  const tidy = store.tidyRows(rows, site.url)
  await transaction(db, async (tx) => {
    await allowBulk(tx)
    if (!searches.isInvented) await store.removeInvented(tx, site.id)
    await store.writeRows(tx, site.id, day, tidy)
    await store.markDayComplete(tx, {
      ...{ siteId: site.id, day, rows: tidy.length, readAt: clock() },
      isInvented: searches.isInvented ?? false,
    })
    await enqueueOnce(tx, RECOMPUTE_TOTALS, { siteId: site.id }, RECOMPUTE_TOTALS_AFTER)
  })
  return true
}

async function readDays(
  deps: CollectSearchesDeps,
  site: store.SearchedSite,
  days: readonly string[],
): Promise<number> {
  const until = performance.now() + STEP_MS
  let read = 0
  for (const day of days) {
    if (performance.now() > until) break
    if (await collectDay(deps, site, day)) read += 1
  }
  return read
}

/**
 * Reads a site's missing days, newest first. The first fill of a year takes several steps. A crash loses at
 * most one day.
 */
export async function collectSearches(deps: CollectSearchesDeps, siteId: number): Promise<StepEnd> {
  const { db, searches, log, tell } = deps
  const site = (await store.listSearchedSites(db)).find(({ id }) => id === siteId)
  if (site === undefined || !(await searches.covers(site.code))) return 'ended'
  const missing = await store.listMissingDays(db, siteId, wantedOf(searches))
  try {
    const read = await postponeInPause(readDays(deps, site, missing))
    await tell.success()
    log.info({ site: site.code, days: read }, 'read searches')
    return read > 0 && read < missing.length ? 'done' : 'ended'
  } catch (error) {
    if (!(error instanceof IntegrationError)) throw error
    log.warn({ site: site.code, err: error }, 'searches could not be read')
    // The next hour asks again.
    await tell.failure(error)
    return 'ended'
  }
}
