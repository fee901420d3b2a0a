import { z } from 'zod'

/** The address of the sheets. */
export const SheetsSearch = z.object({
  /** The form of a new link is open. */
  new: z.literal('1').optional().catch(undefined),
  /** The link whose sync preview is open. */
  look: z.coerce.number().int().min(1).optional().catch(undefined),
})
