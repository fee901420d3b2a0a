import type pg from 'pg'

/**
 * The schema of the job queue. Its library makes it, and the queues and schedules in it, at each start; what waits in
 * it has been done since by the time that a backup is put back. So it stays out of backups, and of what a restore
 * replaces: a server that runs meanwhile keeps its queue.
 */
export const jobSchema = 'jobs'

/** Where an older form of it waits until its jobs are carried over. */
export const olderJobSchema = 'jobs_before'

/** Removes every single job; the queues and the schedules, which make new ones, stay. */
export async function dropWaitingJobs(client: pg.ClientBase): Promise<void> {
  // Older forms of the schema keep jobs that have ended in a table of their own.
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname = any($1) and tablename in ('job', 'archive')`,
    [[jobSchema, olderJobSchema]],
  )
  for (const { name } of rows) await client.query(`delete from ${name}`)
}
