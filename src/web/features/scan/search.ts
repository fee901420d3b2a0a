import { z } from 'zod'
import { SCAN_FUNCTIONS, SCAN_OUTCOMES } from '#shared/features/scan/rules.ts'
import { Id } from '#shared/http/fields.ts'

/** What the address of the scan says; whatever it says wrongly counts as not said. */
export const ScanSearch = z.object({
  site: Id.optional().catch(undefined),
  function: z.enum(SCAN_FUNCTIONS).optional().catch(undefined),
  /** Only what has come to this, and what runs. */
  status: z.enum(SCAN_OUTCOMES).optional().catch(undefined),
  /** The running function is not brought into view. */
  scroll: z.literal('off').optional().catch(undefined),
})
export type ScanSearch = z.output<typeof ScanSearch>
