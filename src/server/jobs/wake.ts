import type { Db } from '../db/connect.ts'
import { runSql } from '../db/run-sql.ts'
import { handOnTrace } from '../traced.ts'

/**
 * Makes sure that a job with this payload begins after so many seconds at the latest, in the transaction `db`. It is for
 * jobs that take all there is each time they run, so a run too many does no harm. Unlike `enqueueOnce`, it needs no
 * queue object, and looks only at jobs that begin in time.
 */
export async function wake(
  db: Db,
  { name, payload, afterSeconds = 0 }: { name: string; payload: object; afterSeconds?: number },
): Promise<void> {
  const seconds = Math.max(0, Math.ceil(afterSeconds))
  await runSql(
    db,
    `insert into jobs.job (name, data, start_after, keep_until, expire_seconds, deletion_seconds, heartbeat_seconds,
       retry_limit, retry_delay, retry_backoff, retry_delay_max, policy, group_id)
     select q.name, $2::jsonb, now() + $3::int * interval '1 s',
       now() + ($3::int + q.retention_seconds) * interval '1 s', q.expire_seconds, q.deletion_seconds,
       q.heartbeat_seconds, q.retry_limit, q.retry_delay, q.retry_backoff, q.retry_delay_max, q.policy, $4::text
     from jobs.queue q where q.name = $1::text and not exists (
       select from jobs.job j where j.name = $1::text and j.data = $2::jsonb and j.state = 'created'
         and j.start_after <= now() + ($3::int + 1) * interval '1 s'
       for key share skip locked)`,
    [name, JSON.stringify(payload), seconds, handOnTrace() ?? null],
  )
}
