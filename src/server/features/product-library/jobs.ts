import { z } from 'zod'
import { type Job, job } from '../../jobs/job.ts'
import type { ScanParts } from './parts.ts'
import { beginScan, SCAN_LEASE_SECONDS, SCAN_STOCK, scanStock } from './verbs/scan-stock.ts'

const BEGIN_SCAN = 'product-library.begin-scan'

export function libraryJobs(parts: ScanParts): Job[] {
  const { timeZone, dailyAt } = parts
  return [
    {
      name: BEGIN_SCAN,
      payload: z.object({}),
      // At the minute of its time, every hour: who slept through the right one begins with the next, and what has
      // changed or come new in the meantime has its turn.
      schedule: `${Number(dailyAt.slice(3))} * * * *`,
      timeZone,
      run: () => beginScan(parts),
    },
    job({
      name: SCAN_STOCK,
      payload: z.object({ scanId: z.number() }),
      leaseSeconds: SCAN_LEASE_SECONDS,
      // What somebody asks for does not wait for the day's.
      atOnce: 2,
      run: ({ scanId }) => scanStock(parts, scanId),
    }),
  ]
}
