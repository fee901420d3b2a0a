import { z } from 'zod'
import type { Job } from '../../../jobs/job.ts'
import { type RunDefinition, runJob } from '../../../kernel/runs/run.ts'
import type { AdoptionDeps, ReadingDeps } from './deps.ts'
import { READ_SITE, takeNextStep } from './verbs/read-site.ts'
import { refreshAdoptedSites } from './verbs/refresh-adopted-sites.ts'

export const readSiteRun = (deps: ReadingDeps): RunDefinition<{ adoptionId: number }> => ({
  name: READ_SITE,
  key: z.object({ adoptionId: z.number() }),
  // A large site keeps no other one waiting.
  atOnce: 2,
  step: ({ adoptionId }) => takeNextStep(deps, adoptionId),
})

export const adoptionJobs = (deps: AdoptionDeps): Job[] => [
  {
    name: 'adoptions.keep-current',
    payload: z.object({}),
    every: 'hour',
    begins: READ_SITE,
    run: () => refreshAdoptedSites(deps),
  },
  runJob(deps, readSiteRun(deps)),
]
