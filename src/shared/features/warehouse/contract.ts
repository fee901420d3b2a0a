import { z } from 'zod'
import { endpoint } from '../../http/endpoint.ts'
import { SOURCE_PARTS } from './rules.ts'

const Moment = z.string()

const WarehouseState = z.object({
  /** As people call it: `ClickHouse`. */
  adapter: z.string(),
  /** The moment up to which everything is known that it said; null where it was never read to its end. */
  read_at: Moment.nullable(),
  /** When the reading began that is under way; null where none is. */
  started_at: Moment.nullable(),
  /** What is being read. */
  part: z.enum(SOURCE_PARTS).nullable(),
  /** So many rows of it were read. */
  rows: z.number(),
  /** Since when it could not be read, and why; null where it could. */
  failed_since: Moment.nullable(),
  failure: z.string().nullable(),
  /** What was left out since everything was read last, by reason. */
  refused: z.array(z.object({ part: z.enum(SOURCE_PARTS), why: z.string(), rows: z.number() })),
})
export type WarehouseState = z.infer<typeof WarehouseState>

export const warehouseEndpoints = {
  state: endpoint({
    method: 'GET',
    path: '/api/warehouse',
    access: ['ViewKeywords'],
    summary: 'State of the outside warehouse.',
    /** Null where there is none: what is known is Copydesk’s own. */
    answer: z.object({ warehouse: WarehouseState.nullable() }),
  }),
  read: endpoint({
    method: 'POST',
    path: '/api/warehouse/read',
    access: ['ManageScan'],
    summary: 'Import from the outside warehouse now, changes or everything.',
    body: z.object({ everything: z.boolean().default(false) }),
    answer: z.object({ warehouse: WarehouseState.nullable() }),
    // Each asks a warehouse that may charge for it.
    perMinute: 20,
  }),
}
