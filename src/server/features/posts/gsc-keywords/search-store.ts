import { type SQL, sql } from 'drizzle-orm'
import { keywordIdentity } from '#shared/features/keywords/keywords/rules.ts'
import { PERIODS, RIVALRY } from '#shared/features/posts/gsc-keywords/rules.ts'
import { plusDays } from '#shared/format/day.ts'
import { pageKey } from '#shared/format/page-key.ts'
import { ADVISORY_LOCKS } from '../../../db/advisory-locks.ts'
import type { Db } from '../../../db/connect.ts'
import { searchDays } from '../../../db/schema/searches.ts'
import type { SearchRow } from '../../../integrations/search-performance/port.ts'

/** Longer queries are pasted texts, which are no topic for an article. */
const QUERY_MAXIMUM = 300

/** The longest period, which is also the retention in days. */
const LONGEST = Math.max(...PERIODS)

export interface SearchedSite {
  id: number
  code: string
  url: string
}

interface ReadRow {
  page: string
  query: string
  clicks: number
  impressions: number
  position: number
}

/** Normalizes rows and adds up those that become equal. */
export function tidyRows(rows: readonly SearchRow[], siteUrl: string): ReadRow[] {
  const tidy = new Map<string, ReadRow>()
  for (const { page: address, query: said, clicks, impressions, position } of rows) {
    const page = pageKey(address, siteUrl)
    const query = keywordIdentity(said)
    if (page === null || query === '' || query.length > QUERY_MAXIMUM || impressions <= 0) continue
    const key = `${page} ${query}`
    const known = tidy.get(key)
    if (known === undefined) {
      tidy.set(key, { page, query, clicks, impressions, position })
      continue
    }
    const seen = known.impressions + impressions
    known.position = (known.position * known.impressions + position * impressions) / seen
    known.clicks += clicks
    known.impressions = seen
  }
  return [...tidy.values()]
}

/** Writes the rows of a day, replacing earlier ones. */
export async function writeRows(
  tx: Db,
  siteId: number,
  day: string,
  rows: readonly ReadRow[],
): Promise<void> {
  if (rows.length === 0) return
  const told = JSON.stringify(rows)
  const from = sql`jsonb_to_recordset(${told}::jsonb) as t (page text, query text, clicks integer, impressions integer, position real)`
  await tx.execute(sql`
    insert into search_pages (site_id, address) select distinct ${siteId}::int, page from ${from} order by page
    on conflict do nothing`)
  await tx.execute(sql`
    insert into search_queries (query) select distinct query from ${from} order by query on conflict do nothing`)
  await tx.execute(sql`
    insert into search_rows as r (page_id, query_id, day, clicks, impressions, position)
    select p.page_id, q.query_id, ${day}::date, t.clicks, t.impressions, t.position from ${from}
    join search_pages p on p.site_id = ${siteId}::int and p.address = t.page
    join search_queries q on q.query = t.query
    order by p.page_id, q.query_id
    on conflict (page_id, query_id, day) do update set clicks = excluded.clicks, impressions = excluded.impressions,
      position = excluded.position`)
}

/** Removes a site's sample data once real figures exist. */
export async function removeInvented(tx: Db, siteId: number): Promise<void> {
  const ofSite = sql`site_id = ${siteId}::int`
  await tx.execute(sql`
    delete from search_rows r using search_pages p, search_days d
    where p.page_id = r.page_id and p.${ofSite} and d.${ofSite} and d.day = r.day and d.is_invented`)
  await tx.execute(sql`delete from search_days where ${ofSite} and is_invented`)
  await tx.execute(sql`
    delete from invented_searches where page_id in (select page_id from search_pages where ${ofSite})`)
}

/** Marks a day of a site as complete. */
export async function markDayComplete(tx: Db, day: typeof searchDays.$inferInsert): Promise<void> {
  await tx.insert(searchDays).values(day).onConflictDoNothing()
}

/**
 * Days of a site from `first` to `last` that were not read yet, newest first. With `isReal`, sample days
 * count as not read.
 */
export async function listMissingDays(
  db: Db,
  siteId: number,
  { last, isReal }: { last: string; isReal: boolean },
): Promise<string[]> {
  const { rows } = await db.execute<{ day: string }>(sql`
    select to_char(d.day, 'YYYY-MM-DD') as day
    from (select ${last}::date - n as day from generate_series(0, ${LONGEST - 1}::int) n) d
    where not exists (select from search_days k where k.site_id = ${siteId}::int and k.day = d.day
      and not (k.is_invented and ${isReal}::boolean))
    order by d.day desc`)
  return rows.map(({ day }) => day)
}

