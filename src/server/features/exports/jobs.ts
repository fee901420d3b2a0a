import { z } from 'zod'
import { type Job, job } from '../../jobs/job.ts'
import { type ExportsService, MAKE_EXPORT } from './service.ts'

const SWEEP_EXPORTS = 'exports.sweep'

const Export = z.object({ exportId: z.string() })

export function exportJobs(service: ExportsService): Job[] {
  return [
    job({
      name: MAKE_EXPORT,
      payload: Export,
      run: ({ exportId }) => service.makeExport(exportId),
      atOnce: 2,
      leaseSeconds: 300,
    }),
    {
      name: SWEEP_EXPORTS,
      payload: z.object({}),
      schedule: '23 * * * *',
      run: () => service.sweepExports(),
    },
  ]
}
