import { z } from 'zod'
import { type Job, job } from '../../jobs/job.ts'
import type { ReplacementsService } from './service.ts'
import { CARRY_OUT } from './verbs/carry-out.ts'

const SWEEP = 'replacements.sweep'
/** A run whose server died comes back after this time: a run, and the calls for the last place that it begins. */
const LEASE_SECONDS = 150

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
