import { type SQL, sql } from 'drizzle-orm'

interface Days {
  from: string
  to: string
}

/** Whether a week of earnings, a row called `e`, has days among these. Both ends are `yyyy-MM-dd` and count. */
export const touchesDays = ({ from, to }: Days): SQL =>
  sql`e.week_start > ${from}::date - 7 and e.week_start <= ${to}::date`

/**
 * The earnings of such a week from a day on, in cents. The first week counts its days from that day on if its earnings
 * are known by day, and their share of the sum if not. So the result does not depend on the weekday.
 */
export const centsSince = ({ from }: Days): SQL => sql`case
  when e.week_start >= ${from}::date then e.cents
  when e.days is null then round(e.cents * (7 - (${from}::date - e.week_start)) / 7.0)::bigint
  else (select coalesce(sum(told), 0)::bigint from unnest(e.days[(${from}::date - e.week_start + 1):7]) told) end`
