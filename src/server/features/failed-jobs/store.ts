import { sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'

/** A job `j` that has no further try, or that failed and waits for the next one. */
export const IS_FAILED = sql`(j.state = 'failed' or j.state = 'retry' and j.started_on is not null)`

/** A job that was put back keeps at least so long a place in the queue. */
const KEPT = sql`now() + interval '1 day'`

/**
 * Puts failed jobs back into the queue, to be tried now: one, or all; answers their names. One without a further try is
 * given one; others go on with what they have.
 */
export async function retryFailedJobs(tx: Db, id: string | null): Promise<string[]> {
  const { rows } = await tx.execute<{ name: string }>(sql`
    update jobs.job j set state = 'retry', completed_on = null, start_after = now(),
      keep_until = greatest(keep_until, ${KEPT}),
      retry_limit = case when j.state = 'failed' then j.retry_count + 1 else j.retry_limit end
    where ${IS_FAILED} and (${id}::uuid is null or j.id = ${id}::uuid)
    returning j.name`)
  return rows.map(({ name }) => name)
}
