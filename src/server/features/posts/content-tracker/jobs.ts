import { z } from 'zod'
import type { Job } from '../../../jobs/job.ts'
import type { ContentTrackerParts } from './parts.ts'
import { followAll } from './verbs/follow-articles.ts'
import { readAllTasks } from './verbs/keep-tasks.ts'

export const contentTrackerJobs = (parts: ContentTrackerParts): Job[] => [
  {
    name: 'content-tracker.follow-articles',
    payload: z.object({}),
    // Just after midnight, and every hour after sites were asked about their posts.
    schedule: '17 * * * *',
    timeZone: parts.timeZone,
    run: () => followAll(parts),
  },
  {
    name: 'content-tracker.read-tasks',
    payload: z.object({}),
    schedule: '*/15 * * * *',
    run: () => readAllTasks(parts),
  },
]
