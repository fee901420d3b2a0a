import { sql } from 'drizzle-orm'
import { boolean, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { DISCLOSURE } from '#shared/features/sites/rules.ts'
import { moment } from './moment.ts'

export const sites = pgTable(
  'sites',
  {
    id: integer('site_id').primaryKey().generatedAlwaysAsIdentity(),
    /** Two letters, lower case. */
    code: text().notNull(),
    displayName: text('display_name').notNull(),
    normalizedName: text('normalized_name').notNull(),
    url: text().notNull(),
    logoUrl: text('logo_url').notNull(),
    /** The task board on which this site's articles are followed; none where the site has no board. */
    boardGid: text('asana_gid'),
    /** The board of the copy editors. */
    copyboardGid: text('copyboard_gid'),
    sandbox: boolean().notNull().default(false),
    /** The marketplace's tag of this site, by which it pays for what its links have sold. */
    affiliateTag: text('affiliate_tag'),
    /** Whether its posts say where a product is bought; off where the site's theme does. */
    linksProducts: boolean('links_products').notNull().default(true),
    /** Whether they say what it costs, too: a price is renewed every day. */
    showsPrices: boolean('shows_prices').notNull().default(true),
    /** How it earns by its links, as its posts say it first; empty where they say nothing. */
    disclosure: text().notNull().default(DISCLOSURE),
    /** Whether a product may be replaced in its live posts, by whoever approves articles. */
    changesLivePosts: boolean('changes_live_posts').notNull().default(false),
    /** Since when nothing new is made for it; null for a site at work. */
    retiredAt: moment('retired_at'),
  },
  (table) => [uniqueIndex('sites_code_key').on(sql`lower(${table.code})`)],
)
