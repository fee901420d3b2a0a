import { sql } from 'drizzle-orm'
import type { Db } from './connect.ts'

export interface TableKey {
  isPrimary: boolean
  columns: string[]
  /** The rows that it is about; null for all. */
  condition: string | null
}

export interface Trigger {
  table: string
  name: string
  /** For example `after insert or update of status`. */
  moment: string
  procedure: string
}

/** What a function of the database writes. */
export interface Write {
  table: string
  /** Null for whole rows. */
  column: string | null
}

interface Procedure {
  name: string
  source: string
  /** The statement that creates it. */
  definition: string
}

const MOMENTS = sql`concat(
  case when t.tgtype & 2 > 0 then 'before ' else 'after ' end,
  concat_ws(' or ',
    case when t.tgtype & 4 > 0 then 'insert' end,
    case when t.tgtype & 16 > 0 then 'update' || coalesce((
      select ' of ' || string_agg(a.attname, ', ' order by a.attnum) from pg_attribute a
      where a.attrelid = t.tgrelid and a.attnum = any(t.tgattr)
    ), '') end,
    case when t.tgtype & 8 > 0 then 'delete' end,
    case when t.tgtype & 32 > 0 then 'truncate' end))`

export async function readTriggers(db: Db): Promise<Trigger[]> {
  const { rows } = await db.execute<{ table: string; name: string; moment: string; procedure: string }>(sql`
    select c.relname as table, t.tgname as name, p.proname as procedure, ${MOMENTS} as moment
    from pg_trigger t
    join pg_class c on c.oid = t.tgrelid and c.relnamespace = 'public'::regnamespace
    join pg_proc p on p.oid = t.tgfoid
    where not t.tgisinternal order by c.relname, t.tgname`)
  return rows
}

/** Unique keys by table, except primary keys of one column. */
export async function readKeys(db: Db): Promise<Map<string, TableKey[]>> {
  const { rows } = await db.execute<TableKey & { table: string; [key: string]: unknown }>(sql`
    select c.relname as table, i.indisprimary as "isPrimary",
      array(select pg_get_indexdef(i.indexrelid, n, true) from generate_series(1, i.indnkeyatts) n) as columns,
      replace(pg_get_expr(i.indpred, i.indrelid, true), '::text', '') as condition
    from pg_index i
    join pg_class c on c.oid = i.indrelid and c.relnamespace = 'public'::regnamespace
    join pg_class k on k.oid = i.indexrelid
    where i.indisunique and not (i.indisprimary and i.indnkeyatts = 1)
    order by c.relname, i.indisprimary desc, k.relname`)
  return Map.groupBy(rows, (row) => row.table)
}

export async function readProcedures(db: Db): Promise<Procedure[]> {
  const { rows } = await db.execute<Procedure & Record<string, unknown>>(sql`
    select proname as name, prosrc as source, pg_get_functiondef(p.oid) as definition from pg_proc p
    where pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    order by proname`)
  return rows
}

const ROWS = /\b(?:insert into|delete from)\s+(\w+)/gi
const COLUMNS =
  /\bupdate\s+(\w+)(?:\s+(?:as\s+)?(?!set\b)\w+)?\s+set\s+([\s\S]*?)(?:\bfrom\b|\bwhere\b|;|$)/gi
const OWN_COLUMNS = /\bnew\.(\w+)\s*:=|\binto\s+new\.(\w+)/gi

function directWrites({ source }: Procedure, table: string): Write[] {
  const rows = [...source.matchAll(ROWS)].map(([, written = '']) => ({ table: written, column: null }))
  const columns = [...source.matchAll(COLUMNS)].flatMap(([, written = '', assignments = '']) =>
    [...assignments.matchAll(/(?:^|,)\s*(\w+)\s*=/g)].map(([, column = '']) => ({ table: written, column })),
  )
  const own = [...source.matchAll(OWN_COLUMNS)].map(([, set, into]) => ({ table, column: set ?? into ?? '' }))
  return [...rows, ...columns, ...own]
}

/** Everything that a trigger writes, through the functions that it calls. Read from their text. */
export function writesOf(trigger: Trigger, procedures: readonly Procedure[]): Write[] {
  const called = new Set([trigger.procedure])
  const writes = new Map<string, Write>()
  for (const name of called)
    for (const procedure of procedures.filter((each) => each.name === name)) {
      for (const write of directWrites(procedure, trigger.table))
        writes.set(`${write.table}.${write.column}`, write)
      for (const other of procedures)
        if (new RegExp(`\\b${other.name}\\(`).test(procedure.source)) called.add(other.name)
    }
  return [...writes.values()]
}
