import pg from 'pg'
import { asideJobSchema, jobSchema } from '../job-schemas.ts'
import type { ArchivedTable } from './manifest.ts'

export type Table = Pick<ArchivedTable, 'schema' | 'name' | 'columns'>
export type Sequence = { schema: string; name: string; value: string }
export type ForeignKey = { table: string; name: string; definition: string }

// The system's schemas are not the product's, and the queue's make themselves.
const isOwn = (schema: string) =>
  `${schema} !~ '^pg_' and ${schema} not in ('information_schema', '${jobSchema}', '${asideJobSchema}')`

// Nor is what extensions brought along.
const ownRelation = `${isOwn('n.nspname')}
  and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e')`

/** Tables that hold rows, with the columns that can be written; not the record of the migrations. */
export async function listTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select n.nspname as schema, c.relname as name,
      array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns
    from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind = 'r' and c.relpersistence = 'p' and ${ownRelation}
      and (n.nspname, c.relname) <> ('public', 'schema_migrations')
    group by 1, 2 order by 1, 2`)
  return rows
}

/** Sequences that have been used, with the last number that they gave. */
export async function listSequences(client: pg.ClientBase): Promise<Sequence[]> {
  const { rows } = await client.query<Sequence>(`
    select schemaname as schema, sequencename as name, last_value::text as value from pg_sequences
    where last_value is not null and ${isOwn('schemaname')}
    order by 1, 2`)
  return rows
}

/** Foreign keys as the statements that make them again. */
export async function listForeignKeys(client: pg.ClientBase): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(`
    select format('%I.%I', n.nspname, c.relname) as table, k.conname as name,
      pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
    where k.contype = 'f' and k.conparentid = 0 and ${ownRelation}
    order by 1, 2`)
  return rows
}

/** The schemas of the product's own objects. */
export async function listSchemas(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select nspname as name from pg_namespace where ${isOwn('nspname')} order by 1`,
  )
  return rows.map((row) => row.name)
}

/** True when any table of the product's own holds a row. */
export async function holdsData(client: pg.ClientBase): Promise<boolean> {
  for (const table of await listTables(client)) {
    const { rowCount } = await client.query(`select from ${quoteTable(table)} limit 1`)
    if (rowCount) return true
  }
  return false
}

export function quoteTable({ schema, name }: { schema: string; name: string }): string {
  return `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`
}

/** A table with its columns, as COPY names it. */
export function quoteCopyTarget(table: Table): string {
  return `${quoteTable(table)} (${table.columns.map(pg.escapeIdentifier).join(', ')})`
}