export async function listSearchedSites(db: Db): Promise<SearchedSite[]> {
  const { rows } = await db.execute<SearchedSite & Record<string, unknown>>(
    sql`select site_id as id, lower(code) as code, url from sites where retired_at is null order by site_id`,
  )
  return rows
}

/** Assigns pages to posts. Repeated, because posts may be added after their searches, and may move. */
async function mapPages(tx: Db, { id, url }: SearchedSite): Promise<void> {
  const { rows: posts } = await tx.execute<{ id: number; permalink: string }>(sql`
    select content_post_id as id, permalink from content_posts
    where site_id = ${id}::int and permalink is not null and gone_at is null order by content_post_id`)
  const known = posts.flatMap((post) => {
    const page = pageKey(post.permalink, url)
    return page === null ? [] : [{ page, post: post.id }]
  })
  await tx.execute(sql`
    update search_pages p set content_post_id = k.post
    from search_pages o left join (
      select page, min(post) as post from jsonb_to_recordset(${JSON.stringify(known)}::jsonb) as t (page text, post integer)
      group by page
    ) k on k.page = o.address
    where o.page_id = p.page_id and p.site_id = ${id}::int and p.content_post_id is distinct from k.post`)
}

/**
 * Recomputes the totals per period and post of a site, and the best query of each. A period ends with the
 * newest day with data.
 */
export async function recomputeSearchTotals(tx: Db, site: SearchedSite): Promise<void> {
  await mapPages(tx, site)
  const ofSite = sql`content_post_id in (select content_post_id from content_posts where site_id = ${site.id}::int)`
  await tx.execute(sql`delete from search_totals where ${ofSite}`)
  await tx.execute(sql`delete from search_best where site_id = ${site.id}::int`)
  const periods = sql.join(
    PERIODS.map((period) => sql.raw(`(${period})`)),
    sql`, `,
  )
  await tx.execute(sql`
    with newest as (select max(day) as day from search_days where site_id = ${site.id}::int)
    insert into search_totals (content_post_id, period, query_id, clicks, impressions, position)
    select s.post, f.period, s.query_id, sum(s.clicks), sum(s.impressions), sum(s.placed) / sum(s.impressions)
    from (
      select p.content_post_id as post, r.query_id,
        (select min(b) from unnest(array[${sql.join(
          PERIODS.map((period) => sql`${period}::int`),
          sql`, `,
        )}]) b where r.day > n.day - b) as within,
        sum(r.clicks) as clicks, sum(r.impressions) as impressions, sum(r.position::float8 * r.impressions) as placed
      from search_rows r join search_pages p on p.page_id = r.page_id cross join newest n
      where p.site_id = ${site.id}::int and p.content_post_id is not null
        and r.day > n.day - ${LONGEST}::int and r.day <= n.day
      group by 1, 2, 3
    ) s join (values ${periods}) f (period) on f.period >= s.within
    group by 1, 2, 3`)
  await tx.execute(sql`
    insert into search_best (content_post_id, period, site_id, query, clicks, impressions, position)
    select distinct on (t.period, t.content_post_id) t.content_post_id, t.period, ${site.id}::int, q.query, t.clicks,
      t.impressions, t.position
    from search_totals t join search_queries q using (query_id) where ${ofSite}
    order by t.period, t.content_post_id, t.clicks desc, t.impressions desc, length(q.query), q.query`)
}

/** A query that contains one of our sites' names is meant for that site, whichever posts it shows. */
const IS_NAMED = sql`exists (select from sites s where length(s.display_name) > 2
  and strpos(' ' || q.query || ' ', ' ' || lower(s.display_name) || ' ') > 0)`

/** Sorts rivals like `byClaim`. */
const BY_CLAIM = sql`t.clicks desc, p.earnings_30d desc nulls last, t.position, t.content_post_id`

/** Columns that the writes of totals compare: all but the key. */
const FIGURES = [
  'clicks',
  'impressions',
  'position',
  'is_named',
  'posts',
  'best_post_id',
  'rivals',
  'rival_sites',
  'strongest',
  'lost',
]
const figuresOf = (table: string) => sql.raw(FIGURES.map((name) => `${table}.${name}`).join(', '))

