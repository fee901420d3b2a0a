import { z } from 'zod'
import type { Job } from '../../../jobs/job.ts'
import { runJob } from '../../../kernel/runs/run.ts'
import { MAKE_SEARCH_TASK, NOTICE_GONE, type SearchTaskParts } from './parts.ts'
import { makeTask } from './verbs/make-task.ts'
import { noticeGone } from './verbs/notice-gone.ts'

export const searchTaskJobs = (parts: SearchTaskParts): Job[] => [
  runJob(parts, {
    name: MAKE_SEARCH_TASK,
    key: z.object({ searchTaskId: z.number() }),
    step: ({ searchTaskId }) => makeTask(parts, searchTaskId),
  }),
  {
    name: NOTICE_GONE,
    payload: z.object({}),
    schedule: '12 * * * *',
    run: () => noticeGone(parts),
  },
]
