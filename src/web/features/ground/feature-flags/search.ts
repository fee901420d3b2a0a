import { z } from 'zod'

/** The address of the flags. */
export const FlagsSearch = z.object({
  /** Part of a flag's name. */
  query: z.string().max(200).catch(''),
})
export type FlagsSearch = z.infer<typeof FlagsSearch>
