import { z } from 'zod'

/** The address of My Profile. */
export const ProfileSearch = z.object({
  /** Shows how the user signs in, or their API tokens, instead of the overview. */
  tab: z.enum(['sign-in', 'api']).optional().catch(undefined),
})
