import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import type { SearchRow } from './port.ts'

/** A pseudo-random number from 0 to 1 per page, query and day; `purpose` selects independent ones. */
const drawn = (purpose: number): SQL =>
  sql`((hashint8((m.page_id::bigint * 1000003 + m.query_id) * 4096 + (d.day - date '2000-01-01')) # ${sql.raw(String(purpose * 40503))}) & 65535) / 65536.0`

/**
 * If several pages compete for a query, each leads for two weeks in turn and the others get few impressions.
 */
const SHOWN = sql`(case when m.rivals = 1 then 1.0
  when (hashint8(m.query_id::bigint * 4096 + (d.day - date '2001-01-01') / 14) & 65535) % m.rivals = m.turn then 1.1
  else 0.2 end)`

/**
 * Generated rows for some days; `days` is a table of `day`. More around the peak month and on weekends, fewer
 * a year ago if the query has grown. No row without impressions.
 */
const inventedRows = (days: SQL, where: SQL): SQL => sql`
  select r.page_id, r.query_id, r.day, least(r.seen, floor(r.seen * r.ctr + r.luck))::int as clicks, r.seen as impressions,
    r.position
  from (
    select m.page_id, m.query_id, d.day, m.ctr * (0.85 + 0.3 * ${drawn(2)}) as ctr, ${drawn(3)} as luck,
      greatest(1, m.position + (m.position_before - m.position) * past.share + ${drawn(4)} - 0.5)::real as position,
      floor(m.daily * (1 + m.growth * (1 - past.share))
        * (1 + 0.3 * cos(2 * pi() * (extract(doy from d.day) - (m.peak - 0.5) * 30.4) / 365.25))
        * (case when extract(isodow from d.day) > 5 then 1.18 else 0.94 end)
        * ${SHOWN} * (0.8 + 0.4 * ${drawn(1)}) + ${drawn(5)})::int as seen
    from ${days} d cross join invented_searches m
    cross join lateral (select least(1, greatest(0, (d.latest - d.day) / 365.0)) as share) past
    where ${where}
  ) r where r.seen > 0`

const oneDay = (day: string): SQL => sql`(select ${day}::date as day, ${day}::date as latest)`

/** Generated searches of a site's pages on a day. */
export async function listInvented(db: Db, site: string, day: string): Promise<SearchRow[]> {
  const ofSite = sql`m.page_id in (select page_id from search_pages join sites s using (site_id)
    where lower(s.code) = ${site.toLowerCase()})`
  const { rows } = await db.execute<SearchRow & Record<string, unknown>>(sql`
    select 'https://' || p.address as page, q.query, r.clicks, r.impressions, r.position
    from (${inventedRows(oneDay(day), ofSite)}) r
    join search_pages p using (page_id) join search_queries q using (query_id) order by r.page_id, r.query_id`)
  return rows
}

/** Inserts the generated searches up to a day, as if they had been read day by day. */
export async function insertInvented(
  tx: Db,
  { last, days, readAt }: { last: string; days: number; readAt: Date },
): Promise<void> {
  const all = sql`(select ${last}::date - n as day, ${last}::date as latest from generate_series(0, ${days - 1}::int) n)`
  await tx.execute(sql`
    insert into search_rows (page_id, query_id, day, clicks, impressions, position)
    ${inventedRows(all, sql`true`)} order by r.day, r.page_id, r.query_id`)
  await tx.execute(sql`
    insert into search_days (site_id, day, rows, read_at, is_invented)
    select p.site_id, r.day, count(*), ${readAt.toISOString()}::timestamptz, true
    from search_rows r join search_pages p using (page_id) group by 1, 2`)
}

export async function isInvented(db: Db, site: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from invented_searches join search_pages using (page_id) join sites s using (site_id)
    where lower(s.code) = ${site.toLowerCase()} limit 1`)
  return rows.length > 0
}

export async function countInvented(db: Db): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from invented_searches`,
  )
  return rows[0]?.count ?? 0
}

/** Model of a page's searches. */
export interface InventedSearch {
  page: number
  query: string
  daily: number
  growth: number
  peak: number
  position: number
  positionBefore: number
  ctr: number
  /** Number of pages that alternate for the query, and this page's index from 0. */
  rivals: number
  turn: number
}

export async function insertSearches(tx: Db, searches: readonly InventedSearch[]): Promise<void> {
  const told = JSON.stringify(searches)
  await tx.execute(sql`
    insert into invented_searches (page_id, query_id, daily, growth, peak, position, position_before, ctr, rivals,
      turn)
    select page, q.query_id, daily, growth, peak, position, "positionBefore", ctr, rivals, turn
    from jsonb_to_recordset(${told}::jsonb) as t (page integer, query text, daily real, growth real, peak smallint,
      position real, "positionBefore" real, ctr real, rivals smallint, turn smallint)
    join search_queries q using (query)`)
}
