import { z } from 'zod'

/** The address of My Profile. */
export const ProfileSearch = z.object({
  /** Shows how the user signs in instead of the overview. */
  tab: z.literal('sign-in').optional().catch(undefined),
})
