import { z } from 'zod'
import { Id } from '#shared/http/fields.ts'

/** The address of the Database Interface: the open saved query. */
export const DbQuerySearch = z.object({
  query: Id.optional().catch(undefined),
})
export type DbQuerySearch = z.output<typeof DbQuerySearch>
