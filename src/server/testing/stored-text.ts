import type { Database } from '../db/connect.ts'

/** The tables, of every schema, that hold this text anywhere in a row: job payloads and archives too. */
export async function tablesHolding(database: Database, text: string): Promise<string[]> {
  const { rows: tables } = await database.pool.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  )
  const holding: string[] = []
  for (const { name } of tables) {
    const { rows } = await database.pool.query<{ holds: boolean }>(
      `select exists (select from ${name} t where strpos(t::text, $1) > 0) as holds`,
      [text],
    )
    if (rows[0]?.holds) holding.push(name)
  }
  return holding
}
