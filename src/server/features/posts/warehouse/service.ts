import type { Caller } from '../../../security/actor.ts'
import type { WarehouseParts } from './parts.ts'
import { findReading } from './store.ts'
import { askForReading } from './verbs/ask-for-reading.ts'

/** State of the external warehouse, and requests to read it. */
export function createWarehouseService(parts: WarehouseParts) {
  const { db, warehouseSource: source } = parts
  const readState = async () =>
    source === null
      ? null
      : { adapter: source.adapter, reading: (await findReading(db, source.account)) ?? null }
  return {
    readState,
    async askForReading(actor: Caller, asked: { everything: boolean }) {
      await askForReading(parts, actor, asked)
      return readState()
    },
  }
}
export type WarehouseService = ReturnType<typeof createWarehouseService>
