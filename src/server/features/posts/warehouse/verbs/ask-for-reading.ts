import { warehouseEndpoints } from '#shared/features/posts/warehouse/contract.ts'
import { transaction } from '../../../../db/connect.ts'
import { AppError } from '../../../../errors.ts'
import { type Caller, requires } from '../../../../security/actor.ts'
import { audit } from '../../../../security/audit.ts'
import type { WarehouseDeps } from '../deps.ts'
import * as store from '../store.ts'
import { READ_WAREHOUSE, tellsAll } from './follow-warehouse.ts'

/** Reads the external warehouse now: only changes, or everything. Refused without a warehouse. */
export async function askForReading(
  { db, enqueueOnce, warehouseSource: source }: WarehouseDeps,
  actor: Caller,
  { everything }: { everything: boolean },
): Promise<void> {
  requires(actor, warehouseEndpoints.read.access)
  if (source === null)
    throw new AppError('conflict', 'No outside warehouse is connected. All data is Copydesk’s own.')
  const { account, adapter } = source
  await transaction(db, async (tx) => {
    const known = await store.lockReading(tx, account)
    const over = { startedAt: null, part: null, cursor: null, rows: 0 }
    if (everything) await store.advanceReading(tx, known, { readFor: '', ...over })
    // A warehouse that cannot report changes is read in full, which otherwise happens only every few hours.
    else if (!tellsAll(source)) await store.advanceReading(tx, known, { readFor: '' })
    await enqueueOnce(tx, READ_WAREHOUSE, {})
    await audit(tx, actor, 'warehouse.read-asked', { label: adapter, after: { everything } })
  })
}
