import type { Stock } from '#shared/features/products/product-library/rules.ts'
import { withoutInvisible } from '#shared/format/invisible.ts'
import { type Db, transaction } from '../../../../db/connect.ts'
import { recognizeColumns } from '../../../../kernel/imports/columns.ts'
import {
  type Checked,
  type ImportDefinition,
  type ImportTally,
  OPERATOR,
  type RowSource,
  runImport,
} from '../../../../kernel/imports/import-run.ts'
import type { ImportRow, TableKind } from '../../../../kernel/imports/table-reader.ts'
import type { Actor } from '../../../../security/actor.ts'
import { audit } from '../../../../security/audit.ts'
import { type LockedProduct, lockProducts, type SeenStock, writeStocks } from '../stock-store.ts'

/** Lines per batch. */
const BATCH = 4000

/** Columns of a stock file. */
export const availabilityTable: TableKind = {
  recognize: recognizeColumns({ asin: [], availability: ['stock'], seen: ['day', 'date'] }),
  expected: ['ASIN', 'Availability', 'Seen'],
}

const ASIN = /^[A-Z0-9]{10}$/

/** Stock values in files, in capitals and without signs between the words. */
const STOCKS: ReadonlyMap<string, Stock> = new Map([
  ['NOW', 'IN_STOCK'],
  ['IN_STOCK', 'IN_STOCK'],
  ['AVAILABLE', 'IN_STOCK'],
  ['OUT_OF_STOCK', 'OUT_OF_STOCK'],
  ['UNAVAILABLE', 'OUT_OF_STOCK'],
  ['SOLD_OUT', 'OUT_OF_STOCK'],
  ['INVALID_ASIN', 'INVALID_ASIN'],
])

export interface AvailabilityImportDeps {
  db: Db
  clock: () => Date
  /** Actor of the import; an operator with a file by default. */
  by?: Actor
  /**
   * For recurring imports: when the source was queried, and the time before that. Lines of a file describe
   * the present.
   */
  reading?: { at: Date; previousAt: Date | null }
  /** Called for each line that is refused. */
  refuse: ImportDefinition<unknown>['onRefused']
}

export interface ImportedAvailability extends ImportTally {
  /** Lines that changed a product's stock. */
  changed: number
  /** Lines that repeat the known stock or are older than it. */
  repeated: number
}

interface Seen {
  asin: string
  stock: Stock
  seenAt: Date
  /**
   * Set when the line has no date. The line counts only if the product was not scanned after this time or, if
   * null, was never scanned.
   */
  onlyBefore?: Date | null
}

const words = (cell: unknown) => (typeof cell === 'string' ? withoutInvisible(cell).trim() : '')

/** The parsed line, or a sentence about its fault. */
function readSeen(
  { cells }: ImportRow,
  now: Date,
  reading: AvailabilityImportDeps['reading'],
): Seen | string {
  const asin = words(cells.asin).toUpperCase()
  if (!ASIN.test(asin)) return 'asin: Must be ten letters and digits'
  const said = words(cells.availability)
  const stock = STOCKS.get(said.toUpperCase().replace(/[^A-Z]+/g, '_'))
  if (stock === undefined) return 'availability: Must be Now, IN_STOCK, OUT_OF_STOCK or INVALID_ASIN'
  const moment = words(cells.seen)
  const seenAt = moment === '' ? (reading?.at ?? now) : new Date(moment)
  if (moment !== '' && (!/^[12]\d{3}-\d{2}-\d{2}/.test(moment) || Number.isNaN(seenAt.getTime())))
    return 'seen: Must be a date such as 2026-03-01, or a moment such as 2026-03-01T12:00:00Z'
  if (seenAt > now) return 'seen: It is in the future.'
  const isUnsaid = moment === '' && reading !== undefined
  return { asin, stock, seenAt, ...(isUnsaid ? { onlyBefore: reading.previousAt } : {}) }
}

/** Whether the product was scanned since, or may have been. */
const isOvertaken = ({ onlyBefore }: Seen, scannedAt: Date | null) =>
  onlyBefore !== undefined && scannedAt !== null && (onlyBefore === null || scannedAt > onlyBefore)

/** The changes in a product's lines, oldest first. Lines older than the known stock are ignored. */
function follow({ id, stock: known, scannedAt }: LockedProduct, lines: readonly Seen[]) {
  const changes: SeenStock[] = []
  let newest = null as SeenStock | null
  let repeated = 0
  for (const line of lines.toSorted((one, other) => Number(one.seenAt) - Number(other.seenAt))) {
    const { stock, seenAt } = line
    const last = newest?.seenAt ?? scannedAt
    if ((last !== null && seenAt <= last) || isOvertaken(line, scannedAt)) {
      repeated += 1
      continue
    }
    if (stock === (newest?.stock ?? known)) repeated += 1
    else changes.push({ id, stock, seenAt })
    newest = { id, stock, seenAt }
  }
  return { changes, repeated, newest: newest === null ? [] : [newest] }
}

/** Writes the lines of known products; returns which products are known and how their lines were counted. */
const writeSeen = (db: Db, byAsin: ReadonlyMap<string, readonly Seen[]>) =>
  transaction(db, async (tx) => {
    const locked = await lockProducts(tx, [...byAsin.keys()])
    const followed = locked.map((product) => follow(product, byAsin.get(product.asin) ?? []))
    await writeStocks(tx, {
      changes: followed.flatMap(({ changes }) => changes),
      newest: followed.flatMap(({ newest }) => newest),
    })
    return { followed, known: new Set(locked.map(({ asin }) => asin)) }
  })

/**
 * Imports product stock as seen by other systems. Older lines change nothing, so the same file can be
 * imported any number of times.
 */
export async function importAvailability(
  { db, clock, refuse, by = OPERATOR, reading }: AvailabilityImportDeps,
  rows: RowSource,
): Promise<ImportedAvailability> {
  const now = clock()
  const counted = { changed: 0, repeated: 0 }

  async function write(batch: readonly Checked<Seen>[], refuseRow: (row: ImportRow, why: string) => void) {
    const lines = batch.map(({ value }) => value)
    const { followed, known } = await writeSeen(
      db,
      Map.groupBy(lines, ({ asin }) => asin),
    )
    for (const { changes, repeated } of followed) {
      counted.changed += changes.length
      counted.repeated += repeated
    }
    for (const { row, value } of batch)
      if (!known.has(value.asin)) refuseRow(row, 'asin: No article or post recommends it.')
  }

  const tally = await runImport<Seen>(rows, {
    mode: 'as far as it goes',
    batch: BATCH,
    check: (row) => readSeen(row, now, reading),
    write,
    onRefused: refuse,
  })
  const result = { ...counted, ...tally }
  // A recurring import is audited only if it changed something.
  if (by === OPERATOR || result.changed > 0)
    await transaction(db, (tx) => audit(tx, by, 'availability.imported', { after: result }))
  return result
}
