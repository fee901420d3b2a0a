import { setTimeout as sleep } from 'node:timers/promises'
import type { PgBoss, Job as QueuedJob } from 'pg-boss'
import { loggableError } from '../db/loggable-error.ts'
import { GivenUp } from './job-ends.ts'

const POLL_MS = 1000

export interface Worker {
  /** Takes no more jobs and waits for those that run; what takes longer goes back into the queue. */
  stop(withinMs: number): Promise<void>
}

interface WorkerParts {
  boss: PgBoss
  name: string
  /** How many jobs may run at the same time. */
  atOnce: number
  run: (data: object | null, id: string) => Promise<void>
  /** How often a running job reports that its server is there, so that no other one begins it again. */
  beatMs: number
  /** Takes the tries that are left from a job. */
  endTries: (id: string) => Promise<void>
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

/** Runs one job and reports its result to the queue, before another worker can take the same job. */
export async function finish(
  { boss, name, run, endTries, beatMs }: Pick<WorkerParts, 'boss' | 'name' | 'run' | 'endTries' | 'beatMs'>,
  { id, data }: QueuedJob<object>,
): Promise<void> {
  // A beat that is lost is made up for by the next.
  const beat = setInterval(() => void boss.touch(name, id).catch(() => {}), beatMs)
  try {
    await run(data, id)
  } catch (error) {
    if (error instanceof GivenUp) await endTries(id)
    await boss.fail(name, id, { message: reasonOf(error) })
    throw error
  } finally {
    clearInterval(beat)
  }
  await boss.complete(name, id)
}

/**
 * Processes one queue. pg-boss's own workers report a batch as a whole and without waiting: a job of the
 * batch that failed and was retried meanwhile would count as done.
 */
export function startWorker(parts: WorkerParts): Worker {
  const { boss, name, atOnce, onError } = parts
  const running = new Map<string, Promise<void>>()
  const stopping = new AbortController()
  const pause = () => sleep(POLL_MS, undefined, { signal: stopping.signal }).catch(() => {})

  function begin(job: QueuedJob<object>) {
    // The failure was already stored, and logged by `run`.
    const end = finish(parts, job).catch(() => {})
    running.set(
      job.id,
      end.finally(() => running.delete(job.id)),
    )
  }

  async function work() {
    while (!stopping.signal.aborted) {
      const free = atOnce - running.size
      const batch = await boss.fetch<object>(name, { batchSize: free }).catch(onError)
      for (const job of batch ?? []) begin(job)
      // Taking all that there was room for, there may be more; taking less, there is nothing left for now.
      if ((batch?.length ?? 0) === free) await Promise.race(running.values())
      else await pause()
    }
  }

  const ended = work()
  return {
    async stop(withinMs) {
      stopping.abort()
      await ended
      const late = sleep(withinMs, undefined, { ref: false })
      await Promise.race([Promise.all(running.values()), late])
      await Promise.all(
        [...running.keys()].map((id) => boss.fail(name, id, { message: 'The server stopped.' })),
      )
    },
  }
}
