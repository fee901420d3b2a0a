import { z } from 'zod'
import { Timestamp } from '../../../http/dates.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { FailedJob } from '../failed-jobs/contract.ts'
import { RUN_ACTIONS, RUN_STATES } from './rules.ts'

export const RunRow = z.object({
  /** `run-12` for a run; otherwise the name of the work, such as `scan.run-all`. */
  id: z.string(),
  /** What it does, for people. */
  label: z.string(),
  /** Its site, user or other subject; null for work on everything. `path` is the page of the subject, if any. */
  about: z.object({ label: z.string(), path: z.string().nullable() }).nullable(),
  /** Name of the user who started it; null if the schedule did. */
  started_by: z.string().nullable(),
  state: z.enum(RUN_STATES),
  /** Start of a run; of failed work, the creation of its oldest failed job. Null for scheduled work that waits for its time. */
  since: Timestamp.nullable(),
  /** `unit` in the plural: `posts`. */
  progress: z.object({ done: z.number(), total: z.number(), unit: z.string() }).nullable(),
  /** Why it failed, pauses or was stopped, in one line. */
  reason: z.string().nullable(),
  /** Failed tries since the last success. */
  attempts: z.number(),
  /** Failed jobs of this work, each of which can be tried again. */
  failed: z.number(),
  /** The last end, of this week. */
  last: z.object({ ended_at: Timestamp, seconds: z.number(), is_ok: z.boolean() }).nullable(),
  /** The next start or try; null if there is none by itself. */
  next_at: Timestamp.nullable(),
  /** Results of this week, at most 14, the oldest first: true for a success. */
  recent: z.array(z.boolean()),
  /** What the user may do with it now. */
  actions: z.array(z.enum(RUN_ACTIONS)),
})
export type RunRow = z.infer<typeof RunRow>

export const RunEvidence = z.object({
  /** What happened last, the oldest first. */
  log: z.array(z.object({ at: Timestamp, text: z.string(), is_error: z.boolean() })),
  /** Failed jobs, the latest try first; at most 20. */
  jobs: z.array(FailedJob),
})
export type RunEvidence = z.infer<typeof RunEvidence>

export const RunId = z.object({ id: z.string().regex(/^(run-\d{1,9}|[a-z-]{1,40}\.[a-z-]{1,40})$/) })

export const runEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/runs',
    access: ['ManageUsers', 'ManageScan'],
    summary: 'Background work: failed, running and scheduled. At most 200 runs.',
    answer: z.object({
      nodes: z.array(RunRow),
      /** Jobs of the last 24 hours. */
      day: z.object({ ended: z.number(), failed: z.number() }),
    }),
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/runs/:id',
    access: ['ManageUsers', 'ManageScan'],
    summary: 'The log of a run or of work by name; for work, with its failed jobs if you may manage users.',
    params: RunId,
    answer: RunEvidence,
  }),
  act: endpoint({
    method: 'POST',
    path: '/api/runs/:id/:action',
    access: ['ManageUsers', 'ManageScan'],
    summary:
      'Stop or resume a run, try failed jobs again, or start scheduled work now. 409 if its state does not allow that.',
    params: RunId.extend({ action: z.enum(RUN_ACTIONS) }),
    answer: z.object({ id: z.string() }),
  }),
}
