import { z } from 'zod'
import { type Job, job } from '../../jobs/job.ts'
import { MAKE_SEARCH_TASK, type SearchTaskParts } from './parts.ts'
import { makeTask } from './verbs/make-task.ts'

export const searchTaskJobs = (parts: SearchTaskParts): Job[] => [
  job({
    name: MAKE_SEARCH_TASK,
    payload: z.object({ searchTaskId: z.number() }),
    leaseSeconds: 120,
    run: ({ searchTaskId }) => makeTask(parts, searchTaskId),
  }),
]
