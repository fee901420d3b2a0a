import { z } from 'zod'
import { SCAN_HOUR } from '#shared/features/operate/scan/rules.ts'
import type { Job } from '../../../jobs/job.ts'
import type { ScanService } from './service.ts'

/** Once a night, before anybody comes; every function has its own patience. */
export const scanJobs = (service: ScanService, timeZone: string): Job[] => [
  {
    name: 'scan.run-all',
    payload: z.object({}),
    schedule: `0 ${SCAN_HOUR} * * *`,
    timeZone,
    run: () => service.runAll(),
  },
]
