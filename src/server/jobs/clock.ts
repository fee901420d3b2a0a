import { z } from 'zod'
import { type Db, transaction } from '../db/connect.ts'
import type { EnqueueOnce, Job, Pace } from './job.ts'

/** Cron expressions in the organisation's time zone, and the job that keeps each. */
const CLOCKS: Readonly<Record<Pace, { name: string; schedule: string }>> = {
  halfHour: { name: 'clock.begin-half-hour', schedule: '*/30 * * * *' },
  hour: { name: 'clock.begin-hour', schedule: '3 * * * *' },
  night: { name: 'clock.begin-night', schedule: '20 3 * * *' },
}

/** Between two jobs that begin together, so that they do not all load the database at the same moment. */
const APART_SECONDS = 20

interface ClockDeps {
  db: Db
  enqueueOnce: EnqueueOnce
  timeZone: string
}

/**
 * Gives the jobs of a pace one schedule. It enqueues each as a job of its own: one that fails holds back no other, is
 * retried alone, and is shown under its own name.
 */
export function withClocks({ db, enqueueOnce, timeZone }: ClockDeps, jobs: readonly Job[]): Job[] {
  const begun = (name: string) => jobs.filter(({ every }) => every && CLOCKS[every].name === name)
  const clocks = Object.values(CLOCKS).filter(({ name }) => begun(name).length > 0)
  return [
    ...jobs.map((job) => {
      if (job.every === undefined) return job
      const { name, schedule } = CLOCKS[job.every]
      return { ...job, schedule, timeZone, begunBy: name }
    }),
    ...clocks.map(
      ({ name, schedule }): Job => ({
        ...{ name, schedule, timeZone, payload: z.object({}), isHidden: true },
        run: () =>
          transaction(db, async (tx) => {
            for (const [at, job] of begun(name).entries())
              await enqueueOnce(tx, job.name, {}, { afterSeconds: at * APART_SECONDS })
          }),
      }),
    ),
  ]
}
