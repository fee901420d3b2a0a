import { asc, eq } from 'drizzle-orm'
import type { Pool } from 'pg'
import type { Db } from '../../../db/connect.ts'
import { CONSOLE_SCHEMA } from '../../../db/console/reader-role.ts'
import { consoleQueries } from '../../../db/schema/db-query.ts'
import { users } from '../../../db/schema/users.ts'
import { readingOrder } from '../../../db/sql/reading-order.ts'

const withOwners = (db: Db) =>
  db
    .select({ query: consoleQueries, owner: users })
    .from(consoleQueries)
    .innerJoin(users, eq(users.id, consoleQueries.userId))

/** Every saved query, by name. */
export const listQueries = (db: Db) =>
  withOwners(db).orderBy(readingOrder(consoleQueries.name), asc(consoleQueries.id))

export type FoundQuery = Awaited<ReturnType<typeof listQueries>>[number]

export async function findQuery(db: Db, id: number): Promise<FoundQuery | undefined> {
  const [found] = await withOwners(db).where(eq(consoleQueries.id, id))
  return found
}

/** Columns of the views with their types, and the estimated number of rows per view. */
export async function describeViews(pool: Pool) {
  const { rows } = await pool.query<{ view: string; column: string; type: string; rows: number | null }>(
    `select v.relname as view, a.attname as column, format_type(a.atttypid, a.atttypmod) as type,
       (select nullif(t.reltuples, -1)::float8 from pg_depend d
          join pg_rewrite r on r.oid = d.objid and r.ev_class = v.oid
          join pg_class t on t.oid = d.refobjid and t.relkind in ('r', 'p')
        where d.classid = 'pg_rewrite'::regclass and d.refclassid = 'pg_class'::regclass and d.refobjid <> v.oid
        limit 1) as rows
     from pg_class v join pg_namespace n on n.oid = v.relnamespace join pg_attribute a on a.attrelid = v.oid
     where n.nspname = $1 and v.relkind = 'v' and a.attnum > 0
     order by v.relname, a.attnum`,
    [CONSOLE_SCHEMA],
  )
  return rows
}

/** Those of these functions with an overload that may change something, wait, or notify other sessions. */
export async function listVolatile(pool: Pool, names: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<{ name: string }>(
    "select distinct proname as name from pg_proc where proname = any($1) and provolatile = 'v'",
    [names],
  )
  return new Set(rows.map(({ name }) => name))
}

/** Those of these functions with an overload that returns values of variable length. */
export async function listVariable(pool: Pool, names: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<{ name: string }>(
    `select distinct p.proname as name from pg_proc p join pg_type t on t.oid = p.prorettype
     where p.proname = any($1) and (t.typlen < 0 or t.typtype = 'p')`,
    [names],
  )
  return new Set(rows.map(({ name }) => name))
}

/** `server_version_num`, e.g. 180004. */
export async function readServerVersion(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ version: number }>(
    "select current_setting('server_version_num')::int as version",
  )
  return rows[0]?.version ?? 0
}
