import { parse, SqlError } from 'libpg-query'
import { StatementError } from '../../../db/console/ask.ts'

/** A function that a statement calls. */
export interface CalledFunction {
  name: string
  /** Where, in characters from 1. */
  position: number
}

/** A statement that only reads, as PostgreSQL's grammar has it. */
export interface ReadStatement {
  tree: Tree
  functions: readonly CalledFunction[]
}

const ONLY_READS = 'Only read statements are allowed: SELECT, WITH, VALUES, TABLE, or EXPLAIN of one of them.'

export type Tree = Readonly<Record<string, unknown>>
export const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null

/** Statements that stand inside a statement which only reads. */
const READING = new Set(['SelectStmt', 'ExplainStmt'])

/** The grammar counts bytes; people and editors count characters. */
export function positionOf(statement: string, byte: unknown): number {
  const bytes = Buffer.from(statement).subarray(0, typeof byte === 'number' ? byte : 0)
  return bytes.toString().length + 1
}

/** Every node of a parsed statement, with its kind. */
export function* nodesOf(value: unknown): Generator<readonly [kind: string, node: Tree]> {
  if (Array.isArray(value)) for (const entry of value) yield* nodesOf(entry)
  else if (isTree(value)) {
    for (const [kind, node] of Object.entries(value)) {
      if (isTree(node) && !Array.isArray(node)) yield [kind, node]
      yield* nodesOf(node)
    }
  }
}

/** The last part of a name such as `pg_catalog.lower`. */
export function nameOf(funcname: unknown): string {
  const last: unknown = Array.isArray(funcname) ? funcname.at(-1) : undefined
  const part = isTree(last) && isTree(last.String) ? last.String.sval : ''
  return String(part)
}

async function parsed(statement: string) {
  try {
    const tree = await parse(statement)
    return tree.stmts ?? []
  } catch (error) {
    if (!(error instanceof SqlError)) throw error
    const { message, cursorPosition } = error.sqlDetails ?? { message: error.message, cursorPosition: -1 }
    throw new StatementError(message, cursorPosition >= 0 ? { position: cursorPosition + 1 } : {})
  }
}

/**
 * Parses a statement with PostgreSQL's own grammar. Throws `StatementError` if it is not exactly one
 * statement, or does more than read. This is only for better messages; security depends on the role's rights.
 */
export async function readStatement(statement: string): Promise<ReadStatement> {
  const [first, second] = await parsed(statement)
  if (!first) throw new StatementError('There’s no statement, only comments.')
  if (second)
    throw new StatementError('Run one statement at a time.', {
      position: positionOf(statement, (first.stmt_location ?? 0) + (first.stmt_len ?? 0)),
    })
  if (!isTree(first.stmt) || !Object.keys(first.stmt).every((kind) => READING.has(kind)))
    throw new StatementError(ONLY_READS, { position: 1 })
  const functions: CalledFunction[] = []
  for (const [kind, node] of nodesOf(first.stmt)) {
    if (kind.endsWith('Stmt') && !READING.has(kind)) throw new StatementError(ONLY_READS)
    if (kind === 'intoClause') throw new StatementError(`SELECT INTO would make a table. ${ONLY_READS}`)
    if (kind === 'LockingClause') throw new StatementError(`You can’t lock rows here. ${ONLY_READS}`)
    if (kind === 'FuncCall')
      functions.push({ name: nameOf(node.funcname), position: positionOf(statement, node.location) })
  }
  return { tree: first.stmt, functions }
}
