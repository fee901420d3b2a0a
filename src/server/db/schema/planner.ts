import { sql } from 'drizzle-orm'
import { check, date, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { Country } from '#shared/features/keywords/opportunities/rules.ts'
import { moment } from './moment.ts'
import { sites } from './sites.ts'
import { users } from './users.ts'

/** A search of a market that a site wants an article about, in a month of the year. */
export const plannedKeywords = pgTable(
  'planned_keywords',
  {
    id: integer('plan_id').primaryKey().generatedAlwaysAsIdentity(),
    country: text().$type<Country>().notNull(),
    /** The search as the market spells it. */
    name: text().notNull(),
    /** Normalized name (`keywordIdentity`), by which it is found in the market and among our keywords. */
    identity: text().notNull(),
    siteId: integer('site_id')
      .notNull()
      .references(() => sites.id),
    /** First day of the month in which its article is to come out. */
    month: date().notNull(),
    /**
     * Day by which its article had to be requested for the peak, as it was planned; null without a season.
     */
    publishBy: date('publish_by'),
    /** Monday of the week of that peak; null without a season. */
    peakOn: date('peak_on'),
    /** Who planned it. */
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** Empty for none. */
    note: text().notNull().default(''),
    /** Incremented with each save. */
    version: integer().notNull().default(1),
    createdAt: moment('created_at').notNull(),
    /** When it was taken off the plan; it can be put back. Null while it is planned. */
    removedAt: moment('removed_at'),
  },
  (table) => [
    // A site plans a search once.
    uniqueIndex('planned_keywords_once')
      .on(table.country, table.identity, table.siteId)
      .where(sql`${table.removedAt} is null`),
    index('planned_keywords_month').on(table.month, table.id).where(sql`${table.removedAt} is null`),
    check('planned_keywords_month_begins', sql`extract(day from ${table.month}) = 1`),
  ],
)
