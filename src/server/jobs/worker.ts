import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { JobWithMetadata, PgBoss } from 'pg-boss'
import { loggableError } from '../db/errors/loggable-error.ts'
import { PermanentJobFailure } from './job-errors.ts'

/** One run of a job: a retry has the same id and a higher `retryCount`. */
export type JobRun = Pick<JobWithMetadata<object>, 'id' | 'data' | 'retryCount' | 'groupId' | 'createdOn'>

export interface Worker {
  name: string
  /** Looks for jobs, if there is room for one. */
  wake(): void
  /** Takes no more jobs and waits for those that run; what takes longer goes back into the queue. */
  stop(withinMs: number): Promise<void>
}

interface WorkerDeps {
  boss: PgBoss
  name: string
  /** How many jobs may run at the same time. */
  atOnce: number
  run: (job: JobRun) => Promise<void>
  /** False if the job was taken from this run because its server seemed dead, and has begun again or ended. */
  isCurrent: (job: JobRun) => Promise<boolean>
  /** How often a running job reports that its server is there, so that no other one begins it again. */
  beatMs: number
  /** Takes the tries that are left from a job. */
  endTries: (id: string) => Promise<void>
  /** Called after a job has failed, whether or not another try follows. */
  noteFailure: (job: JobRun) => Promise<void>
  /** The queue itself could not be asked. */
  onError: (error: unknown) => void
}

/** The reason as stored with the job and shown to administrators, without the values involved. */
function reasonOf(error: unknown): string {
  const { message, cause } = loggableError(error)
  return (
    [message, ...(cause && cause.message !== message ? [cause.message] : [])].join(' ').trim() || 'It failed.'
  )
}

type Finishing = Pick<
  WorkerDeps,
  'boss' | 'name' | 'run' | 'isCurrent' | 'endTries' | 'beatMs' | 'noteFailure'
>

/** Runs one job and reports its result to the queue, before another worker can take the same job. */
export async function finish(
  { boss, name, run, isCurrent, endTries, beatMs, noteFailure }: Finishing,
  job: JobRun,
): Promise<void> {
  const { id } = job
  // A beat that is lost is made up for by the next.
  const beat = setInterval(() => void boss.touch(name, id).catch(() => {}), beatMs)
  try {
    await run(job)
  } catch (error) {
    if (await isCurrent(job)) {
      if (error instanceof PermanentJobFailure) await endTries(id)
      await boss.fail(name, id, { message: reasonOf(error) })
      await noteFailure(job)
    }
    throw error
  } finally {
    clearInterval(beat)
  }
  // The job is done, even if it waits for a retry because its server seemed dead.
  await boss.complete(name, id, null, { includeQueued: true })
}

/**
 * Processes one queue whenever it is woken, until nothing waits in it. pg-boss's own workers report a batch as a whole and without waiting: a job of the
 * batch that failed and was retried meanwhile would count as done.
 */
export function startWorker(deps: WorkerDeps): Worker {
  const { boss, name, atOnce, isCurrent, onError } = deps
  const running = new Map<Promise<void>, JobRun>()
  const stopping = new AbortController()
  const stopped = once(stopping.signal, 'abort')
  let wake = () => {}
  const woken = () =>
    new Promise<void>((resolve) => {
      wake = resolve
      if (stopping.signal.aborted) resolve()
    })

  function begin(job: JobRun) {
    // The failure was already stored, and logged by `run`.
    const end: Promise<void> = finish(deps, job)
      .catch(() => {})
      .finally(() => running.delete(end))
    running.set(end, job)
  }

  async function putBack(job: JobRun) {
    if (await isCurrent(job)) await boss.fail(name, job.id, { message: 'The server stopped.' })
  }

  async function work() {
    await woken()
    while (!stopping.signal.aborted) {
      const free = atOnce - running.size
      const batch = await boss.fetch<object>(name, { batchSize: free, includeMetadata: true }).catch(onError)
      for (const job of batch ?? []) begin(job)
      // Taking all that there was room for, there may be more; taking less, there is nothing left for now.
      if ((batch?.length ?? 0) === free) await Promise.race([...running.keys(), stopped])
      else await woken()
    }
  }

  const ended = work()
  return {
    name,
    wake: () => wake(),
    async stop(withinMs) {
      stopping.abort()
      wake()
      await ended
      const late = sleep(withinMs, undefined, { ref: false })
      await Promise.race([Promise.all(running.keys()), late])
      await Promise.all([...running.values()].map(putBack))
    },
  }
}
