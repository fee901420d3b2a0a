import { z } from 'zod'
import { type Job, job } from '../../jobs/job.ts'
import type { ScanParts } from './parts.ts'
import { beginScan, SCAN_STOCK, scanStock } from './verbs/scan-stock.ts'

const BEGIN_SCAN = 'product-library.begin-scan'

export function libraryJobs(parts: ScanParts): Job[] {
  const { timeZone, dailyAt } = parts
  return [
    {
      name: BEGIN_SCAN,
      payload: z.object({}),
      // Every hour at the configured minute: a server that missed its time starts an hour later, and extra
      // scans run in between.
      schedule: `${Number(dailyAt.slice(3))} * * * *`,
      timeZone,
      run: () => beginScan(parts),
    },
    job({
      name: SCAN_STOCK,
      payload: z.object({ scanId: z.number() }),
      // A requested scan does not wait for the daily one.
      atOnce: 2,
      run: ({ scanId }) => scanStock(parts, scanId),
    }),
  ]
}
