import { z } from 'zod'
import type { Job } from '../../jobs/job.ts'
import type { IdempotencyParts } from './service.ts'
import { removeOldCalls } from './store.ts'

const KEPT_MS = 24 * 3_600_000

export function idempotencyJobs({ db, clock }: IdempotencyParts): Job[] {
  const removeOld: Job = {
    name: 'idempotency.remove-old-calls',
    payload: z.object({}),
    schedule: '37 * * * *',
    run: () => removeOldCalls(db, new Date(clock().getTime() - KEPT_MS)),
  }
  return [removeOld]
}
