import { z } from 'zod'
import { MINUTE_MS } from '#shared/format/duration.ts'
import { type Db, transaction } from '../../db/connect.ts'
import type { Enqueue, Job } from '../../jobs/job.ts'
import type { Queue } from '../../jobs/queue.ts'
import { listLost, lockRun, removeFailedJobs } from './runs-store.ts'

export const RESUME_RUNS = 'runs.resume'

/** Longer than a step on the command line, which has no job. */
const LOST_MS = MINUTE_MS

interface ResumeDeps {
  db: Db
  clock: () => Date
  enqueue: Enqueue
  isUnderWay: Queue['isUnderWay']
}

/** Continues open runs whose job was lost or has failed for good. */
async function resumeRuns(
  { db, clock, enqueue, isUnderWay }: ResumeDeps,
  names: readonly string[],
): Promise<void> {
  const now = clock()
  for (const run of await listLost(db, { names, now, before: new Date(now.getTime() - LOST_MS) }))
    await transaction(db, async (tx) => {
      const { name, key } = run
      if (!(await lockRun(tx, run)) || (await isUnderWay(name, key, tx))) return
      await removeFailedJobs(tx, run)
      await enqueue(tx, name, key)
    })
}

/** The job that does so, for runs of these jobs. */
export const resumeRunsJob = (deps: ResumeDeps, jobs: readonly Job[]): Job => ({
  name: RESUME_RUNS,
  payload: z.object({}),
  schedule: '*/5 * * * *',
  isHidden: true,
  run: () =>
    resumeRuns(
      deps,
      jobs.map(({ name }) => name),
    ),
})
