import { type Column, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { keywords } from '../../db/schema/keywords.ts'
import { keywordDays } from '../../db/schema/share-of-voice.ts'

/** So many matches are put in order sooner than they are met by walking through all keywords in that order. */
export const FEW = 4000

export interface RatePage {
  /** Which share of `keyword_days`. */
  rate: Column
  /** What is asked of `keywords`. */
  where: SQL | undefined
  /** Where `where` asks for nothing else: tracked keywords, others, or either. */
  only?: { tracked: boolean | undefined } | undefined
  /** Where an index finds what matches: how many that are, which may be a little old. */
  matches?: { count: number } | undefined
  sortOrder: 'asc' | 'desc'
  limit: number
  offset: number
}

/** Where the keywords with a share are read from; from `keyword_days` alone if that can be. */
function rated({ rate, where, only, matches }: RatePage): SQL {
  const hasRate = sql`${rate} is not null`
  if (only) {
    const tracked = only.tracked === undefined ? sql`` : sql`and ${keywordDays.isTracked} = ${only.tracked}`
    return sql`${keywordDays} where ${hasRate} ${tracked}`
  }
  if (matches && matches.count <= FEW) {
    // The offset says nothing, but keeps the order out of the search for what matches.
    return sql`(select keyword_id from ${keywords} where ${where ?? sql`true`} offset 0) found
      join ${keywordDays} on ${keywordDays.keywordId} = found.keyword_id where ${hasRate}`
  }
  return sql`${keywordDays} join ${keywords} on ${keywords.id} = ${keywordDays.keywordId}
    where ${hasRate} and ${where ?? sql`true`}`
}

/** The numbers of a page of keywords in the order of their share, and after them, either way round, those without. */
export async function listIdsByRate(db: Db, page: RatePage): Promise<number[]> {
  const { rate, sortOrder, limit, offset } = page
  // Read backwards, an index that puts the unrated last serves the other direction, too.
  const order =
    sortOrder === 'asc'
      ? sql`${rate} asc nulls first, ${keywordDays.keywordId} desc`
      : sql`${rate} desc nulls last, ${keywordDays.keywordId} asc`
  const { rows } = await db.execute<{ id: number }>(
    sql`select ${keywordDays.keywordId} as id from ${rated(page)} order by ${order} limit ${limit}::int offset ${offset}::bigint`,
  )
  const ids = rows.map(({ id }) => id)
  if (ids.length === limit) return ids
  const before = ids.length > 0 ? offset + ids.length : await countRated(db, page)
  return [
    ...ids,
    ...(await listUnrated(db, page, { limit: limit - ids.length, offset: Math.max(0, offset - before) })),
  ]
}

async function listUnrated(db: Db, { rate, where }: RatePage, rest: { limit: number; offset: number }) {
  const { rows } = await db.execute<{ id: number }>(sql`
    select ${keywords.id} as id from ${keywords} left join ${keywordDays} on ${keywordDays.keywordId} = ${keywords.id}
    where ${rate} is null and ${where ?? sql`true`}
    order by ${keywords.id} limit ${rest.limit}::int offset ${rest.offset}::bigint`)
  return rows.map(({ id }) => id)
}

async function countRated(db: Db, page: RatePage): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`select count(*)::int as count from ${rated(page)}`)
  return rows[0]?.count ?? 0
}
