import { PRODUCTS_PER_CALL } from '#shared/features/product-library/rules.ts'
import { dayAt } from '#shared/format/day.ts'
import { transaction } from '../../../db/connect.ts'
import { IntegrationError, type IntegrationErrorKind } from '../../../integrations/integration-error.ts'
import type { CatalogReading } from '../../products/service.ts'
import type { ScanParts } from '../parts.ts'
import { listNext } from '../scan-queries.ts'
import * as store from '../scan-store.ts'
import { isVerified, keepStocks } from '../stock-store.ts'

export const SCAN_STOCK = 'product-library.scan-stock'

/** A run asks for no more after this time; the next run continues. */
const RUN_MS = 60_000
/** Failures after which ten products are skipped. */
const MOST_ATTEMPTS = 3
/** After a failure; each further one of the same ten waits four times as long. */
const FAILED_PAUSE_SECONDS = 30
/** Pause after the marketplace has refused the account, which an administrator must fix first. */
const REFUSED_PAUSE_SECONDS = 3600
const OF_ACCOUNT = new Set<IntegrationErrorKind>([
  'payment_required',
  'unauthorized',
  'forbidden',
  'rate_limited',
])

export const BUDGET_SPENT = 'Today’s calls are used up.'
const NEXT_DAY = 'The next day’s scan has started.'

const timeAt = (moment: Date, timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(moment)

/**
 * Begins the daily scan, once a day and not before its time; later, extra scans of new products and of
 * changes to confirm. Also resumes scans whose job was lost.
 */
export async function beginScan(parts: ScanParts): Promise<void> {
  const { db, clock, timeZone, dailyAt, callsPerDay, enqueue } = parts
  if (!(await parts.isScanning())) return
  const now = clock()
  const day = dayAt(now, timeZone)
  await transaction(db, async (tx) => {
    await store.lockBeginners(tx)
    const isDaily = timeAt(now, timeZone) >= dailyAt && !(await store.hasDaily(tx, day))
    const running = await store.findRunning(tx)
    for (const scan of running) {
      if (isDaily && scan.kind !== 'asked') await store.endScan(tx, scan.id, { now, reason: NEXT_DAY })
      else if (!(await parts.isUnderWay(SCAN_STOCK, { scanId: scan.id })))
        await enqueue(tx, SCAN_STOCK, { scanId: scan.id })
    }
    if (!isDaily && running.some(({ kind }) => kind !== 'asked')) return
    const left = callsPerDay - (await store.countCalls(tx, day))
    if (left <= 0) return
    await store.mayTakeMinutes(tx)
    const scan = await store.insertScan(
      tx,
      { kind: isDaily ? 'daily' : 'between', day, startedAt: now },
      { where: isDaily ? store.EVERY_PRODUCT : store.isWaiting(now), most: left * PRODUCTS_PER_CALL },
    )
    if (scan !== null) await enqueue(tx, SCAN_STOCK, { scanId: scan.id })
  })
}

/** How a step of a scan has ended: the next one follows at once, after a while, or not at all. */
type StepEnd = 'done' | 'ended' | { pauseSeconds: number }

/** Stores the results of a step and the scan's progress, both or neither, exactly once. */
async function keepStep(
  parts: ScanParts,
  scan: store.ScanRow,
  answer: CatalogReading & { upTo: number },
): Promise<void> {
  const { db, clock, products, keepsPrices } = parts
  await transaction(db, async (tx) => {
    if (!(await store.takeStep(tx, scan))) return
    const readAt = clock()
    await products.keepAnswer(tx, answer, readAt)
    const news = await keepStocks(tx, answer.readings, { readAt, keepsPrices })
    const { readings, missing, upTo } = answer
    const scanned = readings.filter(isVerified).length
    const failed = missing.length + readings.length - scanned
    await store.countStep(tx, scan, { done: upTo, scanned, failed, ...news })
  })
}

/** What a failure means for the scan: nothing that is known becomes different by it. */
async function afterFailure(
  parts: ScanParts,
  scan: store.ScanRow,
  { error, asins, upTo }: { error: unknown; asins: readonly string[]; upTo: number },
): Promise<StepEnd> {
  if (!(error instanceof IntegrationError)) throw error
  if (OF_ACCOUNT.has(error.kind)) {
    if (error.kind !== 'rate_limited') await parts.tell.failure(error)
    const { retryAfterMs } = error
    return {
      pauseSeconds: retryAfterMs === undefined ? REFUSED_PAUSE_SECONDS : Math.ceil(retryAfterMs / 1000),
    }
  }
  parts.log.warn({ err: error, scan: scan.id }, 'stock scan: no answer for ten products')
  if (scan.attempts + 1 >= MOST_ATTEMPTS)
    await keepStep(parts, scan, { readings: [], missing: [...asins], upTo })
  else await transaction(parts.db, (tx) => store.countAttempt(tx, scan))
  return { pauseSeconds: FAILED_PAUSE_SECONDS * 4 ** scan.attempts }
}

/** Asks for the next ten products of a scan. */
async function scanNext(parts: ScanParts, scan: store.ScanRow): Promise<StepEnd> {
  const { db, clock, timeZone, callsPerDay, products } = parts
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
    await keepStep(parts, scan, { readings: [], missing: [], upTo })
    return 'done'
  }
  if (!(await store.spendCall(db, dayAt(now, timeZone), callsPerDay))) {
    await transaction(db, (tx) => store.endScan(tx, scan.id, { now, reason: BUDGET_SPENT }))
    return 'ended'
  }
  try {
    await keepStep(parts, scan, { ...(await products.lookUp(asins)), upTo })
  } catch (error) {
    return afterFailure(parts, scan, { error, asins, upTo })
  }
  return 'done'
}

/**
 * Continues a scan, ten products per transaction, so that after a crash the next run knows where to continue.
 */
export async function scanStock(parts: ScanParts, scanId: number): Promise<void> {
  const until = performance.now() + RUN_MS
  let end: StepEnd = 'done'
  let steps = 0
  while (end === 'done' && performance.now() < until) {
    const scan = await store.findScan(parts.db, scanId)
    if (scan?.state !== 'running') return
    end = await scanNext(parts, scan)
    steps += 1
  }
  if (steps > 1 || end === 'done') await parts.tell.success()
  if (end === 'ended') return
  const afterSeconds = end === 'done' ? 0 : end.pauseSeconds
  await parts.enqueue(parts.db, SCAN_STOCK, { scanId }, { afterSeconds })
}
