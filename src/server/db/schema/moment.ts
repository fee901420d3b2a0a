import { timestamp } from 'drizzle-orm/pg-core'

/** A point in time; kept in UTC, to the microsecond. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })
