import type { z } from 'zod'
import { isPermitted, type Permission } from '#shared/access/permissions.ts'
import type { Db } from '../db/connect.ts'

/** How often scheduled jobs begin that need no time of their own (`withClocks`). */
export type Pace = 'halfHour' | 'hour' | 'night'

/** How often the queue tries a job before it counts as failed. */
export const MOST_TRIES = 9

/** Work that happens after a transaction has committed, retried until it succeeds or has failed too often. */
export interface Job<Payload extends object = object> {
  /** Noun and verb: `auth.mail-password-link`. */
  name: string
  /** Its name in earlier versions, whose waiting and failed jobs it takes over. */
  formerly?: string
  payload: z.ZodType<Payload>
  /** `id` is the job's id, which is the same at every try; use it to name external objects. */
  run(payload: Payload, id?: string): Promise<void>
  /** Cron expression of a scheduled job, which has an empty payload; in UTC unless `timeZone` is set. */
  schedule?: string
  timeZone?: string
  /** Instead of a schedule of its own. */
  every?: Pace
  /** The job that begins it, whose schedule it shares. */
  begunBy?: string
  /** Name of the run that scheduled work starts: users see them as one. */
  begins?: string
  /** It takes the steps of a run. */
  isRun?: boolean
  /** Not shown to users. */
  isHidden?: boolean
  /** What users need to see and retry it, besides the right to the page that shows it. */
  access?: readonly Permission[]
  /** How many of them may run at the same time in one server; one unless said otherwise. */
  atOnce?: number
}

/** A job by its payload, as the queue takes it: it is parsed before it runs. */
export const job = <Payload extends object>(declaration: Job<Payload>): Job => declaration

/** The jobs that a user with these permissions may see and retry. */
export const jobsShownTo = (
  { permissions }: { permissions: readonly Permission[] },
  jobs: readonly Job[],
): Job[] => jobs.filter(({ access = [] }) => isPermitted(permissions, access))

/** Enqueues a job in the transaction `db`: it runs only if that commits. */
export type Enqueue = <Payload extends object>(
  db: Db,
  name: string,
  payload: Payload,
  when?: { afterSeconds: number },
) => Promise<void>

/**
 * The same, unless one with this payload waits already that will begin only after the transaction has ended. For work
 * that takes everything there is each time it runs.
 */
export type EnqueueOnce = Enqueue
