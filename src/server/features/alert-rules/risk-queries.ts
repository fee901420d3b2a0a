import { type SQL, sql } from 'drizzle-orm'
import { RISK_WEEKS } from '#shared/features/stock-report/rules.ts'

/**
 * Beside `cp` and `p`: `at_risk` in cents a week, and whether it is estimated, of what went out at a moment, be it over
 * or not. The share is asked for only where it is needed. `RISK_FORMULA` says the same to people, and `keep_risks` of
 * the database of what is out now.
 */
export function riskSince(since: SQL, when: SQL): SQL {
  // The Monday of the week in which it went out: the weeks before it were full ones.
  const outMonday = sql`date_trunc('week', ${since} at time zone 'UTC')::date`
  const lastWeeks = sql`e.week_start >= ${outMonday} - ${sql.raw(String(7 * RISK_WEEKS))} and e.week_start < ${outMonday}`
  const weekly = sql`sum(e.cents) / ${sql.raw(`${RISK_WEEKS}.0`)}`
  // What the product earned in the post a week, where that was told.
  const told = sql`case when ${when} then (
    select ${weekly} from product_earnings e
    where e.content_post_id = p.content_post_id and e.asin = cp.asin and ${lastWeeks})::float8 end`
  // What part of the earnings of those posts it had in which it was told; never less than none, nor more than all.
  const share = sql`(
    select case when sum(w.cents) > 0 then greatest(0, least(1, sum(e.cents)::float8 / sum(w.cents))) end
    from product_earnings e join content_earnings w using (content_post_id, week_start)
    where e.asin = cp.asin and ${lastWeeks})`
  // What the post earned a week, by that share.
  const estimated = sql`case when ${when} then (
    select ${weekly} from content_earnings e where e.content_post_id = p.content_post_id and ${lastWeeks})::float8
    * ${share} end`
  return sql`cross join lateral (select ${told} as told) t
    cross join lateral (select case when t.told is null then ${estimated} end as guess) g
    cross join lateral (select coalesce(t.told, g.guess) as at_risk, t.told is null and g.guess is not null as is_estimated) r`
}
