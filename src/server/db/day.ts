import { type SQL, sql } from 'drizzle-orm'

/** The moment at which a day (`yyyy-MM-dd`), or the one `plusDays` later, begins in the organisation's time zone. */
export function startOfDay(
  day: string,
  { plusDays = 0, timeZone }: { plusDays?: number; timeZone: string },
): SQL {
  return sql`((${day}::date + ${plusDays}::int)::timestamp at time zone ${timeZone})`
}
