import { z } from 'zod'
import { PageField } from '#shared/http/fields.ts'

/** The address of the page. */
export const FailedJobsSearch = z.object({ page: PageField.catch(1) })
export type FailedJobsSearch = z.infer<typeof FailedJobsSearch>
