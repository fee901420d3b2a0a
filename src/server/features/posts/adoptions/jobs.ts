import { z } from 'zod'
import type { Job } from '../../../jobs/job.ts'
import { type RunDefinition, runJob } from '../../../kernel/runs/run.ts'
import type { AdoptionParts, ReadingParts } from './parts.ts'
import { keepCurrent } from './verbs/keep-current.ts'
import { READ_SITE, takeNextStep } from './verbs/read-site.ts'

export const readSiteRun = (parts: ReadingParts): RunDefinition<{ adoptionId: number }> => ({
  name: READ_SITE,
  key: z.object({ adoptionId: z.number() }),
  // A large site keeps no other one waiting.
  atOnce: 2,
  step: ({ adoptionId }) => takeNextStep(parts, adoptionId),
})

export const adoptionJobs = (parts: AdoptionParts): Job[] => [
  {
    name: 'adoptions.keep-current',
    payload: z.object({}),
    schedule: '29 * * * *',
    begins: READ_SITE,
    run: () => keepCurrent(parts),
  },
  runJob(parts, readSiteRun(parts)),
]
