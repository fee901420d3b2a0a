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
import { createPostMatcher } from '../post-reader.ts'
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

const NO_POST = 'asin: No post of the site recommends it.'
const SEVERAL_POSTS = 'asin: Several posts of the site recommend it.'

/** A line of a post; or, without one, of a site, whose only post that recommends the product is meant. */
type Line = Omit<staging.StagedEarning, 'post'> & { post: number | null; site: number | null }

const isOfPost = (line: Line): line is Line & { post: number } => line.post !== null

/** Gives lines of a product their post; refuses those whose product is recommended by none, or by several. */
async function matchProducts(
  client: PoolClient,
  batch: readonly Checked<Line>[],
  refuse: (row: ImportRow, why: string) => void,
): Promise<void> {
  const lines = batch.filter(({ value }) => value.post === null)
  if (lines.length === 0) return
  const productOf = ({ value: { site, asin } }: Checked<Line>) => ({ site: site ?? 0, asin: asin ?? '' })
  const products = new Map(lines.map(productOf).map((each) => [staging.siteProductKey(each), each]))
  const found = await staging.findRecommending(client, [...products.values()])
  for (const line of lines) {
    const { post, posts } = found.get(staging.siteProductKey(productOf(line))) ?? { post: null, posts: 0 }
    if (posts === 1) line.value.post = post
    else refuse(line.row, posts === 0 ? NO_POST : SEVERAL_POSTS)
  }
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
    const matchPost = await createPostMatcher(client, await listNamedSites(tx))
    await staging.openStaging(client)
    const { refused, leftOut } = await runImport<Line>(rows, {
      mode: 'whole',
      batch: BATCH,
      leaveOut: ({ cells }) => lostSale(cells),
      check(row) {
        const told = readEarning(row, today)
        const match = typeof told === 'string' ? told : matchPost(told)
        if (typeof told === 'string' || typeof match === 'string') return String(match)
        const { asin, weekStart, weekday, cents } = told
        const [post, site] = 'post' in match ? [match.post, null] : [null, match.site]
        return { post, site, asin, weekStart, weekday, cents }
      },
      async write(batch, refuseRow) {
        await matchProducts(client, batch, refuseRow)
        await bringIn(client, batch.map(({ value }) => value).filter(isOfPost), reading)
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
