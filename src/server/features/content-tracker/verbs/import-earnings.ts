import type { Pool, PoolClient } from 'pg'
import { dayAt, plusDays } from '#shared/format/day.ts'
import { bulkTransaction } from '../../../db/bulk-transaction.ts'
import { DamagedFile, type FileRow } from '../../../files/rows.ts'
import type { Actor } from '../../../security/actor.ts'
import { audit } from '../../../security/audit.ts'
import { createEarningsColumn, type EarningsColumn } from '../column-reader.ts'
import { readEarning, type ToldEarning, WHOLE_WEEK } from '../earnings-reader.ts'
import * as staging from '../import-store.ts'
import { createPostMatcher, type Match } from '../post-reader.ts'
import { keepPosts, keepProducts, keepRisks, keepSiteEarnings } from '../store.ts'

/** Lines that are sent together, while the next ones are read. */
const BATCH = 10_000

const OPERATOR = { kind: 'operator', name: 'npm run import' } as const

/** A line that was left out, with its cells as the file has them, and with its `earnings` under this name. */
export interface RefusedEarning {
  line: number
  why: string
  cells: Readonly<Record<string, unknown>>
  /** Cells for which the file's header has no name. */
  more?: readonly unknown[] | undefined
}

export interface EarningsImportParts {
  pool: Pool
  clock: () => Date
  /** In which days are counted. */
  timeZone: string
  /** Who brings it in: an operator with a file, unless said otherwise. */
  by?: Actor
  /** The column that says what was earned, as the file writes it; without it, the one whose name leaves no doubt. */
  earningsColumn?: string | undefined
  /** Told of each line that is refused or that no post was found for, and why. */
  refuse: (line: RefusedEarning) => void
}

export interface ImportedEarnings extends staging.Written {
  /** Lines that were left out. */
  refused: number
  /** The columns that were read as earnings, as the file writes them; several of one file say the same. */
  earningsColumns: string[]
}

/** What a file turns out to be like while it is read. */
interface Reading {
  posts: Set<number>
  weeks: Set<string>
  shape: staging.StagedShape
  /** Whether its order may be the one of weeks and their posts. */
  isByWeek: boolean
  needsProducts: boolean
  last: { post: number; weekStart: string }
}

