import { z } from 'zod'
import type { Job } from '../../../jobs/job.ts'
import type { WarehouseDeps } from './deps.ts'
import { followWarehouse, READ_WAREHOUSE } from './verbs/follow-warehouse.ts'

/** None where there is no outside warehouse. */
export const warehouseJobs = (deps: WarehouseDeps, leaving: AbortSignal): Job[] => [
  {
    name: READ_WAREHOUSE,
    payload: z.object({}),
    schedule: '*/5 * * * *',
    run: () => followWarehouse(deps, leaving),
  },
]
