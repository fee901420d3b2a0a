import { z } from 'zod'
import { Timestamp } from '../../../http/dates.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { SOURCE_PARTS } from './rules.ts'

const WarehouseState = z.object({
  /** Display name: `ClickHouse`. */
  adapter: z.string(),
  /** Data up to this moment is complete; null before the first full reading. */
  read_at: Timestamp.nullable(),
  /** Start of the current reading; null if there is none. */
  started_at: Timestamp.nullable(),
  /** The part being read. */
  part: z.enum(SOURCE_PARTS).nullable(),
  /** Rows of it read so far. */
  rows: z.number(),
  /** When reading began to fail, and why; null if it works. */
  failed_since: Timestamp.nullable(),
  failure: z.string().nullable(),
  /** Refused rows since the last full reading, by reason. */
  refused: z.array(z.object({ part: z.enum(SOURCE_PARTS), why: z.string(), rows: z.number() })),
})
export type WarehouseState = z.infer<typeof WarehouseState>

export const warehouseEndpoints = {
  state: endpoint({
    method: 'GET',
    path: '/api/warehouse',
    access: ['ViewKeywords'],
    summary: 'State of the outside warehouse.',
    /** Null without an external warehouse: all data is Copydesk’s own. */
    answer: z.object({ warehouse: WarehouseState.nullable() }),
  }),
  read: endpoint({
    method: 'POST',
    path: '/api/warehouse/read',
    access: ['ManageScan'],
    summary: 'Import from the outside warehouse now, changes or everything.',
    body: z.object({ everything: z.boolean().default(false) }),
    answer: z.object({ warehouse: WarehouseState.nullable() }),
    // Each call queries a warehouse that may charge for it.
    perMinute: 20,
  }),
}
