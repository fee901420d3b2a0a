import { getTableName } from 'drizzle-orm'
import type { Pool, PoolClient } from 'pg'
import type { ReportedTable } from './reported-tables.ts'

/** Receives the names of the tables that were written to, or `'unknown'` where any table may have been. */
type Listener = (tables: ReadonlySet<string> | 'unknown') => void

/** By the handle of the database, which need not be known here. */
const listeners = new WeakMap<object, Set<Listener>>()

/** The SQLSTATE of the notices of `report_write()`, which name the table. */
const WRITTEN = 'CDW01'

/** Reports the writes of this connection as soon as it is outside a transaction, before the caller has the result. */
function observe(client: PoolClient, notify: Listener): void {
  let written = new Set<string>()
  const report = () => {
    if (written.size === 0) return
    const tables = written
    written = new Set()
    notify(tables)
  }
  client.on('notice', ({ code, table }) => {
    if (code === WRITTEN && table !== undefined) written.add(table)
  })
  client.connection.prependListener('readyForQuery', ({ status }: { status: string }) => {
    if (status === 'I') report()
  })
  // A commit that failed with its connection may have been carried out.
  client.on('end', report)
  // So may a statement whose answer, and with it the notice, was lost.
  client.on('error', () => {
    written = new Set()
    notify('unknown')
  })
}

/** From now on, writes over the connections of `pool` are reported to the `onWrite` listeners of `db`. */
export function observeWrites(pool: Pool, db: object): void {
  const all = new Set<Listener>()
  listeners.set(db, all)
  pool.on('connect', (client) =>
    observe(client, (tables) => {
      for (const listener of all) listener(tables)
    }),
  )
}

/**
 * Calls `listener` after this process has written to one of these tables through `db` or its pool, before the caller
 * continues. A transaction is reported once, when it ends, whether committed or rolled back. A connection that breaks
 * counts as a write to every table.
 */
export function onWrite(db: object, tables: readonly ReportedTable[], listener: () => void): void {
  const names = tables.map((table) => getTableName(table))
  const all = listeners.get(db)
  if (all === undefined) throw new TypeError('Writes over this connection are not observed')
  all.add((written) => {
    if (written === 'unknown' || names.some((name) => written.has(name))) listener()
  })
}
