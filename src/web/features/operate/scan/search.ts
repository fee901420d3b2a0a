import { z } from 'zod'
import { SCAN_FUNCTIONS, SCAN_OUTCOMES } from '#shared/features/operate/scan/rules.ts'
import { Id } from '#shared/http/fields.ts'

/** The address of the scan; invalid values are ignored. */
export const ScanSearch = z.object({
  site: Id.optional().catch(undefined),
  function: z.enum(SCAN_FUNCTIONS).optional().catch(undefined),
  /** Only functions with this outcome, and the running one. */
  status: z.enum(SCAN_OUTCOMES).optional().catch(undefined),
  /** Does not scroll the running function into view. */
  scroll: z.literal('off').optional().catch(undefined),
})
export type ScanSearch = z.output<typeof ScanSearch>
