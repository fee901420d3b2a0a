import { sql } from 'drizzle-orm'
import { boolean, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { DISCLOSURE } from '#shared/features/ground/sites/rules.ts'
import { moment } from './moment.ts'

/** The shopping guides that articles are published on. */
export const sites = pgTable(
  'sites',
  {
    id: integer('site_id').primaryKey().generatedAlwaysAsIdentity(),
    /** Two letters, lower case. */
    code: text().notNull(),
    displayName: text('display_name').notNull(),
    /** Its name in addresses and file names: `Bench & Mortar` becomes `bench-mortar`. */
    normalizedName: text('normalized_name').notNull(),
    url: text().notNull(),
    logoUrl: text('logo_url').notNull(),
    /** Task board of this site's articles; null without a board. */
    boardGid: text('asana_gid'),
    /** Task board of the copy editors; null without one. */
    copyboardGid: text('copyboard_gid'),
    /** Whether the site is for testing only. */
    sandbox: boolean().notNull().default(false),
    /** The site's affiliate tag in the marketplace; null for none. */
    affiliateTag: text('affiliate_tag'),
    /** Whether its posts contain buy links; off if the site's theme adds them. */
    linksProducts: boolean('links_products').notNull().default(true),
    /** Whether its posts show prices, which are updated daily. */
    showsPrices: boolean('shows_prices').notNull().default(true),
    /** Affiliate disclosure at the beginning of its posts; empty for none. */
    disclosure: text().notNull().default(DISCLOSURE),
    /** Whether users who approve articles may replace products in its live posts. */
    changesLivePosts: boolean('changes_live_posts').notNull().default(false),
    /** Since when nothing new is made for it; null for an active site. */
    retiredAt: moment('retired_at'),
  },
  (table) => [uniqueIndex('sites_code_key').on(sql`lower(${table.code})`)],
)
