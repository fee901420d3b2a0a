import { type SQL, sql } from 'drizzle-orm'
import { KINDS, TEST_WEEKS } from '#shared/features/desk/alert-rules/rules.ts'
import { weekOf } from '#shared/features/posts/content-tracker/rules.ts'
import { plusDays } from '#shared/format/day.ts'
import type { Db } from '../../../db/connect.ts'
import { riskSince } from './risk-queries.ts'

/** The weeks of a back-test plus the current one. */
const RETENTION_DAYS = 7 * (TEST_WEEKS + 1)
const POSTS_AT_ONCE = 20_000
const MONTH_WEEKS = 4
const YEAR_WEEKS = 52
/** Weeks needed before the first one that can be compared. */
const COMPARED = YEAR_WEEKS + MONTH_WEEKS
/** Facts of the newest reported week last until the next report, but at most this long. */
const NEWEST_DAYS = 28
/** Days in the bit strings of share of voice; 35 of them are compared. */
const BITS = 128
const SHARE_WEEKS = 13
const LEAST_CENTS = 100 * 100

interface Days {
  today: string
  timeZone: string
}

const horizonOf = (today: string) => plusDays(weekOf(today), -RETENTION_DAYS + 7)
const loosest = (kind: keyof typeof KINDS) => KINDS[kind].thresholds[0]

/** Deletes facts that are about to be recomputed, and those too old for any back-test. */
async function clear(db: Db, kind: string, { today, from }: { today: string; from: string }) {
  await db.execute(
    sql`delete from alert_facts where kind = ${kind} and (from_day >= ${from}::date or from_day < ${horizonOf(today)}::date)`,
  )
}

async function reach(db: Db, kind: string, { knownFrom, now }: { knownFrom: SQL; now: Date }) {
  await db.execute(sql`
    insert into alert_reaches (kind, known_from, counted_at) values (${kind}, ${knownFrom}, ${now.toISOString()}::timestamptz)
    on conflict (kind) do update set known_from = least(alert_reaches.known_from, excluded.known_from), counted_at = excluded.counted_at`)
}

/**
 * Drops in earnings of some posts, against the four weeks before and against the same weeks a year before.
 */
function fallsOf({ today }: Days, posts: { from: number; to: number }): SQL {
  const monday = weekOf(today)
  const first = plusDays(monday, -7 * (TEST_WEEKS + 1 + COMPARED))
  const rows = (from: number, to: number) =>
    sql.raw(
      `over (partition by content_post_id order by week rows between ${from} preceding and ${to} preceding)`,
    )
  return sql`
    with newest as (
      select site_id, max(week_start) as week from site_earnings where week_start < ${monday}::date group by site_id),
    posts as (
      select p.content_post_id, p.site_id, n.week as newest from content_posts p join newest n using (site_id)
      where p.gone_at is null and p.content_post_id between ${posts.from}::int and ${posts.to}::int
        and (select sum(greatest(e.cents, 0)) from content_earnings e
          where e.content_post_id = p.content_post_id and e.week_start >= ${first}::date) >= ${LEAST_CENTS}::bigint),
    weeks as (
      select p.*, w::date as week, coalesce(e.cents, 0) as cents
      from posts p cross join generate_series(${first}::date, p.newest, interval '7 days') w
      left join content_earnings e on e.content_post_id = p.content_post_id and e.week_start = w::date),
    sums as (
      select *, sum(cents) ${rows(MONTH_WEEKS - 1, 0)} as last, sum(cents) ${rows(2 * MONTH_WEEKS - 1, MONTH_WEEKS)} as before,
        sum(cents) ${rows(COMPARED - 1, YEAR_WEEKS)} as year
      from weeks)
    insert into alert_facts (kind, subject_id, from_day, to_day, value, was, "is", site_ids)
    select f.kind, content_post_id, week + 7, case when week = newest then week + 7 + ${NEWEST_DAYS}::int else week + 14 end,
      (100 * (1 - last / f.was))::real, (f.was / 100)::float8, (last / 100)::float8, array[site_id]
    from sums cross join lateral (values ('earnings-fell', before), ('earnings-fell-year', year)) f (kind, was)
    where week + 7 >= ${horizonOf(today)}::date and f.was >= ${LEAST_CENTS}::bigint
      and 100 * (1 - last / f.was) >= ${loosest('earnings-fell')}::int`
}

