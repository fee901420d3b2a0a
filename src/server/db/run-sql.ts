import { type SQL, sql } from 'drizzle-orm'
import type { Db } from './connect.ts'

/** Runs SQL text with numbered parameters on the given handle, so that other libraries can take part in a transaction. */
export async function runSql(
  db: Db,
  text: string,
  values: readonly unknown[] = [],
): Promise<{ rows: Record<string, unknown>[] }> {
  const chunks: SQL[] = text
    .split(/\$(\d+)/)
    .map((piece, index) => (index % 2 === 0 ? sql.raw(piece) : sql`${sql.param(values[Number(piece) - 1])}`))
  return db.execute(sql.join(chunks))
}
