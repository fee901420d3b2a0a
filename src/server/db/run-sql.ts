import { type SQL, sql } from 'drizzle-orm'
import type { Db } from './connect.ts'

/** Runs SQL text with numbered parameters on the given handle, so that other libraries can take part in a transaction. */
export async function runSql(
  db: Db,
  text: string,
  values: readonly unknown[] = [],
): Promise<{ rows: Record<string, unknown>[] }> {
  const pieces = text.split(/\$(\d+)/)
  const isRepeated = (number: string) => pieces.indexOf(number) !== pieces.lastIndexOf(number)
  const chunks: SQL[] = pieces.map((piece, index) => {
    if (index % 2 === 0) return sql.raw(piece)
    const value = values[Number(piece) - 1]
    // Each place becomes a parameter of its own, so a value that is text in one place must be text in all.
    return typeof value === 'string' && isRepeated(piece) ? sql`${value}::text` : sql`${sql.param(value)}`
  })
  return db.execute(sql.join(chunks))
}
