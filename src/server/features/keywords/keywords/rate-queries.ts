import { type Column, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../db/connect.ts'
import { keywords } from '../../../db/schema/keywords.ts'
import { keywordDays } from '../../../db/schema/share-of-voice.ts'

/** Up to this many matches, sorting is faster than walking through all keywords in order. */
export const FEW = 4000

interface Part {
  limit: number
  offset: number
}

interface DirectedPart extends Part {
  isReversed: boolean
}

/** A page of `total` rows, if their number is known, read from the end that is nearer to it. */
export async function fromNearerEnd(
  total: number | undefined,
  { limit, offset }: Part,
  list: (part: DirectedPart) => Promise<number[]>,
): Promise<number[]> {
  const after = total === undefined ? Number.POSITIVE_INFINITY : total - offset - limit
  if (offset <= Math.max(after, 0)) return list({ limit, offset, isReversed: false })
  const ids = await list({
    limit: Math.max(limit + Math.min(after, 0), 0),
    offset: Math.max(after, 0),
    isReversed: true,
  })
  return ids.reverse()
}

interface RankedPage extends Part {
  /** Conditions on `keywords`. */
  where: SQL | undefined
  /** Set if `where` contains nothing else: tracked keywords, others, or both. */
  only?: { tracked: boolean | undefined } | undefined
  /** Set if an index finds the matches: their number, possibly a little old. */
  matches?: { count: number } | undefined
  /** Number of keywords on all pages, if it is known. */
  total?: number | undefined
  sortOrder: 'asc' | 'desc'
}

export interface RatePage extends RankedPage {
  /** Which share of `keyword_days`. */
  rate: Column
  /** Fewest days with data for the share. */
  least?: { days: Column; count: number } | undefined
}

/** Sort order by columns of `keyword_days`. */
interface Rank {
  /** Condition for rows with a value. */
  has: SQL
  /** Whether keywords without a value follow. */
  isWhole: boolean
  order: Record<RankedPage['sortOrder'], SQL>
}

// An index with nulls last can be read backwards for the other direction.
const byRate = ({ rate, least }: Pick<RatePage, 'rate' | 'least'>): Rank => ({
  has: least ? sql`${rate} is not null and ${least.days} >= ${least.count}::int` : sql`${rate} is not null`,
  isWhole: least === undefined,
  order: {
    asc: sql`${rate} asc nulls first, ${keywordDays.keywordId} desc`,
    desc: sql`${rate} desc nulls last, ${keywordDays.keywordId} asc`,
  },
})

const { isTracked, movedOn, lastIsWinning, rate30, keywordId } = keywordDays
const hasMoved = sql`${isTracked} and ${movedOn} is not null`
const BY_MOVE: Rank = {
  has: hasMoved,
  isWhole: true,
  order: {
    asc: sql`${movedOn} asc nulls first, ${lastIsWinning} desc, ${rate30} asc nulls first, ${keywordId} desc`,
    desc: sql`${movedOn} desc nulls last, ${lastIsWinning}, ${rate30} desc nulls last, ${keywordId}`,
  },
}

/** Source of the keywords with a value; `keyword_days` alone if possible. */
function ranked({ has }: Rank, { where, only, matches }: RankedPage): SQL {
  if (only) {
    const tracked = only.tracked === undefined ? sql`` : sql`and ${keywordDays.isTracked} = ${only.tracked}`
    return sql`${keywordDays} where ${has} ${tracked}`
  }
  if (matches && matches.count <= FEW) {
    // `offset 0` keeps the planner from using the order to search for matches.
    return sql`(select keyword_id from ${keywords} where ${where ?? sql`true`} offset 0) found
      join ${keywordDays} on ${keywordDays.keywordId} = found.keyword_id where ${has}`
  }
  return sql`${keywordDays} join ${keywords} on ${keywords.id} = ${keywordDays.keywordId}
    where ${has} and ${where ?? sql`true`}`
}

/** Ids of a page sorted by value. Keywords without a value come last in both directions. */
async function listIdsByRank(db: Db, rank: Rank, page: RankedPage): Promise<number[]> {
  const { sortOrder, limit, offset } = page
  const { rows } = await db.execute<{ id: number }>(
    sql`select ${keywordDays.keywordId} as id from ${ranked(rank, page)} order by ${rank.order[sortOrder]} limit ${limit}::int offset ${offset}::bigint`,
  )
  const ids = rows.map(({ id }) => id)
  if (ids.length === limit || !rank.isWhole) return ids
  const before = ids.length > 0 ? offset + ids.length : await countRanked(db, rank, page)
  const rest = { limit: limit - ids.length, offset: Math.max(0, offset - before) }
  const total = page.total === undefined ? undefined : page.total - before
  const others = await fromNearerEnd(total, rest, (part) => listUnranked(db, rank, page, part))
  return [...ids, ...others]
}

async function listUnranked(
  db: Db,
  { has }: Rank,
  { where }: RankedPage,
  { limit, offset, isReversed }: DirectedPart,
) {
  // Without a condition, the rows before the page are skipped in two indexes.
  const { rows } = await db.execute<{ id: number }>(sql`
    select ${keywords.id} as id from ${keywords}
    where not exists (select from ${keywordDays} where ${keywordDays.keywordId} = ${keywords.id} and ${has})
      and ${where ?? sql`true`}
    order by ${keywords.id} ${sql.raw(isReversed ? 'desc' : 'asc')} limit ${limit}::int offset ${offset}::bigint`)
  return rows.map(({ id }) => id)
}

async function countRanked(db: Db, rank: Rank, page: RankedPage): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from ${ranked(rank, page)}`,
  )
  return rows[0]?.count ?? 0
}

/** By the share of days won. */
export const listIdsByRate = (db: Db, { rate, least, ...page }: RatePage): Promise<number[]> =>
  listIdsByRank(db, byRate({ rate, least }), page)

/** By the day of the last change of sides: losses before wins, then the higher share first. */
export const listIdsByMove = (db: Db, page: RankedPage): Promise<number[]> => listIdsByRank(db, BY_MOVE, page)
