import type pg from 'pg'

/**
 * The schema of the job queue. Its library makes it, and the queues and schedules in it, at each start; what waits in
 * it has been done since by the time that a backup is put back. So it stays out of backups, and of what a restore
 * replaces: a server that runs meanwhile keeps its queue.
 */
export const jobSchema = 'jobs'

/** The oldest form of the schema that the library can migrate. */
const oldestVersion = 25

/** Removes every single job; the queues and the schedules, which make new ones, stay. */
export async function dropWaitingJobs(client: pg.ClientBase): Promise<void> {
  if (await hasTable(client, 'job')) await client.query(`delete from ${jobSchema}.job`)
  await dropOutdatedQueue(client)
}

/**
 * Drops a queue that the library can no longer migrate, so that the next start makes a new one. Throws, with nothing
 * changed, while jobs wait in it that nothing would enqueue again.
 */
export async function dropOutdatedQueue(client: pg.ClientBase): Promise<void> {
  if (!(await hasTable(client, 'version'))) return
  const { rows } = await client.query<{ version: number }>(`select version from ${jobSchema}.version`)
  if ((rows[0]?.version ?? 0) >= oldestVersion) return
  // A scheduled job has no data, and its schedule enqueues it again.
  const { rowCount } = await client.query(
    `select from ${jobSchema}.job where state::text in ('created', 'retry', 'active') and data is not null`,
  )
  if (rowCount)
    throw new Error(
      `${rowCount} jobs wait in a queue that this version of Copydesk cannot read. Start the version that ran before, stop it when they are done, and start this one again. Nothing was changed.`,
    )
  await client.query(`drop schema ${jobSchema} cascade`)
}

async function hasTable(client: pg.ClientBase, table: string): Promise<boolean> {
  const { rows } = await client.query<{ exists: boolean }>(
    `select to_regclass('${jobSchema}.${table}') is not null as exists`,
  )
  return rows[0]?.exists ?? false
}
