import { z } from 'zod'
import { type Job, job } from '../../jobs/job.ts'
import { MAKE_SEARCH_TASK, NOTICE_GONE, RESUME_LOST, type SearchTaskParts } from './parts.ts'
import { resumeLost } from './verbs/begin-making.ts'
import { makeTask } from './verbs/make-task.ts'
import { noticeGone } from './verbs/notice-gone.ts'

export const searchTaskJobs = (parts: SearchTaskParts): Job[] => [
  job({
    name: MAKE_SEARCH_TASK,
    payload: z.object({ searchTaskId: z.number() }),
    run: ({ searchTaskId }) => makeTask(parts, searchTaskId),
  }),
  {
    name: RESUME_LOST,
    payload: z.object({}),
    schedule: '4,14,24,34,44,54 * * * *',
    run: () => resumeLost(parts),
  },
  {
    name: NOTICE_GONE,
    payload: z.object({}),
    schedule: '12 * * * *',
    run: () => noticeGone(parts),
  },
]
