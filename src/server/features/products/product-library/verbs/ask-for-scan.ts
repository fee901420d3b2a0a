import {
  type ProductFilter,
  productLibraryEndpoints,
} from '#shared/features/products/product-library/contract.ts'
import { PRODUCTS_PER_CALL } from '#shared/features/products/product-library/rules.ts'
import { dayAt } from '#shared/format/day.ts'
import { transaction } from '../../../../db/connect.ts'
import { AppError } from '../../../../errors.ts'
import { type Caller, requires } from '../../../../security/actor.ts'
import { audit } from '../../../../security/audit.ts'
import type { ScanDeps } from '../deps.ts'
import { matchingProducts } from '../queries.ts'
import * as store from '../scan-store.ts'
import { BUDGET_SPENT, SCAN_STOCK } from './scan-stock.ts'

/**
 * Begins a scan of the products that match a filter, as many as the day's budget allows. Refused if a
 * requested scan is running, the budget is used up, or no product matches.
 */
export async function askForScan(
  deps: ScanDeps,
  actor: Caller,
  filter: ProductFilter,
): Promise<store.ScanRow> {
  requires(actor, productLibraryEndpoints.scan.access)
  const { db, clock, timeZone, callsPerDay, beginRun } = deps
  if (!(await deps.isScanning())) throw new AppError('conflict', 'No marketplace is connected.')
  const now = clock()
  const day = dayAt(now, timeZone)
  return transaction(db, async (tx) => {
    await store.lockBeginners(tx)
    if ((await store.findRunning(tx, 'asked')).length > 0)
      throw new AppError('conflict', 'A scan is already running. Wait until it’s done.')
    const left = callsPerDay - (await store.countCalls(tx, day))
    if (left <= 0) throw new AppError('conflict', BUDGET_SPENT)
    const scan = await store.insertScan(
      tx,
      { kind: 'asked', day, startedAt: now, userId: actor.id, filter },
      { where: matchingProducts(filter), most: left * PRODUCTS_PER_CALL },
    )
    if (scan === null) throw new AppError('conflict', 'There are no products to scan.')
    await beginRun(tx, SCAN_STOCK, { scanId: scan.id })
    await audit(tx, actor, 'stock.scan-asked', { id: scan.id, after: { ...filter, products: scan.total } })
    return scan
  })
}
