import type { Pool, PoolClient } from 'pg'
import { jobSchema, olderJobSchema } from '../db/job-schemas.ts'

/** The oldest form of the schema that the queue can bring up to date by itself. */
const OLDEST_KNOWN = 25

/** Work that had not ended when the schema was set aside. */
interface WaitingJob {
  name: string
  data: object | null
  startAfter: Date
}

interface CarryOver {
  /** Puts what waits into the new schema; runs on the connection that it is given, in its transaction. */
  insert(client: PoolClient, name: string, jobs: readonly { data: object; startAfter: Date }[]): Promise<void>
}

async function inTransaction<Result>(
  pool: Pool,
  run: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const result = await run(client)
    await client.query('commit')
    client.release()
    return result
  } catch (error) {
    client.release(true)
    throw error
  }
}

async function hasTable(client: PoolClient, table: string): Promise<boolean> {
  const { rows } = await client.query<{ exists: boolean }>('select to_regclass($1) is not null as exists', [
    table,
  ])
  return rows[0]?.exists ?? false
}

/**
 * Moves a schema out of the way that is too old to be brought up to date; to be called before the queue starts, and by
 * one server at a time.
 */
export async function setOlderSchemaAside(pool: Pool): Promise<void> {
  await inTransaction(pool, async (client) => {
    if (!(await hasTable(client, `${jobSchema}.version`))) return
    const { rows } = await client.query<{ version: number }>(`select version from ${jobSchema}.version`)
    if ((rows[0]?.version ?? 0) >= OLDEST_KNOWN) return
    await client.query(`alter schema ${jobSchema} rename to ${olderJobSchema}`)
  })
}

/**
 * Carries over what had not ended in the schema that was set aside, and drops it; to be called once the queues are
 * there, by one server at a time. What ran there when its server ended runs again: jobs may. Answers how many jobs were carried over.
 */
export async function carryJobsOver(
  pool: Pool,
  names: ReadonlySet<string>,
  { insert }: CarryOver,
): Promise<number> {
  return inTransaction(pool, async (client) => {
    if (!(await hasTable(client, `${olderJobSchema}.version`))) return 0
    const { rows } = await client.query<WaitingJob>(
      `select name, data, start_after as "startAfter" from ${olderJobSchema}.job
       where state::text in ('created', 'retry', 'active') order by created_on`,
    )
    // Work that comes round by itself has a schedule in the new schema, too, and no payload of its own.
    const jobs = rows.filter(({ name, data }) => names.has(name) && data !== null)
    for (const [name, ofName] of Map.groupBy(jobs, (job) => job.name)) {
      await insert(
        client,
        name,
        ofName.map(({ data, startAfter }) => ({ data: data ?? {}, startAfter })),
      )
    }
    await client.query(`drop schema ${olderJobSchema} cascade`)
    return jobs.length
  })
}
