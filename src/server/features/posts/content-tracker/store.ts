import { type SQL, sql } from 'drizzle-orm'
import {
  DROP_LEAST_CENTS,
  DROP_SHARE,
  flagBit,
  REFRESH_AGE,
  REFRESH_POINTS,
  REFRESH_SHARE_DAYS,
  STALE_DAYS,
  type Weeks,
  weeksOn,
} from '#shared/features/posts/content-tracker/rules.ts'
import type { Db } from '../../../db/connect.ts'
import { centsSince, touchesDays } from '../../../db/sql/earned-within.ts'

const between = ({ from, to }: Weeks['last']) => sql`e.week_start between ${from}::date and ${to}::date`
const bit = (when: SQL, flag: Parameters<typeof flagBit>[0]) =>
  sql`case when ${when} then ${sql.raw(String(flagBit(flag)))} else 0 end`

/** The newest week with data per site; sites without data are missing. */
async function newestWeeks(db: Db): Promise<{ siteId: number; week: string }[]> {
  const { rows } = await db.execute<{ siteId: number; week: string }>(
    sql`select site_id as "siteId", max(week_start) as week from site_earnings group by site_id`,
  )
  return rows
}

/** Posts by their ids, and all posts of some sites. */
interface SomePosts {
  only?: readonly number[]
  andSites?: readonly number[]
}

/**
 * Recomputes the derived columns of posts for a day: earnings, flags and refresh score. Writes only rows that
 * differ. `only` limits it to these posts, and those of the sites in `andSites`.
 */
export async function recomputePosts(
  db: Db,
  { today, now, ...some }: { today: string; now: Date } & SomePosts,
): Promise<void> {
  const sites = await newestWeeks(db)
  // Groups sites whose reports end with the same week.
  const byWeek = Map.groupBy(sites, ({ week }) => weeksOn(today, week).last.to)
  for (const [newest, ofWeek] of byWeek) {
    const ids = ofWeek.map(({ siteId }) => siteId)
    const where = sql`p.site_id = any(${sql.param(ids)}::integer[])`
    await recomputeTogether(db, { weeks: weeksOn(today, newest), today, now, where: restricted(where, some) })
  }
  const told = sites.map(({ siteId }) => siteId)
  const others = sql`p.site_id <> all(${sql.param(told)}::integer[])`
  await recomputeTogether(db, { weeks: weeksOn(today), today, now, where: restricted(others, some) })
}

/** Shares of voice older than this say nothing about the present. */
const SHARE_LASTS_DAYS = 30

/**
 * Share of voice of a post's keyword in percent: of its last 30 days, and of the 60 before; null if unknown.
 */
const shares = (today: string) => sql`left join lateral (
    select round(d.rate_30::numeric)::smallint as now,
      round(((d.rate_90 * d.days_90 - d.rate_30 * d.days_30) / (d.days_90 - d.days_30))::numeric)::smallint as before
    from keywords w join keyword_days d using (keyword_id)
    where p.keyword_identity <> '' and w.identity = p.keyword_identity
      and d.as_of > ${today}::date - ${SHARE_LASTS_DAYS}::int
      and d.days_30 >= ${REFRESH_SHARE_DAYS}::int and d.days_90 - d.days_30 >= ${REFRESH_SHARE_DAYS}::int
  ) v on true`

/** Points for the days since a post's text changed, like `agePoints`. */
const agePoints = (now: Date) => {
  const changed = sql`coalesce(p.text_changed_at, p.published_at)`
  const days = sql`floor(extract(epoch from ${now.toISOString()}::timestamptz - ${changed}) / 86400)`
  const steps = sql`floor((${days} - ${REFRESH_AGE.from}::int) / ${REFRESH_AGE.step}::int)`
  return sql`coalesce(least(${REFRESH_POINTS.age}::int, greatest(0, ${steps})), 0)::smallint`
}

/** As one text: the driver would write a list of 200,000 ids into 50 MB of small strings. */
const numbers = (ids: readonly number[]): SQL => sql`${`{${ids.join()}}`}::integer[]`

/** Uses an array, because a subquery was executed once per post. */
const restricted = (where: SQL, { only, andSites = [] }: SomePosts) =>
  only === undefined
    ? where
    : sql`${where} and (p.content_post_id = any(${numbers(only)}) or p.site_id = any(${numbers(andSites)}))`

