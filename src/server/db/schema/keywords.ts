import {
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { sites } from './sites.ts'

export const keywords = pgTable(
  'keywords',
  {
    id: integer('keyword_id').primaryKey().generatedAlwaysAsIdentity(),
    keyword: text().notNull(),
    /** What makes two keywords the same: tidy, lower case. */
    identity: text().notNull(),
    isTracked: boolean('is_tracked').notNull().default(true),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('keywords_identity_key').on(table.identity),
    index('keywords_identity_trigram').using('gin', table.identity.op('gin_trgm_ops')),
    index('keywords_identity_prefix').on(table.identity.op('text_pattern_ops')),
  ],
)

export const tags = pgTable(
  'tags',
  {
    id: integer('tag_id').primaryKey().generatedAlwaysAsIdentity(),
    tag: text().notNull(),
  },
  (table) => [uniqueIndex('tags_tag_key').on(table.tag)],
)

export const keywordTags = pgTable(
  'keyword_tags',
  {
    keywordId: integer('keyword_id')
      .notNull()
      .references(() => keywords.id, { onDelete: 'cascade' }),
    tagId: integer('tag_id')
      .notNull()
      .references(() => tags.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.keywordId, table.tagId] }),
    index('keyword_tags_tag').on(table.tagId),
  ],
)

export const keywordSites = pgTable(
  'keyword_sites',
  {
    keywordId: integer('keyword_id')
      .notNull()
      .references(() => keywords.id, { onDelete: 'cascade' }),
    siteId: integer('site_id')
      .notNull()
      .references(() => sites.id),
  },
  (table) => [
    primaryKey({ columns: [table.keywordId, table.siteId] }),
    index('keyword_sites_site').on(table.siteId),
  ],
)
