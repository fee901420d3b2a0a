import { SOURCE_PARTS, type SourcePart } from '#shared/features/posts/warehouse/rules.ts'
import { HOUR_MS } from '#shared/format/duration.ts'
import { transaction } from '../../../../db/connect.ts'
import { IntegrationError } from '../../../../integrations/integration-error.ts'
import { sayRefusal } from '../../../../integrations/refusal-words.ts'
import type { SourceQuery, WarehouseSource } from '../../../../integrations/warehouse-source/port.ts'
import type { WarehouseDeps } from '../deps.ts'
import { markOfSites } from '../queries.ts'
import * as store from '../store.ts'

export const READ_WAREHOUSE = 'warehouse.read'
/** A run starts nothing after this time; the next run continues. */
const WORK_MS = 240_000
/** Time limit for one slice. */
const SLICE_MS = 240_000

/** Rows per slice, sized to fit into one answer. */
const MOST: Readonly<Record<SourcePart, number>> = { posts: 500, earnings: 20_000, availability: 20_000 }
/** Overlap with the previous reading, because writers do not wait for us and clocks differ. */
const OVERLAP_MS = 10 * 60_000
/** A warehouse that cannot report changes is read in full, at most this often. */
const WHOLE_EVERY_MS = 6 * HOUR_MS

const JOB = { kind: 'job', name: READ_WAREHOUSE } as const

export const tellsAll = ({ tellsChanges }: WarehouseSource) =>
  SOURCE_PARTS.every((part) => tellsChanges[part])

/** Rows in the form of file lines. */
async function* linesOf(rows: readonly object[], first: number) {
  for (const [index, row] of rows.entries())
    yield { line: first + index, cells: row as Readonly<Record<string, unknown>> }
}

type Told = Parameters<WarehouseDeps['imports'][SourcePart]>[1]

/** Imports a slice like a file of the same kind; returns the number of refused rows by reason. */
async function takeOver(
  { imports }: WarehouseDeps,
  { part, rows }: { part: SourcePart; rows: readonly object[] },
  { first, ...told }: Omit<Told, 'by' | 'refuse'> & { first: number },
): Promise<ReadonlyMap<string, number>> {
  const reasons = new Map<string, number>()
  const refuse = ({ why }: { why: string }) => void reasons.set(why, (reasons.get(why) ?? 0) + 1)
  if (rows.length > 0) await imports[part](linesOf(rows, first), { ...told, by: JOB, refuse })
  return reasons
}

/** The current reading, or a new one if it is due. */
const beginReading = ({ db, clock }: WarehouseDeps, source: WarehouseSource, sitesNow: string) =>
  transaction(db, async (tx): Promise<store.ReadingRow | null> => {
    const known = await store.lockReading(tx, source.account)
    if (known.startedAt !== null) return known
    const now = clock()
    const isNew = known.readFor !== sitesNow
    const age = known.readAt === null ? Number.POSITIVE_INFINITY : now.getTime() - known.readAt.getTime()
    const isAsked = known.since === null || isNew
    if (!isAsked && !tellsAll(source) && age < WHOLE_EVERY_MS) return null
    return store.advanceReading(tx, known, {
      startedAt: now,
      part: 'posts',
      cursor: null,
      rows: 0,
      refused: store.remainingRefused(known.refused, (part) => !isAsked && source.tellsChanges[part]),
      readFor: sitesNow,
      ...(isNew ? { since: null } : {}),
    })
  })

/** The next step after a slice: the next slice, the next part, or the end. */
function stepAfter(
  { startedAt, part, rows }: store.ReadingRow,
  slice: { rows: readonly unknown[]; next: readonly string[] | null },
): Parameters<typeof store.advanceReading>[2] {
  const told = { failedSince: null, failure: null }
  const read = rows + slice.rows.length
  if (slice.next !== null) return { ...told, cursor: slice.next, rows: read }
  const next = SOURCE_PARTS[SOURCE_PARTS.indexOf(part ?? 'posts') + 1]
  if (next !== undefined) return { ...told, part: next, cursor: null, rows: 0 }
  const since = startedAt === null ? null : new Date(startedAt.getTime() - OVERLAP_MS)
  return { ...told, startedAt: null, part: null, cursor: null, rows: read, readAt: startedAt, since }
}

/** Reads a slice. Throws `IntegrationError`, also on timeout. */
async function askFor(
  { sliceMs = SLICE_MS }: WarehouseDeps,
  source: WarehouseSource,
  { part, query, leaving }: { part: SourcePart; query: SourceQuery; leaving: AbortSignal },
) {
  const late = AbortSignal.timeout(sliceMs)
  try {
    return await source.read(part, query, AbortSignal.any([leaving, late]))
  } catch (error) {
    if (leaving.aborted || !late.aborted) throw error
    const failure = { system: source.adapter, kind: 'timeout', operation: `read ${part}` } as const
    throw new IntegrationError(`${source.adapter} took too long for a slice`, { ...failure, cause: error })
  }
}

/** Reads and writes one slice; null if another run continues, or nothing is left. */
async function readSlice(
  deps: WarehouseDeps,
  source: WarehouseSource,
  { reading, leaving }: { reading: store.ReadingRow; leaving: AbortSignal },
): Promise<store.ReadingRow | null> {
  const part = reading.part ?? 'posts'
  const since = source.tellsChanges[part] ? reading.since : null
  const query = { after: reading.cursor, since, most: MOST[part] }
  const slice = await askFor(deps, source, { part, query, leaving })
  const moments = { at: reading.startedAt ?? deps.clock(), previousAt: reading.readAt }
  const told = { first: reading.rows + 1, reading: moments }
  const reasons = await takeOver(deps, { part, rows: slice.rows }, told)
  const refused = store.addRefused(reading.refused, part, reasons)
  const next = await store.advanceReading(deps.db, reading, { ...stepAfter(reading, slice), refused })
  return next?.startedAt == null ? null : next
}

/**
 * Imports changes from the external warehouse since the last reading, slice by slice. If a run ends early or
 * dies, the next one continues. Reading a slice twice changes nothing.
 */
export async function followWarehouse(deps: WarehouseDeps, leaving: AbortSignal): Promise<void> {
  const { warehouseSource: source, db, clock, log } = deps
  if (source === null) return
  const endAt = performance.now() + WORK_MS
  const mark = await markOfSites(db)
  try {
    let reading = await beginReading(deps, source, mark)
    while (reading !== null && performance.now() < endAt && !leaving.aborted)
      reading = await readSlice(deps, source, { reading, leaving })
  } catch (error) {
    if (leaving.aborted) return
    if (!(error instanceof IntegrationError)) throw error
    log.warn({ err: error }, 'the outside warehouse could not be read')
    await store.recordReadingFailure(db, source.account, { now: clock(), failure: sayRefusal(error) })
  }
}
