import { z } from 'zod'
import type { Job } from '../../../jobs/job.ts'
import type { ContentTrackerDeps } from './deps.ts'
import { followAll } from './verbs/follow-articles.ts'
import { readAllTasks } from './verbs/store-shown-tasks.ts'

export const contentTrackerJobs = (deps: ContentTrackerDeps): Job[] => [
  {
    name: 'content-tracker.follow-articles',
    payload: z.object({}),
    // Just after midnight, and every hour after sites were asked about their posts.
    schedule: '17 * * * *',
    timeZone: deps.timeZone,
    run: () => followAll(deps),
  },
  {
    name: 'content-tracker.read-tasks',
    payload: z.object({}),
    schedule: '*/15 * * * *',
    run: () => readAllTasks(deps),
  },
]
