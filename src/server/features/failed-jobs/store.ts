import { sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'

/** A job `j` that has no further try, or that failed and waits for the next one. */
export const IS_FAILED = sql`(j.state = 'failed' or j.state = 'retry' and j.started_on is not null)`

/** A requeued job stays in the queue at least this long. */
const KEPT = sql`now() + interval '1 day'`

/**
 * Requeues one failed job, those of a name, or all of them for an immediate try; returns their names. A job without tries left
 * gets one more.
 */
export async function retryFailedJobs(
  tx: Db,
  { id = null, name = null }: { id?: string | null; name?: string | null } = {},
): Promise<string[]> {
  const { rows } = await tx.execute<{ name: string }>(sql`
    update jobs.job j set state = 'retry', completed_on = null, start_after = now(),
      keep_until = greatest(keep_until, ${KEPT}),
      retry_limit = case when j.state = 'failed' then j.retry_count + 1 else j.retry_limit end
    where ${IS_FAILED} and (${id}::uuid is null or j.id = ${id}::uuid) and (${name}::text is null or j.name = ${name}::text)
    returning j.name`)
  return rows.map(({ name }) => name)
}
