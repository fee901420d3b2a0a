import { z } from 'zod'
import { type Job, job } from '../../jobs/job.ts'
import { COLLECT, type GamesService } from './service.ts'

const LEASE_SECONDS = 300

export const gameJobs = (service: GamesService): Job[] => [
  job({
    name: COLLECT,
    payload: z.object({ runId: z.number() }),
    leaseSeconds: LEASE_SECONDS,
    run: ({ runId }) => service.collect(runId),
  }),
  { name: 'game-solutions.refresh', payload: z.object({}), schedule: '9 * * * *', run: service.refresh },
]
