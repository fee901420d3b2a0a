import { getTableName, type Table } from 'drizzle-orm'
import type { Pool, PoolClient } from 'pg'

/** Receives the names of the tables that were written to. */
type Listener = (tables: ReadonlySet<string>) => void

/** By the handle of the database, which need not be known here. */
const listeners = new WeakMap<object, Set<Listener>>()

const WRITE =
  /\b(?:insert\s+into|update|delete\s+from|merge\s+into|truncate|copy)\s+(?:table\s+|only\s+)?(?:"?public"?\.)?"?([a-z_][a-z0-9_]*)/gi
const BEGINS = /^\s*(?:begin|start\s+transaction)\b/i
const ENDS = /\b(?:commit|rollback)\s*;?\s*$/i

/**
 * Functions of the database that write, with the tables that they write to: `select keep_risks(…)` does not say so by
 * its text. Triggers are not among them.
 */
export const WRITERS: Readonly<Record<string, readonly string[]>> = {
  keep_article_counts: ['products'],
  keep_post_products: ['content_posts'],
  keep_risks: ['stock_risks'],
  melt_keyword_counts: ['keyword_counts'],
  melt_product_counts: ['product_counts'],
  refresh_article_statuses: ['keywords'],
}
const CALLS_WRITER = new RegExp(`^\\s*select\\s+(${Object.keys(WRITERS).join('|')})\\s*\\(`, 'i')

const MOST_KEPT = 2000
/** A statement with its values written into it comes once. */
const LONGEST_KEPT = 10_000
const kept = new Map<string, ReadonlySet<string>>()

/** The tables that a statement writes to by its text. What triggers write on with it is their table's affair. */
export function tablesOf(text: string): ReadonlySet<string> {
  const known = kept.get(text)
  if (known) return known
  const [, writer = ''] = CALLS_WRITER.exec(text) ?? []
  const tables = new Set([
    ...[...text.matchAll(WRITE)].map(([, table = '']) => table.toLowerCase()),
    ...(WRITERS[writer.toLowerCase()] ?? []),
  ])
  if (text.length <= LONGEST_KEPT) {
    if (kept.size >= MOST_KEPT) kept.clear()
    kept.set(text, tables)
  }
  return tables
}

/** Most statements are reads, and those that begin like one are no more, unless they call what writes. */
const isRead = (text: string) => /^\s*select\b/i.test(text) && !CALLS_WRITER.test(text)

function textOf(statement: unknown): string {
  if (typeof statement === 'string') return statement
  const isNamed = typeof statement === 'object' && statement !== null && 'text' in statement
  return isNamed && typeof statement.text === 'string' ? statement.text : ''
}

/** Calls `after` when a result arrives, before the caller has it. */
function answered(call: (given: unknown[]) => unknown, given: unknown[], after: () => void): unknown {
  const last = given.at(-1)
  if (typeof last !== 'function') {
    const answer = call(given)
    return answer instanceof Promise ? answer.finally(after) : answer
  }
  return call([
    ...given.slice(0, -1),
    (...answer: unknown[]) => {
      after()
      Reflect.apply(last, undefined, answer)
    },
  ])
}

/** Reports the writes of this connection: at once outside a transaction, otherwise when it ends. */
function hear(client: PoolClient, tell: Listener): void {
  let written: Set<string> | null = null
  client.query = new Proxy(client.query, {
    apply(query, self, given: unknown[]) {
      const call = (all: unknown[]): unknown => Reflect.apply(query, self, all)
      const text = textOf(given[0])
      if (isRead(text)) return call(given)
      const tables = tablesOf(text)
      if (BEGINS.test(text)) written = new Set()
      for (const table of tables) written?.add(table)
      if (written !== null && !ENDS.test(text)) return call(given)
      const all = written ?? tables
      written = null
      return all.size === 0 ? call(given) : answered(call, given, () => tell(all))
    },
  })
}

/** From now on, writes over the connections of `pool` are reported to the `onWrite` listeners of `db`. */
export function hearWrites(pool: Pool, db: object): void {
  const all = new Set<Listener>()
  listeners.set(db, all)
  pool.on('connect', (client) =>
    hear(client, (tables) => {
      for (const listener of all) listener(tables)
    }),
  )
}

/**
 * Calls `listener` after each write to one of these tables that this process has made through `db` or its pool, before
 * its caller continues. A transaction counts as a write of all its tables when it ends, however it does.
 */
export function onWrite(db: object, tables: readonly Table[], listener: () => void): void {
  const names = tables.map((table) => getTableName(table))
  const all = listeners.get(db)
  if (all === undefined) throw new TypeError('Writes over this connection are not observed')
  all.add((written) => {
    if (names.some((name) => written.has(name))) listener()
  })
}
