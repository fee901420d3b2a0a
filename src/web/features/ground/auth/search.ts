import { z } from 'zod'

/** The address of My Profile. */
export const ProfileSearch = z.object({
  /** Shows how the user signs in, how they hear of notices, or their API tokens, instead of the overview. */
  tab: z.enum(['sign-in', 'notifications', 'api']).optional().catch(undefined),
})
