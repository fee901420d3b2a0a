import { z } from 'zod'

/** What the address of the sheets says. */
export const SheetsSearch = z.object({
  /** The form of a new link is open. */
  new: z.literal('1').optional().catch(undefined),
  /** The link of which is shown what a sync would do. */
  look: z.coerce.number().int().min(1).optional().catch(undefined),
})
