import { AppError } from '../../errors.ts'
import { DamagedFile, damageText } from './damaged-file.ts'
import type { ImportRow } from './table-reader.ts'

/** Who imports a file from the command line. */
export const OPERATOR = { kind: 'operator', name: 'npm run import' } as const

/** Rows one by one, or some at a time. */
export type RowSource = AsyncIterable<ImportRow | readonly ImportRow[]>

/** A row that was not imported, with everything that its file has in that line. */
export interface RefusedRow extends Pick<ImportRow, 'line' | 'cells' | 'all'> {
  why: string
}

export interface Checked<Value> {
  row: ImportRow
  value: Value
}

interface Fault {
  row: ImportRow
  why: string
}

/** What every import counts. */
export interface ImportTally {
  refused: number
  /** Rows that were never meant to be imported, such as totals, by what they are; null for none. */
  leftOut: Record<string, number> | null
  /** Where and why reading the file stopped; everything before was imported. */
  damage: { afterLine: number; why: string } | null
}

export interface ImportDefinition<Value> {
  /** Import a damaged file up to the damage, or not at all. */
  mode: 'as far as it goes' | 'whole'
  /** Rows that are written together. */
  batch: number
  /** What kind of row it is that does not count. */
  leaveOut?: (row: ImportRow) => string | undefined
  /** Parses a row, or returns a sentence about its fault. */
  check(row: ImportRow): Value | string
  /** Writes rows while the next ones are read. What only the database knows to be wrong is refused here. */
  write(batch: readonly Checked<Value>[], refuse: (row: ImportRow, why: string) => void): Promise<void>
  /** Called for each row that is refused. */
  onRefused(row: RefusedRow): void
}

/**
 * The loop of every import: checks rows, refuses those that are wrong, and writes the others in batches. Memory stays
 * the same for files of any length.
 * @throws AppError for a damaged file that is imported as a whole or not at all
 */
export async function runImport<Value>(
  rows: RowSource,
  { mode, batch: size, leaveOut = () => undefined, check, write, onRefused }: ImportDefinition<Value>,
): Promise<ImportTally> {
  const tally: ImportTally = { refused: 0, leftOut: null, damage: null }
  let batch: Checked<Value>[] = []
  let faults: Fault[] = []
  let afterLine = 0
  let writing: Promise<void> = Promise.resolve()

  /** Refuses rows in the order of their lines, whether the file or the database shows that they are wrong. */
  function refuse(all: Fault[]) {
    tally.refused += all.length
    for (const { row, why } of all.sort((one, other) => one.row.line - other.row.line))
      onRefused({ line: row.line, why, cells: row.cells, ...(row.all === undefined ? {} : { all: row.all }) })
  }
  function take(row: ImportRow) {
    afterLine = row.line
    const leftOut = row.leftOut ?? (row.fault === undefined ? leaveOut(row) : undefined)
    if (leftOut !== undefined) {
      tally.leftOut = { ...tally.leftOut, [leftOut]: (tally.leftOut?.[leftOut] ?? 0) + 1 }
      return
    }
    const value = row.fault ?? check(row)
    if (typeof value === 'string') faults.push({ row, why: value })
    else batch.push({ row, value })
  }
  async function settle(full: readonly Checked<Value>[], wrong: Fault[]) {
    if (full.length > 0) await write(full, (row, why) => wrong.push({ row, why }))
    refuse(wrong)
  }
  async function flush() {
    const [full, wrong] = [batch, faults]
    batch = []
    faults = []
    await writing
    writing = settle(full, wrong)
    // The next flush, or the end, throws what went wrong.
    writing.catch(() => {})
  }

  try {
    for await (const some of rows)
      for (const row of 'line' in some ? [some] : some) {
        take(row)
        if (batch.length + faults.length >= size) await flush()
      }
  } catch (error) {
    if (!(error instanceof DamagedFile)) {
      await Promise.allSettled([writing])
      throw error
    }
    tally.damage = { afterLine, why: error.message }
  }
  if (tally.damage !== null && mode === 'whole') {
    await Promise.allSettled([writing])
    throw new AppError('unprocessable', `${damageText(tally.damage)} Nothing was imported.`)
  }
  await flush()
  await writing
  return tally
}
