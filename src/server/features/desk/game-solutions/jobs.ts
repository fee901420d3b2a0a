import { z } from 'zod'
import { type Job, job } from '../../../jobs/job.ts'
import { COLLECT, type GamesService, REFRESH } from './service.ts'

export const gameJobs = (service: GamesService): Job[] => [
  job({
    name: COLLECT,
    payload: z.object({ runId: z.number() }),
    run: ({ runId }) => service.collect(runId),
  }),
  { name: REFRESH, payload: z.object({}), schedule: '9 * * * *', run: service.refresh },
]
