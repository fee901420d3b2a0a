import { z } from 'zod'
import { Id } from '#shared/http/fields.ts'

/** Database Interface: which saved query is open. */
export const DbQuerySearch = z.object({
  query: Id.optional().catch(undefined),
})
export type DbQuerySearch = z.output<typeof DbQuerySearch>
