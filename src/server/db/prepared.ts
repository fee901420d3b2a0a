import type { Db } from './connect.ts'

/**
 * A statement that is built once for each database and planned once on each of its connections, for questions whose
 * planning costs more than execution. Values that vary are a `sql.placeholder`.
 */
export function prepared<Statement>(build: (db: Db) => Statement): (db: Db) => Statement {
  const built = new WeakMap<Db, Statement>()
  return (db) => {
    const known = built.get(db)
    if (known) return known
    const statement = build(db)
    built.set(db, statement)
    return statement
  }
}
