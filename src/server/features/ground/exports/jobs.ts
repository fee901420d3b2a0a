import { z } from 'zod'
import { type Job, job } from '../../../jobs/job.ts'
import { type ExportsService, MAKE_EXPORT, MOST_UNFINISHED } from './service.ts'

const Export = z.object({ exportId: z.string() })

export function exportJobs(service: ExportsService): Job[] {
  return [
    job({
      name: MAKE_EXPORT,
      payload: Export,
      run: ({ exportId }) => service.makeExport(exportId),
      // One more than one person may have under way, so that a colleague's file never waits for both of them.
      atOnce: MOST_UNFINISHED + 1,
    }),
  ]
}
