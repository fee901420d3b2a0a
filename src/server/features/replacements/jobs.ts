import { z } from 'zod'
import { type Job, job } from '../../jobs/job.ts'
import type { ReplacementsService } from './service.ts'
import { CARRY_OUT } from './verbs/carry-out.ts'

const SWEEP = 'replacements.sweep'
/** A run whose server died comes back after this time; until then it may wait for many sites. */
const LEASE_SECONDS = 600

const OfReplacement = z.object({ replacementId: z.number() })

export function replacementJobs(service: ReplacementsService): Job[] {
  return [
    job({
      name: CARRY_OUT,
      payload: OfReplacement,
      leaseSeconds: LEASE_SECONDS,
      run: ({ replacementId }) => service.carryOut(replacementId),
    }),
    { name: SWEEP, payload: z.object({}), schedule: '53 3 * * *', run: () => service.sweep() },
  ]
}
