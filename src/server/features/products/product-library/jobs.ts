import { z } from 'zod'
import { hourlyFrom } from '../../../jobs/daily.ts'
import type { Job } from '../../../jobs/job.ts'
import { runJob } from '../../../kernel/runs/run.ts'
import type { ScanDeps } from './deps.ts'
import { beginScan, SCAN_STOCK, takeScanStep } from './verbs/scan-stock.ts'

const BEGIN_SCAN = 'product-library.begin-scan'

export const libraryJobs = (deps: ScanDeps): Job[] => [
  {
    name: BEGIN_SCAN,
    payload: z.object({}),
    // Extra scans run in between.
    schedule: hourlyFrom(deps),
    timeZone: deps.timeZone,
    begins: SCAN_STOCK,
    run: () => beginScan(deps),
  },
  runJob(deps, {
    name: SCAN_STOCK,
    key: z.object({ scanId: z.number() }),
    // A requested scan does not wait for the daily one.
    atOnce: 2,
    step: ({ scanId }) => takeScanStep(deps, scanId),
  }),
]