const beginning = (): Reading => ({
  posts: new Set(),
  weeks: new Set(),
  shape: { isPlain: true, isByPost: true, hasProducts: false },
  isByWeek: true,
  needsProducts: false,
  last: { post: 0, weekStart: '' },
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
  if (post === null) {
    reading.needsProducts = true
    shape.isPlain = false
    return
  }
  if (post !== last.post) reading.posts.add(post)
  shape.isPlain &&= asin === undefined && weekday === WHOLE_WEEK && isInOrder(reading, post, weekStart)
  reading.last = { post, weekStart }
}

const staged = ({ line, asin, weekStart, weekday, cents }: ToldEarning, match: Exclude<Match, string>) => ({
  line,
  asin,
  weekStart,
  weekday,
  cents,
  post: 'post' in match ? match.post : null,
  site: 'site' in match ? match.site : null,
})

/** The rows of a file, one by one or some at a time. */
export type EarningRows = AsyncIterable<FileRow | readonly FileRow[]>

interface Lines {
  rows: EarningRows
  today: string
  matchPost: (told: ToldEarning) => Match
  refuse: EarningsImportParts['refuse']
  reading: Reading
  earnings: EarningsColumn
}

/** The line that a row is, or null where it is refused. */
function lineOf(row: FileRow, { today, matchPost, refuse, earnings }: Lines): staging.StagedEarning | null {
  const told = readEarning(row, today, earnings)
  const match = typeof told === 'string' ? told : matchPost(told)
  if (typeof told !== 'string' && typeof match !== 'string') return staged(told, match)
  const why = typeof match === 'string' ? match : ''
  if ('fault' in row) refuse({ line: row.line, why, cells: row.cells ?? {}, more: row.more })
  else refuse({ line: row.line, why, cells: { ...row.cells, earnings: earnings.read(row) } })
  return null
}

/** The lines that are about a post, some at a time. */
async function* linesOf(told: Lines) {
  let batch: staging.StagedEarning[] = []
  let afterLine = 0
  try {
    for await (const rows of told.rows)
      for (const row of 'line' in rows ? [rows] : rows) {
        afterLine = row.line
        const line = lineOf(row, told)
        if (line === null) continue
        note(told.reading, line)
        batch.push(line)
        if (batch.length < BATCH) continue
        yield batch
        batch = []
      }
  } catch (error) {
    if (!(error instanceof DamagedFile)) throw error
    throw new DamagedFile(
      `The file is damaged after line ${afterLine.toLocaleString('en')}: ${error.message} Nothing was brought in.`,
    )
  }
  if (batch.length > 0) yield batch
}

/** Writes lines or puts them beside what is known, while the next ones are read; answers how many weeks were added. */
async function bringIn(
  client: PoolClient,
  batches: AsyncIterable<staging.StagedEarning[]>,
  { shape }: Reading,
): Promise<number> {
  let added = 0
  const write = async (lines: staging.StagedEarning[], isFirstTime: boolean) => {
    if (isFirstTime && (await staging.addNewEarnings(client, lines))) {
      added += lines.length
      return
    }
    if (!isFirstTime && added > 0) {
      await staging.stageAdded(client)
      added = 0
    }
    await staging.stageEarnings(client, lines)
  }
  await staging.openStaging(client)
  let writing = Promise.resolve()
  for await (const lines of batches) {
    await writing
    writing = write(lines, shape.isPlain && shape.isByPost)
    // Whoever waits for it hears of it.
    writing.catch(() => {})
  }
  await writing
  return added
}

async function refuseUnmatched(client: PoolClient, refuse: EarningsImportParts['refuse']): Promise<void> {
  for await (const rows of staging.listUnmatched(client))
    for (const { line, site, asin, weekStart, weekday, cents, posts } of rows) {
      const why =
        posts === 0
          ? 'asin: No post of the site recommends it.'
          : 'asin: Several posts of the site recommend it.'
      const when = weekday === WHOLE_WEEK ? { week: weekStart } : { day: plusDays(weekStart, weekday) }
      refuse({ line, why, cells: { site, asin, ...when, earnings: (cents / 100).toFixed(2) } })
    }
}

/**
 * Writes down what posts earned by week, and by product where a file says so. Lines of one post and day, or week, are
 * added up; what another file said of them before is replaced, so that the same file may be read any number of times.
 * All of it comes in, or nothing. Throws `DamagedFile`.
 */
export async function importEarnings(
  { pool, clock, timeZone, by = OPERATOR, earningsColumn, ...parts }: EarningsImportParts,
  rows: EarningRows,
): Promise<ImportedEarnings> {
  const now = clock()
  const today = dayAt(now, timeZone)
  let refused = 0
  const refuse: EarningsImportParts['refuse'] = (line) => {
    refused += 1
    parts.refuse(line)
  }
  const reading = beginning()
  const earnings = createEarningsColumn(earningsColumn)
  return bulkTransaction(pool, async (client, tx) => {
    await staging.lockEarnings(client)
    const matchPost = await createPostMatcher(client)
    const lines = linesOf({ rows, today, matchPost, refuse, reading, earnings })
    const added = await bringIn(client, lines, reading)
    if (reading.needsProducts) {
      for (const post of await staging.matchProducts(client)) reading.posts.add(post)
      await refuseUnmatched(client, refuse)
    }
    const written = await staging.writeEarnings(client, reading.shape)
    written.added += added
    await keepSiteEarnings(tx, [...reading.weeks])
    await keepPosts(tx, { today, now, only: [...reading.posts] })
    if (reading.shape.hasProducts) await keepProducts(tx, { today })
    await keepRisks(tx, { only: [...reading.posts] })
    const result = { ...written, refused, earningsColumns: earnings.written() }
    // What comes round by itself says only what it has changed.
    if (by === OPERATOR || written.added + written.changed > 0)
      await audit(tx, by, 'earnings.imported', { after: result })
    return result
  })
}
