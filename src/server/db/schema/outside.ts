import { boolean, date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { moment } from './moment.ts'

/** Until when an account of a vendor may not be asked: whoever of our servers was told tells the others. */
export const vendorPauses = pgTable('vendor_pauses', {
  /** The system and where it is reached; never anything secret. */
  account: text().primaryKey(),
  until: moment('until').notNull(),
})

/** What each outside system said when it was asked last whether it works. */
export const portChecks = pgTable('port_checks', {
  /** What the system does for us, e.g. `task board` or `posts of hs`. */
  port: text().primaryKey(),
  /** Who does it: `built-in`, `Asana`… */
  adapter: text().notNull(),
  ok: boolean().notNull(),
  /** One line for an administrator: what is wrong, and what mends it. */
  detail: text().notNull(),
  checkedAt: moment('checked_at').notNull(),
})

/** How often an account of a vendor was asked on a day, for ceilings and for people who pay. */
export const vendorCalls = pgTable(
  'vendor_calls',
  {
    system: text().notNull(),
    /** In the organisation's time zone. */
    day: date({ mode: 'string' }).notNull(),
    calls: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.system, table.day] })],
)
