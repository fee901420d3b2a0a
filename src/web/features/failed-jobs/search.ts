import { z } from 'zod'
import { PageField } from '#shared/http/fields.ts'

/** What the address of the page says. */
export const FailedJobsSearch = z.object({ page: PageField.catch(1) })
export type FailedJobsSearch = z.infer<typeof FailedJobsSearch>
