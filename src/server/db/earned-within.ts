import { type SQL, sql } from 'drizzle-orm'

interface Days {
  from: string
  to: string
}

/** Whether a week of earnings, a row called `e`, has days among these. Both ends are `yyyy-MM-dd` and count. */
export const touchesDays = ({ from, to }: Days): SQL =>
  sql`e.week_start > ${from}::date - 7 and e.week_start <= ${to}::date`

/**
 * What such a week has earned from a day on, in cents: of the week in which they begin, its days from then on where it
 * was told by days, and their share of it where it was told as one sum. So it does not depend on the weekday how much is
 * counted.
 */
export const centsSince = ({ from }: Days): SQL => sql`case
  when e.week_start >= ${from}::date then e.cents
  when e.days is null then round(e.cents * (7 - (${from}::date - e.week_start)) / 7.0)::bigint
  else (select coalesce(sum(told), 0)::bigint from unnest(e.days[(${from}::date - e.week_start + 1):7]) told) end`
