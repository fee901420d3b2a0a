import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  date,
  doublePrecision,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import {
  REFRESH_FULL,
  REFRESH_LEAST,
  REFRESH_POINTS,
  type RefreshKind,
  type Renewal,
} from '#shared/features/content-tracker/rules.ts'
import { readingOrder } from '../reading-order.ts'
import { articles } from './articles.ts'
import { moment } from './moment.ts'
import { sites } from './sites.ts'

/** An amount of US dollars in cents; below 0 where more was taken back than earned. */
const cents = (name: string) => bigint(name, { mode: 'number' })

/** Points for a part that is lost of a whole, as `lossPoints` counts them; a part that is unknown counts nothing. */
const lossPoints = (kind: RefreshKind, [part, whole]: [string, string], least = 1) => {
  const most = REFRESH_POINTS[kind]
  return `case when ${part} >= ${least} and ${whole} > 0 then least(${most}, ${REFRESH_FULL * most} * (${part})::bigint / (${whole})) else 0 end`
}

/** The points of all reasons (`refreshReasons`), from the columns that they stand in. */
const REFRESH = [
  lossPoints('earnings', ['earnings_4w_before - earnings_4w', 'earnings_4w_before'], REFRESH_LEAST.cents),
  lossPoints('stock', ['products_out', 'cardinality(asins)']),
  'age_points',
  `case when focus_keyword is null then ${REFRESH_POINTS.keyword} else ${lossPoints('share', ['share_before - share_now', '100'])} end`,
  lossPoints('clicks', ['clicks_before - clicks_30d', 'clicks_before'], REFRESH_LEAST.clicks),
].join(' + ')

/** What the last four weeks earned more than the four before, as a share (`changeOf`). */
export const EARNINGS_CHANGE = sql`(case when earnings_4w_before > 0 then (earnings_4w - earnings_4w_before)::float8 / earnings_4w_before end)`

/** Every post that is followed: those that Copydesk published, those of an adopted site, and those of a file. */
export const contentPosts = pgTable(
  'content_posts',
  {
    id: integer('content_post_id').primaryKey().generatedAlwaysAsIdentity(),
    siteId: integer('site_id')
      .notNull()
      .references(() => sites.id),
    /** As the publishing system numbers it. */
    postId: text('post_id').notNull(),
    title: text().notNull(),
    publishedAt: moment('published_at'),
    /** Every save on its site counts, whatever it changed. */
    modifiedAt: moment('modified_at'),
    /** When its text was changed last, by its editors or by an article: by this it is old. */
    textChangedAt: moment('text_changed_at'),
    /** Of its text as the site showed it last; empty where we have written into it since, null where it was never read. */
    textDigest: text('text_digest'),
    permalink: text(),
    /** The article of ours that it shows; null where it was not written here. */
    articleId: integer('article_id').references(() => articles.id, { onDelete: 'set null' }),
    focusKeyword: text('focus_keyword'),
    /** That as searches are kept (`keywordIdentity`), as far as anybody types it; empty where there is none. */
    keywordIdentity: text('keyword_identity')
      .notNull()
      .generatedAlwaysAs(
        sql`lower(normalize(btrim(regexp_replace(coalesce(focus_keyword, ''), '\\s+', ' ', 'g')), NFC))`,
      ),
    /** When somebody chose that for the post itself, whatever its article says; null where nobody did. */
    keywordChosenAt: moment('keyword_chosen_at'),
    pictureUrl: text('picture_url'),
    /** The tag that only this post's links carry, where the publisher uses one per post. */
    trackingId: text('tracking_id'),
    source: text().$type<'copydesk' | 'adopted' | 'import'>().notNull(),
    /** Its products in order; kept by triggers on `content_products`. */
    asins: text().array().notNull().default(sql`'{}'::text[]`),
    /** Of the trailing 30 days; null where no earnings were ever told. */
    earnings30d: cents('earnings_30d'),
    /** Of the last four full weeks, and of the four before. */
    earnings4w: cents('earnings_4w').notNull().default(0),
    earnings4wBefore: cents('earnings_4w_before').notNull().default(0),
    /** By searches, in the 30 days up to `clicksUntil`; both null where nobody knows. */
    clicks30d: integer('clicks_30d'),
    clicksUntil: date('clicks_until'),
    /** The same of the 30 days before those; null where not all of them are known. */
    clicksBefore: integer('clicks_before'),
    /** Of its products, how many are sold out; kept by the triggers that keep `asins`. */
    productsOut: smallint('products_out').notNull().default(0),
    /** Points for the days since it was changed (`agePoints`). */
    agePoints: smallint('age_points').notNull().default(0),
    /** Percent of days on which one of ours held its keyword: of the last 30, and of the 60 before; null where unknown. */
    shareNow: smallint('share_now'),
    shareBefore: smallint('share_before'),
    /** How much it wants to be refreshed, from 0 to 100. */
    refresh: smallint()
      .notNull()
      .generatedAlwaysAs(sql.raw(`(${REFRESH})::smallint`)),
    /** The article by which it is to be renewed, where it was not written here; null where nobody has asked for one. */
    updateArticleId: integer('update_article_id').references(() => articles.id, { onDelete: 'set null' }),
    /** What was announced when that was begun; only that is done, whatever the site lets be changed later. */
    updateRenews: text('update_renews').$type<Exclude<Renewal, 'article'>>(),
    /** One bit for each flag that it has (`flagBit`). Triggers on `products` keep the one for what is sold out. */
    flags: smallint().notNull().default(0),
    /** When its site no longer had it; such a post is not shown, and has no products. */
    goneAt: moment('gone_at'),
  },
  (table) => [
    uniqueIndex('content_posts_site_post_key').on(table.siteId, table.postId),
    index('content_posts_earnings')
      .on(table.earnings30d.desc().nullsLast(), table.id)
      .where(sql`${table.goneAt} is null`),
    index('content_posts_site_earnings')
      .on(table.siteId, table.earnings30d.desc().nullsLast(), table.id)
      .where(sql`${table.goneAt} is null`),
    index('content_posts_clicks')
      .on(table.clicks30d.desc().nullsLast(), table.id)
      .where(sql`${table.goneAt} is null`),
    index('content_posts_refresh').on(table.refresh.desc(), table.id).where(sql`${table.goneAt} is null`),
    index('content_posts_change')
      .on(sql`${EARNINGS_CHANGE} desc nulls last`, table.id)
      .where(sql`${table.goneAt} is null`),
    index('content_posts_keyword').on(table.keywordIdentity).where(sql`${table.goneAt} is null`),
    index('content_posts_published')
      .on(table.publishedAt.desc().nullsLast(), table.id)
      .where(sql`${table.goneAt} is null`),
    index('content_posts_title_read')
      .on(readingOrder(table.title), table.id)
      .where(sql`${table.goneAt} is null`),
    index('content_posts_title').using('gin', table.title.op('gin_trgm_ops')),
    index('content_posts_asins').using('gin', table.asins),
    index('content_posts_article').on(table.articleId),
    check('content_posts_renews_known', sql`${table.updateRenews} in ('post', 'another')`),
    index('content_posts_update').on(table.updateArticleId).where(sql`${table.updateArticleId} is not null`),
  ],
)

