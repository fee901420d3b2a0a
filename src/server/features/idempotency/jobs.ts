import { z } from 'zod'
import { DAY_MS } from '#shared/format/duration.ts'
import type { Job } from '../../jobs/job.ts'
import type { IdempotencyParts } from './service.ts'
import { removeOldCalls } from './store.ts'

const KEPT_MS = DAY_MS

export function idempotencyJobs({ db, clock }: IdempotencyParts): Job[] {
  const removeOld: Job = {
    name: 'idempotency.remove-old-calls',
    payload: z.object({}),
    schedule: '37 * * * *',
    run: () => removeOldCalls(db, new Date(clock().getTime() - KEPT_MS)),
  }
  return [removeOld]
}
