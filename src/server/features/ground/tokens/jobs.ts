import { z } from 'zod'
import type { Job } from '../../../jobs/job.ts'
import type { ProgramDeps } from './deps.ts'
import { remindOfEnds } from './verbs/remind-of-ends.ts'

export const REMIND = 'tokens.remind-of-ends'

export const tokenJobs = (deps: ProgramDeps): Job[] => [
  { name: REMIND, payload: z.object({}), every: 'night', run: () => remindOfEnds(deps) },
]
