import type pg from 'pg'

/**
 * The schema of the job queue. Its library makes it, and the queues and schedules in it, at each start; what waits in
 * it has been done since by the time that a backup is put back. So it stays out of backups, and of what a restore
 * replaces: a server that runs meanwhile keeps its queue.
 */
export const jobSchema = 'jobs'

/** Where earlier versions set an outdated queue aside at a start; one that was killed midway left it there. */
export const asideJobSchema = 'jobs_before'

/** The oldest form of the schema that the library can migrate. */
const oldestVersion = 25

/** Removes every single job; the queues and the schedules, which make new ones, stay. */
export async function dropWaitingJobs(client: pg.ClientBase): Promise<void> {
  for (const schema of [jobSchema, asideJobSchema])
    if (await hasTable(client, `${schema}.job`)) await client.query(`delete from ${schema}.job`)
  await dropOutdatedQueue(client)
}

/**
 * Drops a queue that the library can no longer migrate, so that the next start makes a new one. Throws while jobs wait in
 * it that nothing would enqueue again. Needs a transaction: no other server can enqueue a job between the look and the
 * drop.
 */
export async function dropOutdatedQueue(client: pg.ClientBase): Promise<void> {
  for (const schema of [jobSchema, asideJobSchema]) {
    if (!(await isOutdated(client, schema))) continue
    await client.query(`lock table ${schema}.job in access exclusive mode`)
    await refuseWaitingJobs(client, schema)
    await client.query(`drop schema ${schema} cascade`)
  }
}

async function isOutdated(client: pg.ClientBase, schema: string): Promise<boolean> {
  if (!(await hasTable(client, `${schema}.version`))) return false
  const { rows } = await client.query<{ version: number }>(`select version from ${schema}.version`)
  return (rows[0]?.version ?? 0) < oldestVersion
}

async function refuseWaitingJobs(client: pg.ClientBase, schema: string): Promise<void> {
  // Schedules enqueue their jobs again: those have no data, or are the library's own.
  const { rowCount } = await client.query(
    `select from ${schema}.job where state::text in ('created', 'retry', 'active')
     and data is not null and not starts_with(name, '__pgboss__')`,
  )
  if (rowCount)
    throw new Error(
      `Unfinished jobs in the queue: ${rowCount}. This version of Copydesk cannot read them. Start version 0.2.0 once to take them over, then start this version again. Nothing was changed.`,
    )
}

async function hasTable(client: pg.ClientBase, table: string): Promise<boolean> {
  const { rows } = await client.query<{ exists: boolean }>('select to_regclass($1) is not null as exists', [
    table,
  ])
  return rows[0]?.exists ?? false
}
