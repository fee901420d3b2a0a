import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import type { Db } from '../db/connect.ts'

interface Node {
  'Node Type': string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Node[]
}

/** How the database executed the queries: the indexes used, and the rows scanned. */
export interface Plans {
  indexes: string[]
  rows: number
}

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

const rowsOf = (node: Node) =>
  node['Node Type'].endsWith('Scan') && !/^(Bitmap Index|CTE|Subquery|Function)/.test(node['Node Type'])
    ? node['Actual Loops'] *
      (node['Actual Rows'] +
        (node['Rows Removed by Filter'] ?? 0) +
        (node['Rows Removed by Index Recheck'] ?? 0))
    : 0

/** Runs read-only queries and then explains each of them with ANALYZE. */
export async function plansOf(pool: pg.Pool, ask: (db: Db) => Promise<unknown>): Promise<Plans> {
  const statements: { text: string; values: unknown[] }[] = []
  await ask(drizzle(pool, { logger: { logQuery: (text, values) => void statements.push({ text, values }) } }))
  const plans: Plans = { indexes: [], rows: 0 }
  for (const { text, values } of statements) {
    const { rows } = await pool.query<{ 'QUERY PLAN': { Plan: Node }[] }>(
      `explain (analyze, format json) ${text}`,
      values,
    )
    for (const node of rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan }) => nodesOf(Plan)))) {
      if (node['Index Name'] !== undefined) plans.indexes.push(node['Index Name'])
      plans.rows += rowsOf(node)
    }
  }
  return plans
}
