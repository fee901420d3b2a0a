import type { Caller } from '../../../security/actor.ts'
import type { WarehouseDeps } from './deps.ts'
import { findReading } from './store.ts'
import { askForReading } from './verbs/ask-for-reading.ts'

/** State of the external warehouse, and requests to read it. */
export function createWarehouseService(deps: WarehouseDeps) {
  const { db, warehouseSource: source } = deps
  const readState = async () =>
    source === null
      ? null
      : { adapter: source.adapter, reading: (await findReading(db, source.account)) ?? null }
  return {
    readState,
    async askForReading(actor: Caller, asked: { everything: boolean }) {
      await askForReading(deps, actor, asked)
      return readState()
    },
  }
}
export type WarehouseService = ReturnType<typeof createWarehouseService>
