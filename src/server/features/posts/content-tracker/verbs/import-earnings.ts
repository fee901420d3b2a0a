import type { Pool, PoolClient } from 'pg'
import { dayAt } from '#shared/format/day.ts'
import { bulkTransaction } from '../../../../db/bulk-transaction.ts'
import {
  type Checked,
  type ImportDefinition,
  type ImportTally,
  OPERATOR,
  type RowSource,
  runImport,
} from '../../../../kernel/imports/import-run.ts'
import { listNamedSites } from '../../../../kernel/imports/site-queries.ts'
import type { ImportRow } from '../../../../kernel/imports/table-reader.ts'
import type { Actor } from '../../../../security/actor.ts'
import { audit } from '../../../../security/audit.ts'
import { readEarning, WHOLE_WEEK } from '../earnings-reader.ts'
import * as staging from '../import-store.ts'
import { createPlaceReader, createPostMatcher, type PlacedLine, type PostMatcher } from '../post-reader.ts'
import { type EarningsSource, lostSale } from '../report-reader.ts'
import { recomputePosts, recomputeProductEarnings, recomputeRisks, recomputeSiteEarnings } from '../store.ts'

/** Lines that are sent together, while the next ones are read. */
const BATCH = 10_000

export interface EarningsImportDeps {
  pool: Pool
  clock: () => Date
  /** In which days are counted. */
  timeZone: string
  /** Who brings it in: an operator with a file, unless said otherwise. */
  by?: Actor
  /** What the file turned out to be, once it has been read. */
  source?: () => EarningsSource
  /** Called for each line that is refused or that matches no post. */
  refuse: ImportDefinition<unknown>['onRefused']
}

export interface ImportedEarnings extends staging.Written, EarningsSource, Omit<ImportTally, 'damage'> {}

/** What a file turns out to be like while it is read. */
interface Reading {
  posts: Set<number>
  weeks: Set<string>
  shape: staging.StagedShape
  /** Whether its order may be the one of weeks and their posts. */
  isByWeek: boolean
  last: { post: number; weekStart: string }
  /** Weeks that were added without staging. */
  added: number
}

const beginning = (): Reading => ({
  posts: new Set(),
  weeks: new Set(),
  shape: { isPlain: true, isByPost: true, hasProducts: false },
  isByWeek: true,
  last: { post: 0, weekStart: '' },
  added: 0,
})

/** Whether lines are still in an order that has each post's week once. */
function isInOrder(reading: Reading, post: number, weekStart: string): boolean {
  const { last, shape } = reading
  if (shape.isByPost) shape.isByPost = post > last.post || (post === last.post && weekStart > last.weekStart)
  if (reading.isByWeek)
    reading.isByWeek = weekStart > last.weekStart || (weekStart === last.weekStart && post > last.post)
  return shape.isByPost || reading.isByWeek
}

function note(reading: Reading, { post, asin, weekStart, weekday }: staging.StagedEarning): void {
  const { last, shape } = reading
  if (weekStart !== last.weekStart) reading.weeks.add(weekStart)
  if (asin !== undefined) shape.hasProducts = true
  if (post !== last.post) reading.posts.add(post)
  shape.isPlain &&= asin === undefined && weekday === WHOLE_WEEK && isInOrder(reading, post, weekStart)
  reading.last = { post, weekStart }
}

/** A line whose post is yet to be found. */
type Line = Omit<staging.StagedEarning, 'post'> & PlacedLine

/** The lines of posts; refuses those without one. */
async function matchLines(
  matchPosts: PostMatcher,
  batch: readonly Checked<Line>[],
  refuse: (row: ImportRow, why: string) => void,
): Promise<staging.StagedEarning[]> {
  const posts = await matchPosts(batch.map(({ value }) => value))
  const lines: staging.StagedEarning[] = []
  for (const [index, post] of posts.entries()) {
    const line = batch[index]
    if (line === undefined) continue
    const { asin, weekStart, weekday, cents } = line.value
    if (typeof post === 'string') refuse(line.row, post)
    else lines.push({ post, asin, weekStart, weekday, cents })
  }
  return lines
}

/** Writes lines directly, or stages them for a merge. */
async function bringIn(
  client: PoolClient,
  lines: readonly staging.StagedEarning[],
  reading: Reading,
): Promise<void> {
  for (const line of lines) note(reading, line)
  const isFirstTime = reading.shape.isPlain && reading.shape.isByPost
  if (lines.length === 0) return
  if (isFirstTime && (await staging.addNewEarnings(client, lines))) {
    reading.added += lines.length
    return
  }
  if (!isFirstTime && reading.added > 0) {
    await staging.stageAdded(client)
    reading.added = 0
  }
  await staging.stageEarnings(client, lines)
}

/**
 * Imports earnings of posts per week, and per product if the file has them. Lines of the same post and day or
 * week are added up, and replace those of earlier files, so the same file can be imported any number of
 * times. All or nothing.
 */
export async function importEarnings(
  { pool, clock, timeZone, by = OPERATOR, source, refuse }: EarningsImportDeps,
  rows: RowSource,
): Promise<ImportedEarnings> {
  const now = clock()
  const today = dayAt(now, timeZone)
  const reading = beginning()
  return bulkTransaction(pool, async (client, tx) => {
    await staging.lockEarnings(client)
    const sites = await listNamedSites(tx)
    const readPlace = createPlaceReader(sites)
    const matchPosts = createPostMatcher(client, sites)
    await staging.openStaging(client)
    const { refused, leftOut } = await runImport<Line>(rows, {
      mode: 'whole',
      batch: BATCH,
      leaveOut: ({ cells }) => lostSale(cells),
      check(row) {
        const told = readEarning(row, today)
        if (typeof told === 'string') return told
        const place = readPlace(told)
        if (typeof place === 'string') return place
        const { asin, weekStart, weekday, cents } = told
        return { place, asin, weekStart, weekday, cents }
      },
      async write(batch, refuseRow) {
        await bringIn(client, await matchLines(matchPosts, batch, refuseRow), reading)
      },
      onRefused: refuse,
    })
    const written = await staging.writeEarnings(client, reading.shape)
    written.added += reading.added
    const andSites = await recomputeSiteEarnings(tx, [...reading.weeks])
    await recomputePosts(tx, { today, now, only: [...reading.posts], andSites })
    if (reading.shape.hasProducts) await recomputeProductEarnings(tx, { today })
    await recomputeRisks(tx, { only: [...reading.posts] })
    const { report, earningsColumns } = source?.() ?? { report: null, earningsColumns: [] }
    const result = { ...written, refused, leftOut, report, earningsColumns }
    // A recurring import is audited only if it changed something.
    if (by === OPERATOR || written.added + written.changed > 0)
      await audit(tx, by, 'earnings.imported', { after: result })
    return result
  })
}
