import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { moment } from './moment.ts'
import { sites } from './sites.ts'

/** The posts of the built-in publishing site. */
export const sitePosts = pgTable(
  'site_posts',
  {
    id: integer('post_id').primaryKey().generatedAlwaysAsIdentity({ startWith: 40_001 }),
    siteId: integer('site_id')
      .notNull()
      .references(() => sites.id),
    /** Idempotency key from the creator of the post; the same key never creates a second post. */
    key: text(),
    status: text().$type<'draft' | 'publish'>().notNull(),
    /** Last part of its address. */
    slug: text().notNull(),
    title: text().notNull(),
    /** Block markup, as a publishing system stores it. */
    content: text().notNull(),
    excerpt: text().notNull().default(''),
    heroImageUrl: text('hero_image_url'),
    focusKeyword: text('focus_keyword'),
    authorName: text('author_name'),
    authorDescription: text('author_description'),
    createdAt: moment('created_at').notNull(),
    modifiedAt: moment('modified_at').notNull(),
    /** Null for a draft that was never published. */
    publishedAt: moment('published_at'),
  },
  (table) => [
    uniqueIndex('site_posts_key').on(table.siteId, table.key),
    uniqueIndex('site_posts_slug').on(table.siteId, table.slug),
    index('site_posts_modified').on(table.siteId, table.modifiedAt),
  ],
)
