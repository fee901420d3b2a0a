import { boolean, date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { PostStyle } from '#shared/features/ground/sites/rules.ts'
import { moment } from './moment.ts'

/** Rate-limit pauses and turns of vendor accounts, shared between servers. */
export const vendorPauses = pgTable('vendor_pauses', {
  /** The system and its address, without secrets. */
  account: text().primaryKey(),
  /** End of its last pause; 1970 if it never had one. */
  until: moment('until').notNull(),
  /** When the next call may begin, where calls keep a pace. */
  nextCallAt: moment('next_call_at'),
})

/** Result of the last connection test of each outside system. */
export const portChecks = pgTable('port_checks', {
  /** The system's role, e.g. `task board` or `posts of hs`. */
  port: text().primaryKey(),
  /** The adapter: `built-in`, `Asana`… */
  adapter: text().notNull(),
  /** Whether the system answered as it should. */
  ok: boolean().notNull(),
  /** One line for administrators: the problem and its remedy. */
  detail: text().notNull(),
  checkedAt: moment('checked_at').notNull(),
  /** Of a publishing site: the style sheet that its readers get; null for other systems. */
  postStyle: text('post_style').$type<PostStyle>(),
  /** When that was checked. */
  postStyleAt: moment('post_style_at'),
})

/** Calls to a vendor account per day, for limits and for cost control. */
export const vendorCalls = pgTable(
  'vendor_calls',
  {
    /** The vendor account, and the unit if it is not calls. */
    system: text().notNull(),
    /** In the organization's time zone. */
    day: date({ mode: 'string' }).notNull(),
    /** Calls of the day. For the bot's budget, millionths of a US dollar. */
    calls: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.system, table.day] })],
)
