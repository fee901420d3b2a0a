import { z } from 'zod'
import { Timestamp } from '../../../http/dates.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { PageField } from '../../../http/fields.ts'

export const FAILED_JOB_STATES = ['failed', 'waiting'] as const

export const FailedJob = z.object({
  id: z.string(),
  /** Noun and verb: `auth.mail-password-link`. */
  name: z.string(),
  /** What it was to do, for people. */
  label: z.string(),
  /** The subject of the job; null for scheduled jobs, or if it was deleted. */
  about: z
    .object({
      noun: z.enum(['user', 'article', 'file', 'task', 'change', 'day']),
      id: z.string(),
      label: z.string(),
    })
    .nullable(),
  /** `failed`: permanently, unless a user retries it. `waiting`: will be retried automatically. */
  state: z.enum(FAILED_JOB_STATES),
  /** What went wrong the last time, in one line. */
  error: z.string(),
  tries: z.number(),
  created_at: Timestamp,
  /** When it was tried last. */
  tried_at: Timestamp,
  /** Time of the next automatic try; null if there is none. */
  next_try_at: Timestamp.nullable(),
})
export type FailedJob = z.infer<typeof FailedJob>

export const Retried = z.object({ retried: z.number() })

export const failedJobEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/failed-jobs',
    access: ['ManageUsers'],
    summary: 'Jobs whose last attempt failed, latest attempt first, 20 per page.',
    query: z.object({ page: PageField }),
    answer: z.object({ nodes: z.array(FailedJob), totalCount: z.number(), page: z.number() }),
  }),
  retry: endpoint({
    method: 'POST',
    path: '/api/failed-jobs/:id/retry',
    access: ['ManageUsers'],
    summary: 'Retry a failed job now. 404 if it has run or is running.',
    params: z.object({ id: z.uuid() }),
    answer: Retried,
  }),
  retryAll: endpoint({
    method: 'POST',
    path: '/api/failed-jobs/retry',
    access: ['ManageUsers'],
    summary: 'Retry all failed jobs now; returns their number.',
    answer: Retried,
  }),
}
