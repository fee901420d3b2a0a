import { PRODUCTS_PER_CALL } from '#shared/features/products/product-library/rules.ts'
import { dayAt } from '#shared/format/day.ts'
import { transaction } from '../../../../db/connect.ts'
import { IntegrationError, refusesAccount } from '../../../../integrations/integration-error.ts'
import { sayRefusal } from '../../../../integrations/refusal-words.ts'
import { isDue } from '../../../../jobs/daily.ts'
import type { StepEnd } from '../../../../kernel/runs/run.ts'
import { closeRun } from '../../../../kernel/runs/runs-store.ts'
import type { CatalogReading } from '../../products/service.ts'
import type { ScanDeps } from '../deps.ts'
import { listNext } from '../scan-queries.ts'
import * as store from '../scan-store.ts'
import { isVerified, updateStocks } from '../stock-store.ts'

export const SCAN_STOCK = 'product-library.scan-stock'

/** Failures after which ten products are skipped. */
const MOST_ATTEMPTS = 3
/** After a failure; each further one of the same ten waits four times as long. */
const FAILED_PAUSE_SECONDS = 30
/** Pause after the marketplace has refused the account, which an administrator must fix first. */
const REFUSED_PAUSE_SECONDS = 3600

export const BUDGET_SPENT = 'Today’s calls are used up.'
const NEXT_DAY = 'The next day’s scan has started.'

/**
 * Begins the daily scan, once a day and not before its time; later, extra scans of new products and of
 * changes to confirm.
 */
export async function beginScan(deps: ScanDeps): Promise<void> {
  const { db, clock, timeZone, callsPerDay, beginRun } = deps
  if (!(await deps.isScanning())) return
  const now = clock()
  const day = dayAt(now, timeZone)
  await transaction(db, async (tx) => {
    await store.lockBeginners(tx)
    const isDaily = isDue(now, deps) && !(await store.hasDaily(tx, day))
    const running = await store.findRunning(tx)
    const own = running.filter(({ kind }) => kind !== 'asked')
    if (!isDaily && own.length > 0) return
    for (const { id } of own) {
      await store.endScan(tx, id, { now, reason: NEXT_DAY })
      await closeRun(tx, { name: SCAN_STOCK, key: { scanId: id } }, now)
    }
    const left = callsPerDay - (await store.countCalls(tx, day))
    if (left <= 0) return
    await store.mayTakeMinutes(tx)
    const scan = await store.insertScan(
      tx,
      { kind: isDaily ? 'daily' : 'between', day, startedAt: now },
      { where: isDaily ? store.EVERY_PRODUCT : store.isWaiting(now), most: left * PRODUCTS_PER_CALL },
    )
    if (scan !== null) await beginRun(tx, SCAN_STOCK, { scanId: scan.id })
  })
}

/** Stores the results of a step and the scan's progress, both or neither, exactly once. */
async function recordStep(
  deps: ScanDeps,
  scan: store.ScanRow,
  answer: CatalogReading & { upTo: number },
): Promise<void> {
  const { db, clock, products, keepsPrices } = deps
  await transaction(db, async (tx) => {
    if (!(await store.takeStep(tx, scan))) return
    const readAt = clock()
    await products.storeReading(tx, answer, readAt)
    const news = await updateStocks(tx, answer.readings, { readAt, keepsPrices })
    const { readings, missing, upTo } = answer
    const scanned = readings.filter(isVerified).length
    const failed = missing.length + readings.length - scanned
    await store.countStep(tx, scan, { done: upTo, scanned, failed, ...news })
  })
}

/** What a failure means for the scan: nothing that is known becomes different by it. */
async function afterFailure(
  deps: ScanDeps,
  scan: store.ScanRow,
  { error, asins, upTo }: { error: unknown; asins: readonly string[]; upTo: number },
): Promise<StepEnd> {
  if (!(error instanceof IntegrationError)) throw error
  const reason = sayRefusal(error)
  if (refusesAccount(error)) await deps.tell.failure(error)
  if (refusesAccount(error) || error.kind === 'rate_limited') {
    const { retryAfterMs } = error
    return {
      pauseSeconds: retryAfterMs === undefined ? REFUSED_PAUSE_SECONDS : Math.ceil(retryAfterMs / 1000),
      reason,
    }
  }
  deps.log.warn({ err: error, scan: scan.id }, 'stock scan: no answer for ten products')
  if (scan.attempts + 1 >= MOST_ATTEMPTS)
    await recordStep(deps, scan, { readings: [], missing: [...asins], upTo })
  else await transaction(deps.db, (tx) => store.countAttempt(tx, scan))
  return { pauseSeconds: FAILED_PAUSE_SECONDS * 4 ** scan.attempts, reason }
}

/** Asks for the next ten products of a scan. */
async function scanNext(deps: ScanDeps, scan: store.ScanRow): Promise<StepEnd> {
  const { db, clock, timeZone, callsPerDay, products } = deps
  const now = clock()
  const next = await listNext(db, scan, now)
  const last = next.at(-1)
  if (last === undefined) {
    await transaction(db, (tx) => store.endScan(tx, scan.id, { now }))
    return 'ended'
  }
  const asins = next.filter(({ isFresh }) => !isFresh).map(({ asin }) => asin)
  const upTo = last.place
  if (asins.length === 0) {
    await recordStep(deps, scan, { readings: [], missing: [], upTo })
    return 'done'
  }
  if (!(await store.spendCall(db, dayAt(now, timeZone), callsPerDay))) {
    await transaction(db, (tx) => store.endScan(tx, scan.id, { now, reason: BUDGET_SPENT }))
    return 'ended'
  }
  try {
    await recordStep(deps, scan, { ...(await products.lookUp(asins)), upTo })
  } catch (error) {
    return afterFailure(deps, scan, { error, asins, upTo })
  }
  await deps.tell.success()
  return 'done'
}

/** Reads the next ten products of a scan. Each step is a transaction, so a crash repeats at most one. */
export async function takeScanStep(deps: ScanDeps, scanId: number): Promise<StepEnd> {
  const scan = await store.findScan(deps.db, scanId)
  return scan?.state === 'running' ? scanNext(deps, scan) : 'ended'
}
