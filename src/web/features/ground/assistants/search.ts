import { z } from 'zod'
import { CONNECT_REFUSALS } from '#shared/features/ground/assistants/rules.ts'

/** The address of a request that can’t be answered. Anybody can write it, so it proves nothing. */
export const ConnectSearch = z.object({
  why: z.enum(CONNECT_REFUSALS).optional().catch(undefined),
  host: z.string().optional().catch(undefined),
  name: z.string().optional().catch(undefined),
})
export type ConnectSearch = z.output<typeof ConnectSearch>
