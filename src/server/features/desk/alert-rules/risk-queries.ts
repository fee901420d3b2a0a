import { type SQL, sql } from 'drizzle-orm'
import { RISK_WEEKS } from '#shared/features/posts/stock-report/rules.ts'

/**
 * For rows `cp` and `p`: `at_risk` in cents a week, and whether it is estimated, for a product that went out
 * of stock at a moment, whether or not it is back. The share is computed only if needed. `RISK_FORMULA` is
 * the display text; `recompute_risks` in the database computes the same for products that are out now.
 */
export function riskSince(since: SQL, when: SQL): SQL {
  // The Monday of the week in which it went out of stock; the weeks before were full ones.
  const outMonday = sql`date_trunc('week', ${since} at time zone 'UTC')::date`
  const lastWeeks = sql`e.week_start >= ${outMonday} - ${sql.raw(String(7 * RISK_WEEKS))} and e.week_start < ${outMonday}`
  const weekly = sql`sum(e.cents) / ${sql.raw(`${RISK_WEEKS}.0`)}`
  // Reported weekly earnings of the product in the post.
  const told = sql`case when ${when} then (
    select ${weekly} from product_earnings e
    where e.content_post_id = p.content_post_id and e.asin = cp.asin and ${lastWeeks})::float8 end`
  // Its share in the earnings of the posts where it was reported, limited to 0 to 1.
  const share = sql`(
    select case when sum(w.cents) > 0 then greatest(0, least(1, sum(e.cents)::float8 / sum(w.cents))) end
    from product_earnings e join content_earnings w using (content_post_id, week_start)
    where e.asin = cp.asin and ${lastWeeks})`
  // Estimate: weekly earnings of the post times that share.
  const estimated = sql`case when ${when} then (
    select ${weekly} from content_earnings e where e.content_post_id = p.content_post_id and ${lastWeeks})::float8
    * ${share} end`
  return sql`cross join lateral (select ${told} as told) t
    cross join lateral (select case when t.told is null then ${estimated} end as guess) g
    cross join lateral (select round(coalesce(t.told, g.guess)::numeric) as at_risk, t.told is null and g.guess is not null as is_estimated) r`
}
