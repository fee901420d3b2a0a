import type { Pool, PoolClient } from 'pg'
import { dayAt, plusDays } from '#shared/format/day.ts'
import { bulkTransaction } from '../../../db/bulk-transaction.ts'
import { DamagedFile, type FileRow } from '../../../files/rows.ts'
import type { Actor } from '../../../security/actor.ts'
import { audit } from '../../../security/audit.ts'
import { readEarning, type ToldEarning, WHOLE_WEEK } from '../earnings-reader.ts'
import * as staging from '../import-store.ts'
import { createPostMatcher, type Match } from '../post-reader.ts'
import { keepPosts, keepProducts, keepRisks, keepSiteEarnings, these } from '../store.ts'

/** Lines that are sent together. */
const BATCH = 4000

const OPERATOR = { kind: 'operator', name: 'npm run import' } as const

/** A line that was left out, with its cells as the file has them. */
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
  /** Told of each line that is refused or that no post was found for, and why. */
  refuse: (line: RefusedEarning) => void
}

export interface ImportedEarnings extends staging.Written {
  /** Lines that were left out. */
  refused: number
}

/** What a file turns out to be like while it is read. */
interface Reading {
  posts: Set<number>
  weeks: Set<string>
  shape: staging.StagedShape
  needsProducts: boolean
  last: { post: number; weekStart: string }
}

function note(reading: Reading, { post, asin, weekStart, weekday }: staging.StagedEarning): void {
  reading.weeks.add(weekStart)
  if (asin !== undefined) reading.shape.hasProducts = true
  if (post === null) {
    reading.needsProducts = true
    reading.shape.isPlain = false
    return
  }
  reading.posts.add(post)
  const { last, shape } = reading
  if (!shape.isPlain) return
  const isNext = post > last.post || (post === last.post && weekStart > last.weekStart)
  shape.isPlain = isNext && asin === undefined && weekday === WHOLE_WEEK
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

interface Lines {
  rows: AsyncIterable<FileRow>
  today: string
  matchPost: (told: ToldEarning) => Match
  refuse: EarningsImportParts['refuse']
  reading: Reading
}

/** The lines that are about a post, some at a time. */
async function* linesOf({ rows, today, matchPost, refuse, reading }: Lines) {
  let batch: staging.StagedEarning[] = []
  let afterLine = 0
  try {
    for await (const row of rows) {
      afterLine = row.line
      const told = readEarning(row, today)
      const match = typeof told === 'string' ? told : matchPost(told)
      if (typeof told === 'string' || typeof match === 'string') {
        const why = typeof match === 'string' ? match : ''
        refuse({ line: row.line, why, cells: row.cells ?? {}, more: 'fault' in row ? row.more : undefined })
        continue
      }
      const line = staged(told, match)
      note(reading, line)
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
  yield batch
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
  { pool, clock, timeZone, by = OPERATOR, ...parts }: EarningsImportParts,
  rows: AsyncIterable<FileRow>,
): Promise<ImportedEarnings> {
  const now = clock()
  const today = dayAt(now, timeZone)
  let refused = 0
  const refuse: EarningsImportParts['refuse'] = (line) => {
    refused += 1
    parts.refuse(line)
  }
  const reading: Reading = {
    posts: new Set(),
    weeks: new Set(),
    shape: { isPlain: true, hasProducts: false },
    needsProducts: false,
    last: { post: 0, weekStart: '' },
  }
  return bulkTransaction(pool, async (client, tx) => {
    await staging.lockEarnings(client)
    const matchPost = await createPostMatcher(client)
    await staging.stageEarnings(client, linesOf({ rows, today, matchPost, refuse, reading }))
    if (reading.needsProducts) {
      for (const post of await staging.matchProducts(client)) reading.posts.add(post)
      await refuseUnmatched(client, refuse)
    }
    const written = await staging.writeEarnings(client, reading.shape)
    await keepSiteEarnings(tx, [...reading.weeks])
    await keepPosts(tx, { today, now, only: these([...reading.posts]) })
    if (reading.shape.hasProducts) await keepProducts(tx, { today })
    await keepRisks(tx, { only: these([...reading.posts]) })
    const result = { ...written, refused }
    // What comes round by itself says only what it has changed.
    if (by === OPERATOR || written.added + written.changed > 0)
      await audit(tx, by, 'earnings.imported', { after: result })
    return result
  })
}
