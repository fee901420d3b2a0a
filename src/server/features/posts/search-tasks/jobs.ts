import { z } from 'zod'
import type { Job } from '../../../jobs/job.ts'
import { runJob } from '../../../kernel/runs/run.ts'
import { MAKE_SEARCH_TASK, NOTICE_GONE, type SearchTaskDeps } from './deps.ts'
import { makeTask } from './verbs/make-task.ts'
import { noticeGone } from './verbs/notice-gone.ts'

export const searchTaskJobs = (deps: SearchTaskDeps): Job[] => [
  runJob(deps, {
    name: MAKE_SEARCH_TASK,
    key: z.object({ searchTaskId: z.number() }),
    step: ({ searchTaskId }) => makeTask(deps, searchTaskId),
  }),
  {
    name: NOTICE_GONE,
    payload: z.object({}),
    every: 'hour',
    run: () => noticeGone(deps),
  },
]