/** What a followed post recommends. */
export const contentProducts = pgTable(
  'content_products',
  {
    contentPostId: integer('content_post_id')
      .notNull()
      .references(() => contentPosts.id, { onDelete: 'cascade' }),
    asin: text().notNull(),
    position: smallint().notNull(),
    name: text().notNull().default(''),
    award: text().notNull().default(''),
    imageUrl: text('image_url'),
  },
  (table) => [
    primaryKey({ columns: [table.contentPostId, table.asin] }),
    index('content_products_asin').on(table.asin),
  ],
)

/**
 * Every recommendation of a product that cannot be bought, and what the post loses by it a week (`RISK_FORMULA`). Triggers
 * on `products` and `content_products` keep it by `keep_risks`, and so does whoever writes earnings.
 */
export const stockRisks = pgTable(
  'stock_risks',
  {
    asin: text().notNull(),
    contentPostId: integer('content_post_id').notNull(),
    productId: integer('product_id').notNull(),
    siteId: integer('site_id').notNull(),
    stock: text().notNull(),
    stockSince: moment('stock_since'),
    /** In cents; null where nobody knows. */
    cents: doublePrecision(),
    isEstimated: boolean('is_estimated').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.asin, table.contentPostId] }),
    foreignKey({
      name: 'stock_risks_recommendation_fk',
      columns: [table.contentPostId, table.asin],
      foreignColumns: [contentProducts.contentPostId, contentProducts.asin],
    }).onDelete('cascade'),
  ],
)

/**
 * What a post earned in the week that begins on this Monday. Without foreign keys, which would cost as much as the
 * rows: whoever writes it has read the post before, and posts are not deleted.
 */
export const contentEarnings = pgTable(
  'content_earnings',
  {
    contentPostId: integer('content_post_id').notNull(),
    weekStart: date('week_start').notNull(),
    cents: cents('cents').notNull(),
    /** Monday first, where it was told by days; null where the week came as one sum. */
    days: bigint({ mode: 'number' }).array(),
  },
  (table) => [primaryKey({ columns: [table.contentPostId, table.weekStart] })],
)

/** What one product earned of that; where nobody told it apart there is no row. */
export const productEarnings = pgTable(
  'product_earnings',
  {
    contentPostId: integer('content_post_id').notNull(),
    asin: text().notNull(),
    weekStart: date('week_start').notNull(),
    cents: cents('cents').notNull(),
    days: bigint({ mode: 'number' }).array(),
  },
  (table) => [
    primaryKey({ columns: [table.contentPostId, table.asin, table.weekStart] }),
    index('product_earnings_asin').on(table.asin, table.weekStart),
  ],
)

/** What the posts of a site earned in a week, gone ones too: the sum of `content_earnings`, kept with every write of it. */
export const siteEarnings = pgTable(
  'site_earnings',
  {
    siteId: integer('site_id')
      .notNull()
      .references(() => sites.id),
    weekStart: date('week_start').notNull(),
    cents: cents('cents').notNull(),
  },
  (table) => [primaryKey({ columns: [table.siteId, table.weekStart] })],
)
