import type pg from 'pg'
import PgBoss from 'pg-boss'
import { quoteTable } from './catalog.ts'

/** The schema in which the job queue's library keeps its tables; it makes them itself, at its first start. */
export const jobSchema = 'jobs'

/** The library's record of its own schema's version belongs to the library that runs, not to a backup. */
export const isVersionOfJobs = (table: { schema: string; name: string }) =>
  table.schema === jobSchema && table.name === 'version'

/** Names of the queues; none before the queue's first start. */
export async function listQueues(client: pg.ClientBase): Promise<string[]> {
  if (!(await hasJobTables(client))) return []
  const queues = await client.query<{ name: string }>(`select name from ${jobSchema}.queue order by name`)
  return queues.rows.map((row) => row.name)
}

/** Makes the queue's tables, each queue with a table of its own, inside the caller's transaction. */
export async function createJobTables(client: pg.ClientBase, queues: string[]): Promise<void> {
  // The library's script brings a transaction of its own, which would end ours.
  const script = PgBoss.getConstructionPlans(jobSchema)
    .replace(/^\s*BEGIN;/, '')
    .replace(/COMMIT;\s*$/, '')
  await client.query(script)
  for (const queue of queues) await client.query(`select ${jobSchema}.create_queue($1, '{}')`, [queue])
  await client.query(`truncate ${quoteTable({ schema: jobSchema, name: 'queue' })} cascade`)
}

/** Removes every single job; the queues and the schedules, which make new ones, stay. */
export async function dropWaitingJobs(client: pg.ClientBase): Promise<void> {
  if (!(await hasJobTables(client))) return
  await client.query(`delete from ${jobSchema}.job`)
  await client.query(`delete from ${jobSchema}.archive`)
}

async function hasJobTables(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ exists: boolean }>(
    "select to_regclass($1 || '.queue') is not null as exists",
    [jobSchema],
  )
  return rows[0]?.exists === true
}