/** Adds up by query into the temporary table `query_totals_now`. */
async function addUpQueries(tx: Db, periods: SQL): Promise<void> {
  await tx.execute(sql`drop table if exists pg_temp.query_totals_now`)
  await tx.execute(sql`create temporary table query_totals_now (like search_query_totals) on commit drop`)
  await tx.execute(sql`
    insert into query_totals_now (period, query_id, clicks, impressions, position, posts, best_post_id, is_named)
    select k.*, ${IS_NAMED} from (
      select t.period, t.query_id, sum(t.clicks), sum(t.impressions),
        sum(t.position::float8 * t.impressions) / sum(t.impressions), count(*),
        (array_agg(t.content_post_id order by t.clicks desc, t.impressions desc, t.content_post_id))[1]
      from search_totals t join content_posts p using (content_post_id)
      where p.gone_at is null and t.period in (${periods})
      group by t.period, t.query_id
    ) k join search_queries q using (query_id)`)
  await tx.execute(sql`alter table query_totals_now add primary key (period, query_id)`)
  await tx.execute(sql`analyze query_totals_now`)
}

/** Marks rivals in `query_totals_now`. */
async function findRivals(tx: Db, periods: SQL): Promise<void> {
  await tx.execute(sql`
    update query_totals_now k
    set rivals = r.posts, rival_sites = r.sites, strongest = r.strongest, lost = r.lost
    from (
      select c.period, c.query_id, array_agg(c.post order by c.place) as posts, array_agg(distinct c.site) as sites,
        max(c.clicks)::float8 / nullif(sum(c.clicks), 0) as strongest,
        round(sum(greatest(0, c.impressions * c.rate - c.clicks)))::int as lost
      from (
        select t.period, t.query_id, t.content_post_id as post, p.site_id as site, t.clicks, t.impressions,
          row_number() over claims as place, first_value(t.clicks::float8 / t.impressions) over claims as rate
        from query_totals_now a join search_totals t on t.query_id = a.query_id and t.period = a.period
        join content_posts p on p.content_post_id = t.content_post_id and p.gone_at is null
        where a.posts > 1 and a.impressions >= ${RIVALRY.impressions}::int and t.position <= ${RIVALRY.to}::real
          and t.impressions >= a.impressions * ${RIVALRY.share}::float8 and not a.is_named
          and t.period in (${periods})
        window claims as (partition by t.period, t.query_id order by ${BY_CLAIM})
      ) c group by c.period, c.query_id having count(*) > 1
    ) r where k.period = r.period and k.query_id = r.query_id`)
}

/**
 * Recomputes the queries of all posts and the rivals among them (`RIVALRY`), and writes only differences. One
 * transaction at a time; readers see the old totals meanwhile.
 */
export async function recomputeQueryTotals(tx: Db, of: readonly number[] = PERIODS): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.addSearchTotals})`)
  const periods = sql.join(
    of.map((period) => sql`${period}::int`),
    sql`, `,
  )
  await addUpQueries(tx, periods)
  await findRivals(tx, periods)
  await tx.execute(sql`
    delete from search_query_totals k where k.period in (${periods})
      and not exists (select from query_totals_now n where n.period = k.period and n.query_id = k.query_id)`)
  await tx.execute(sql`
    update search_query_totals k set (${sql.raw(FIGURES.join(', '))}) = row(${figuresOf('n')})
    from query_totals_now n where n.period = k.period and n.query_id = k.query_id
      and (${figuresOf('k')}) is distinct from (${figuresOf('n')})`)
  await tx.execute(sql`
    insert into search_query_totals (period, query_id, ${sql.raw(FIGURES.join(', '))})
    select n.period, n.query_id, ${figuresOf('n')} from query_totals_now n
    where not exists (select from search_query_totals k where k.period = n.period and k.query_id = n.query_id)`)
}

/** Sites with searches but without totals. */
export async function listSitesWithoutSums(db: Db): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select s.site_id as id from sites s where s.retired_at is null
      and exists (select from search_days d where d.site_id = s.site_id)
      and exists (
        select from search_pages p join search_rows r using (page_id)
        where p.site_id = s.site_id and p.content_post_id is not null
      )
      and (
        not exists (select from search_best b where b.site_id = s.site_id)
        or not exists (select from search_query_totals)
      )
    order by s.site_id`)
  return rows.map(({ id }) => id)
}

/** Deletes days that are older than the longest period. */
export async function removeOldRows(tx: Db, last: string): Promise<void> {
  const first = plusDays(last, -LONGEST)
  await tx.execute(sql`delete from search_rows where day <= ${first}::date`)
  await tx.execute(sql`delete from search_days where day <= ${first}::date`)
}