async function countFalls(db: Db, days: Days, now: Date) {
  const { today } = days
  const from = horizonOf(today)
  for (const kind of ['earnings-fell', 'earnings-fell-year']) await clear(db, kind, { today, from })
  const { rows } = await db.execute<{ most: number }>(
    sql`select coalesce(max(content_post_id), 0) as most from content_posts`,
  )
  const most = rows[0]?.most ?? 0
  for (let first = 1; first <= most; first += POSTS_AT_ONCE)
    await db.execute(fallsOf(days, { from: first, to: first + POSTS_AT_ONCE - 1 }))
  const since = (weeks: number) =>
    sql`(select min(week_start) + ${7 * weeks}::int from site_earnings where week_start < ${weekOf(today)}::date)`
  await reach(db, 'earnings-fell', { knownFrom: since(2 * MONTH_WEEKS), now })
  await reach(db, 'earnings-fell-year', { knownFrom: since(COMPARED), now })
}

/** Products of posts that cannot be bought, and their cost per week; one span between any two changes. */
async function countRisks(db: Db, days: Days, now: Date) {
  const { today, timeZone } = days
  const from = horizonOf(today)
  const day = (moment: SQL) => sql`(${moment} at time zone ${timeZone})::date`
  const insert = sql`
    with changes as (
      select product_id, stock, created_at, lead(created_at) over (partition by product_id order by created_at, product_stock_id) as ended
      from product_stocks),
    gone as (
      select product_id, created_at, ended from changes where stock in ('OUT_OF_STOCK', 'INVALID_ASIN')
        and (ended is null or ${day(sql`ended`)} > ${from}::date)
      union
      select product_id, stock_since, null from products pr where stock in ('OUT_OF_STOCK', 'INVALID_ASIN') and stock_since is not null
        and not exists (select from product_stocks s where s.product_id = pr.product_id)),
    risks as (
      select p.content_post_id, p.site_id, greatest(${day(sql`o.created_at`)}, ${from}::date) as from_day, ${day(sql`o.ended`)} as to_day, r.at_risk
      from gone o join products pr using (product_id) join content_products cp on cp.asin = pr.asin
      join content_posts p on p.content_post_id = cp.content_post_id and p.gone_at is null
      ${riskSince(sql`o.created_at`, sql`true`)}
      where r.at_risk > 0),
    steps as (
      select content_post_id, site_id, day, sum(step) as step from (
        select content_post_id, site_id, from_day as day, at_risk as step from risks
        union all select content_post_id, site_id, to_day, -at_risk from risks where to_day is not null) each
      group by 1, 2, 3),
    spans as (
      select content_post_id, site_id, day, lead(day) over post as next, sum(step) over post as level
      from steps window post as (partition by content_post_id order by day)),
    known as (
      select *, coalesce(lag(level) over (partition by content_post_id order by day), 0) as was from spans)
    insert into alert_facts (kind, subject_id, from_day, to_day, value, was, "is", site_ids)
    select 'earnings-at-risk', content_post_id, day, next, (level / 100)::real, (was / 100)::float8, (level / 100)::float8, array[site_id]
    from known where level / 100 >= ${loosest('earnings-at-risk')}::int`
  await clear(db, 'earnings-at-risk', { today, from })
  await db.execute(insert)
  const knownFrom = sql`(select ${day(sql`min(created_at)`)} from product_stocks)`
  await reach(db, 'earnings-at-risk', { knownFrom, now })
}

