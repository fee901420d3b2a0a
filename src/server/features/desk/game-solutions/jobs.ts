import { z } from 'zod'
import type { Job } from '../../../jobs/job.ts'
import { runJob } from '../../../kernel/runs/run.ts'
import { COLLECT, type GameDeps, type GamesService, REFRESH } from './service.ts'

export const gameJobs = (deps: GameDeps, service: GamesService): Job[] => [
  runJob(deps, {
    name: COLLECT,
    key: z.object({ runId: z.number() }),
    step: ({ runId }) => service.collect(runId),
  }),
  { name: REFRESH, payload: z.object({}), every: 'hour', begins: COLLECT, run: service.refresh },
]
