import { z } from 'zod'
import type { Job } from '../../../jobs/job.ts'
import { hourlyFrom } from '../../../kernel/runs/daily.ts'
import { runJob } from '../../../kernel/runs/run.ts'
import type { ScanParts } from './parts.ts'
import { beginScan, SCAN_STOCK, takeScanStep } from './verbs/scan-stock.ts'

const BEGIN_SCAN = 'product-library.begin-scan'

export const libraryJobs = (parts: ScanParts): Job[] => [
  {
    name: BEGIN_SCAN,
    payload: z.object({}),
    // Extra scans run in between.
    schedule: hourlyFrom(parts),
    timeZone: parts.timeZone,
    begins: SCAN_STOCK,
    run: () => beginScan(parts),
  },
  runJob(parts, {
    name: SCAN_STOCK,
    key: z.object({ scanId: z.number() }),
    // A requested scan does not wait for the daily one.
    atOnce: 2,
    step: ({ scanId }) => takeScanStep(parts, scanId),
  }),
]