/** Prices that differ much from those seven days earlier. Each lasts until the next price, at most a week. */
async function countPrices(db: Db, days: Days, now: Date) {
  const { today, timeZone } = days
  const from = horizonOf(today)
  const day = sql`(r.created_at at time zone ${timeZone})::date`
  const insert = sql`
    with last_of_day as (
      select distinct on (r.product_id, day) r.product_id, ${day} as day, r.cents, r.currency
      from product_prices r where r.created_at >= ${from}::date - 1 order by r.product_id, day, r.created_at desc),
    moves as (
      select l.*, lead(day) over (partition by product_id order by day) as next, b.cents as was
      from last_of_day l cross join lateral (
        (select q.cents from product_prices q where q.product_id = l.product_id and q.currency = l.currency
          and (q.created_at at time zone ${timeZone})::date <= l.day - 7 order by q.created_at desc limit 1)
        union all
        (select q.cents from product_prices q where q.product_id = l.product_id and q.currency = l.currency
          order by q.created_at limit 1) limit 1) b)
    insert into alert_facts (kind, subject_id, from_day, to_day, value, was, "is", site_ids)
    select 'price-moved', m.product_id, m.day, least(m.next, m.day + 7), (100 * abs(m.cents::float8 / m.was - 1))::real,
      m.was / 100.0, m.cents / 100.0, s.ids
    from moves m join products pr using (product_id) cross join lateral (
      select array_agg(distinct p.site_id) as ids from content_products cp join content_posts p using (content_post_id)
      where cp.asin = pr.asin and p.gone_at is null) s
    where m.day >= ${from}::date and m.was > 0 and s.ids is not null
      and 100 * abs(m.cents::float8 / m.was - 1) >= ${loosest('price-moved')}::int`
  await clear(db, 'price-moved', { today, from })
  await db.execute(insert)
  const knownFrom = sql`(select (min(created_at) at time zone ${timeZone})::date from product_prices)`
  await reach(db, 'price-moved', { knownFrom, now })
}

const window = (days: SQL, end: SQL) =>
  sql`(((~0::bit(128)) << (${sql.raw(String(BITS))} - ${days})) >> (d.last_day - ${end}))`

/** Recent shares against earlier ones. Facts older than the bit strings stay as they were computed. */
async function countShares(db: Db, days: Days, now: Date) {
  const monday = weekOf(days.today)
  const week = window(sql`7`, sql`w.sunday`)
  const before = window(sql`28`, sql`(w.sunday - 7)`)
  const bits = (column: SQL, mask: SQL) => sql`bit_count(${column} & ${mask})`
  const from = plusDays(monday, -7 * (SHARE_WEEKS - 1))
  const insert = sql`
    insert into alert_facts (kind, subject_id, from_day, to_day, value, was, "is", site_ids)
    select 'share-lost', d.keyword_id, w.sunday + 1, w.sunday + 8, (c.was - c.is)::real, c.was, c.is, k.site_ids
    from keyword_days d join keywords k using (keyword_id)
    cross join lateral (select ${monday}::date - 1 - 7 * n as sunday from generate_series(0, ${SHARE_WEEKS - 1}::int) n) w
    cross join lateral (select ${bits(sql`d.seen`, week)} as seen, ${bits(sql`d.seen`, before)} as seen_before
      where w.sunday <= d.last_day and d.last_day - w.sunday <= ${BITS - 35}::int) s
    cross join lateral (select 100.0 * ${bits(sql`d.won`, week)} / nullif(s.seen, 0) as is,
      100.0 * ${bits(sql`d.won`, before)} / nullif(s.seen_before, 0) as was) c
    where d.is_tracked and bit_count(d.won) > 0 and s.seen >= 4 and s.seen_before >= 14
      and c.was - c.is >= ${loosest('share-lost')}::int`
  await clear(db, 'share-lost', { today: days.today, from })
  await db.execute(insert)
  const knownFrom = sql`(select greatest(min(day) + 35, ${from}::date) from publisher_days)`
  await reach(db, 'share-lost', { knownFrom, now })
}

/** Recomputes all facts in the caller's transaction. */
export async function countFacts(db: Db, days: Days, now: Date): Promise<void> {
  await countFalls(db, days, now)
  await countRisks(db, days, now)
  await countPrices(db, days, now)
  await countShares(db, days, now)
}
