import { type SQL, sql } from 'drizzle-orm'

/** A percentage, rounded to three significant digits: `toSignificant` of shared/format/percent.ts. */
export const significantDigits = (percentage: SQL): SQL<number | null> =>
  sql`trim_scale(round(${percentage}::numeric, case when ${percentage} < 1 then 3 when ${percentage} < 10 then 2 when ${percentage} < 100 then 1 else 0 end))`