async function recomputeTogether(
  db: Db,
  {
    weeks: { trailing, last, before },
    today,
    now,
    where,
  }: { weeks: Weeks; today: string; now: Date; where: SQL },
): Promise<void> {
  const stale = sql`coalesce(p.text_changed_at, p.published_at) < ${now.toISOString()}::timestamptz - make_interval(days => ${STALE_DAYS}::int)`
  const drop = sql`e.before - e.last >= ${DROP_LEAST_CENTS}::bigint and e.before - e.last >= e.before * ${DROP_SHARE}::numeric`
  await db.execute(sql`
    update content_posts c
    set earnings_30d = k.trailing, earnings_4w = k.last, earnings_4w_before = k.before, flags = k.flags,
      age_points = k.age, share_now = k.share_now, share_before = k.share_before
    from (
      select p.content_post_id,
        case when e.weeks > 0 or (
          select true from content_earnings a where a.content_post_id = p.content_post_id limit 1) then e.trailing end as trailing,
        e.last, e.before, ${agePoints(now)} as age, v.now as share_now, v.before as share_before,
        ((p.flags & ${flagBit('OUT_OF_STOCK') + flagBit('INVALID_ASIN')}::int)
          | ${bit(sql`p.focus_keyword is null`, 'NO_KEYWORD')} | ${bit(stale, 'STALE_180D')}
          | ${bit(drop, 'EARNINGS_DROP')})::smallint as flags
      from content_posts p cross join lateral (
        select count(*) as weeks,
          coalesce(sum(${centsSince(trailing)}) filter (where ${touchesDays(trailing)}), 0)::bigint as trailing,
          coalesce(sum(e.cents) filter (where ${between(last)}), 0)::bigint as last,
          coalesce(sum(e.cents) filter (where ${between(before)}), 0)::bigint as before
        from content_earnings e
        where e.content_post_id = p.content_post_id and e.week_start >= least(${before.from}::date, ${trailing.from}::date)
      ) e ${shares(today)} where ${where}
    ) k
    where c.content_post_id = k.content_post_id
      and (c.earnings_30d, c.earnings_4w, c.earnings_4w_before, c.flags, c.age_points, c.share_now, c.share_before)
        is distinct from (k.trailing, k.last, k.before, k.flags, k.age, k.share_now, k.share_before)`)
}

/** The same for earnings of products over all posts. */
export async function recomputeProductEarnings(db: Db, { today }: { today: string }): Promise<void> {
  const { trailing } = weeksOn(today)
  await db.execute(sql`
    update products c set earnings_30d = k.cents
    from (
      select p.product_id, case when exists (select from product_earnings a where a.asin = p.asin)
        then coalesce((select sum(${centsSince(trailing)}) from product_earnings e
          where e.asin = p.asin and ${touchesDays(trailing)}), 0)::bigint
        end as cents
      from products p
    ) k
    where c.product_id = k.product_id and c.earnings_30d is distinct from k.cents`)
}

/**
 * The same for the risk of posts through products that cannot be bought. `only` limits it to products that
 * these posts recommend or earned by.
 */
export async function recomputeRisks(db: Db, { only }: { only?: readonly number[] } = {}): Promise<void> {
  const touched =
    only === undefined
      ? sql`select asin from products`
      : sql`select asin from content_products where content_post_id = any(${numbers(only)})
        union select asin from product_earnings where content_post_id = any(${numbers(only)})`
  await db.execute(sql`select recompute_risks(gone_of(array(${touched})))`)
}

/**
 * Recomputes the sites' totals for the changed weeks, given by their Mondays. Returns the sites with a newer week than
 * before: the last four weeks of all their posts are others now.
 */
export async function recomputeSiteEarnings(db: Db, weeks: readonly string[]): Promise<number[]> {
  const before = new Map((await newestWeeks(db)).map(({ siteId, week }) => [siteId, week]))
  await db.execute(sql`
    insert into site_earnings as s (site_id, week_start, cents)
    select p.site_id, e.week_start, sum(e.cents)
    from content_earnings e join content_posts p using (content_post_id)
    where e.week_start = any(${sql.param([...weeks])}::date[]) group by 1, 2 order by 1, 2
    on conflict (site_id, week_start) do update set cents = excluded.cents where s.cents <> excluded.cents`)
  const after = await newestWeeks(db)
  return after.filter(({ siteId, week }) => week !== before.get(siteId)).map(({ siteId }) => siteId)
}
