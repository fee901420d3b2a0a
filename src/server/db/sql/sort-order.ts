import type pg from 'pg'
import { z } from 'zod'
import { ADVISORY_LOCKS } from '../advisory-locks.ts'
import { liftLimits } from '../migration-record.ts'

const NAME = 'sort order'

/** Versions of the collation rules: of ICU and of the database. */
const SortOrder = z.object({ icu: z.string(), database: z.string() })
type SortOrder = z.infer<typeof SortOrder>

/** The sort rules that a database's indexes were built with; `oid` distinguishes it from the source of a backup. */
const Mark = SortOrder.extend({ oid: z.string() })

/** The current collation versions, and those recorded in the catalog when the database was created. */
const QUESTION = `
  select d.oid::text as oid,
    coalesce(pg_collation_actual_version(c.oid), '') as "icu", coalesce(c.collversion, '') as "icuBefore",
    coalesce(pg_database_collation_actual_version(d.oid), '') as "database", coalesce(d.datcollversion, '') as "databaseBefore"
  from pg_database d, pg_collation c
  where d.datname = current_database() and c.collname = 'und-x-icu' and c.collnamespace = 'pg_catalog'::regnamespace`

interface Answer extends z.infer<typeof Mark> {
  icuBefore: string
  databaseBefore: string
}

async function orderOfIndexes(client: pg.ClientBase, now: Answer): Promise<SortOrder> {
  const { rows } = await client.query<{ value: unknown }>(
    'select value from workspace_facts where name = $1',
    [NAME],
  )
  const mark = Mark.safeParse(rows[0]?.value)
  // A restore rebuilds the indexes, so a record about another database does not apply.
  if (mark.success && mark.data.oid === now.oid) return mark.data
  return { icu: now.icuBefore, database: now.databaseBefore }
}

const shown = ({ icu, database }: SortOrder) => `ICU ${icu || 'none'}, database ${database || 'unversioned'}`

/**
 * Rebuilds all indexes once if the server's sort rules have changed, because its ICU or C library was replaced. Old
 * indexes would sort wrongly and let duplicates in. Returns a line for the log, or null if nothing has changed.
 */
export async function followSortOrder(pool: pg.Pool): Promise<string | null> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await liftLimits(client)
    await client.query('select pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.migrate])
    const { rows } = await client.query<Answer>(QUESTION)
    const [now] = rows
    const before = now && (await orderOfIndexes(client, now))
    if (!now || !before) throw new Error('The database server has no ICU: build or choose one that has it.')
    const isChanged = before.icu !== now.icu || before.database !== now.database
    if (isChanged) await rebuildIndexes(client)
    const mark = JSON.stringify({ icu: now.icu, database: now.database, oid: now.oid })
    await client.query(
      `insert into workspace_facts (name, value) values ($1, $2::jsonb)
       on conflict (name) do update set value = excluded.value where workspace_facts.value <> excluded.value`,
      [NAME, mark],
    )
    await client.query('commit')
    client.release()
    return isChanged
      ? `The database server uses different sort rules than before (${shown(before)}; now ${shown(now)}): all indexes were rebuilt.`
      : null
  } catch (error) {
    client.release(true)
    throw error
  }
}

/** Table by table, because a whole schema cannot be done in a transaction. */
async function rebuildIndexes(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'jobs') order by 1",
  )
  for (const { name } of rows) await client.query(`reindex table ${name}`)
}
