import { sql } from 'drizzle-orm'
import {
  LEAD_WEEKS_MAXIMUM,
  type LeadTimes,
  MEASURED_FROM,
  SETTLED_WEEKS,
} from '#shared/features/keywords/opportunities/rules.ts'
import type { Db } from '../../../db/connect.ts'

/** Configured values until there are measurements. */
export type UsualLead = Pick<LeadTimes, 'rankDays' | 'writeDays'>

/** Measures the newest articles of a year, up to this number. */
const NEWEST = 300
const YEAR_DAYS = 365

/**
 * Our published articles with the times of request and publishing. Recent requests are excluded, because only
 * the quick ones would be published. Updates are excluded, because they are not new pages.
 */
const published = (now: Date) => sql`
  select a.article_id, a.site_id, a.title, e.requested, e.published
  from (select * from articles where status = 'published' and revises_id is null order by article_id desc limit ${NEWEST}) a
    cross join lateral (
      select min(created_at) filter (where action = 'requested') as requested,
        min(created_at) filter (where action = 'published') as published
      from article_events where article_id = a.article_id
    ) e
  where e.published >= ${now.toISOString()}::timestamptz - make_interval(days => ${YEAR_DAYS})
    and e.requested <= ${now.toISOString()}::timestamptz - make_interval(weeks => ${SETTLED_WEEKS})`

const median = (days: ReturnType<typeof sql>) => sql`percentile_cont(0.5) within group (order by ${days})`

interface Measured extends Record<string, unknown> {
  median: number | null
  known: number
}

/** From the request of an article to its publishing. */
async function measureWriting(db: Db, now: Date): Promise<Measured | undefined> {
  const days = sql`extract(epoch from (published - requested))::float8 / 86400`
  const { rows } = await db.execute<Measured>(sql`
    select ${median(days)} as median, count(*)::int as known
    from (${published(now)}) p where requested <= published`)
  return rows[0]
}

/** From the publishing of an article to the first day on which a result for one of its keywords showed it. */
async function measureRanking(db: Db, now: Date, timeZone: string): Promise<Measured | undefined> {
  const { rows } = await db.execute<Measured>(sql`
    select ${median(sql`hit.day - p.day`)} as median, count(*)::int as known
    from (select *, (published at time zone ${timeZone})::date as day from (${published(now)}) a) p
      join sites s using (site_id)
      cross join lateral (
        select min(t.day) as day
        from article_keywords l
          join stats t on t.keyword_id = l.keyword_id and t.day >= p.day
          join publishers b on b.publisher_id = t.publisher_id and b.is_ours and b.name = s.display_name
          join stories o on o.story_id = t.story_id and lower(o.title) = lower(p.title)
        where l.article_id = p.article_id
      ) hit
    where hit.day is not null`)
  return rows[0]
}

const MOST_DAYS = LEAD_WEEKS_MAXIMUM * 7

/** The median in whole days where enough articles say so. */
function known(measured: Measured | undefined, usual: number): { days: number; of: number | null } {
  if (!measured || measured.median === null || measured.known < MEASURED_FROM)
    return { days: usual, of: null }
  return { days: Math.min(MOST_DAYS, Math.round(measured.median)), of: measured.known }
}

/** How long our articles take, and our pages until they are found. */
export async function measureLead(
  db: Db,
  { now, timeZone, usual }: { now: Date; timeZone: string; usual: UsualLead },
): Promise<LeadTimes> {
  const [ranking, writing] = [await measureRanking(db, now, timeZone), await measureWriting(db, now)]
  const rank = known(ranking, usual.rankDays)
  const write = known(writing, usual.writeDays)
  return { rankDays: rank.days, rankOf: rank.of, writeDays: write.days, writeOf: write.of }
}
