import { sql } from 'drizzle-orm'
import type { Db } from '../../../db/connect.ts'

/** A job `j` that has no further try, or that failed and waits for the next one. */
export const IS_FAILED = sql`(j.state = 'failed' or j.state = 'retry' and j.started_on is not null)`

/** A requeued job stays in the queue at least this long. */
const KEPT = sql`now() + interval '1 day'`

/**
 * Requeues the failed jobs of these names, or the one of this id among them, for an immediate try; returns their names. A
 * job without tries left gets one more.
 */
export async function retryFailedJobs(
  tx: Db,
  { names, id = null }: { names: readonly string[]; id?: string | null },
): Promise<string[]> {
  const { rows } = await tx.execute<{ name: string }>(sql`
    update jobs.job j set state = 'retry', completed_on = null, start_after = now(),
      keep_until = greatest(keep_until, ${KEPT}),
      retry_limit = case when j.state = 'failed' then j.retry_count + 1 else j.retry_limit end
    where ${IS_FAILED} and j.name = any(${sql.param([...names])}::text[]) and (${id}::uuid is null or j.id = ${id}::uuid)
    returning j.name`)
  return rows.map(({ name }) => name)
}
