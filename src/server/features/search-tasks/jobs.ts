import { z } from 'zod'
import { type Job, job } from '../../jobs/job.ts'
import { MAKE_SEARCH_TASK, NOTICE_GONE, type SearchTaskParts } from './parts.ts'
import { makeTask } from './verbs/make-task.ts'
import { noticeGone } from './verbs/notice-gone.ts'

export const searchTaskJobs = (parts: SearchTaskParts): Job[] => [
  job({
    name: MAKE_SEARCH_TASK,
    payload: z.object({ searchTaskId: z.number() }),
    leaseSeconds: 120,
    run: ({ searchTaskId }) => makeTask(parts, searchTaskId),
  }),
  {
    name: NOTICE_GONE,
    payload: z.object({}),
    schedule: '12 * * * *',
    run: () => noticeGone(parts),
  },
]
