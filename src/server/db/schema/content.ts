import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  date,
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
  REFRESH_LOSSES,
  REFRESH_POINTS,
  type Renewal,
} from '#shared/features/posts/content-tracker/rules.ts'
import { readingOrder } from '../sql/reading-order.ts'
import { articles } from './articles.ts'
import { moment } from './moment.ts'
import { sites } from './sites.ts'

/** US dollars in cents; negative if more was refunded than earned. */
const cents = (name: string) => bigint(name, { mode: 'number' })

/** The columns of the facts that `REFRESH_LOSSES` names. */
const FACTS = {
  last: 'earnings_4w',
  before: 'earnings_4w_before',
  out: 'products_out',
  products: 'cardinality(asins)',
  shareNow: 'share_now',
  shareBefore: 'share_before',
  clicks: 'clicks_30d',
  clicksBefore: 'clicks_before',
}

/** Points for a loss in SQL. Unknown figures count 0. */
function lossPoints(kind: keyof typeof REFRESH_LOSSES): string {
  const { lost, of, least } = REFRESH_LOSSES[kind]
  const [most, part] = [REFRESH_POINTS[kind], lost.map((name) => FACTS[name]).join(' - ')]
  const whole = of === 100 ? of : FACTS[of]
  return `case when ${part} >= ${least} and ${whole} > 0 then least(${most}, ${REFRESH_FULL * most} * (${part})::bigint / (${whole})) else 0 end`
}

/** Total points of all reasons (`refreshReasons`), computed from columns. */
const REFRESH = [
  lossPoints('earnings'),
  lossPoints('stock'),
  'age_points',
  `case when focus_keyword is null then ${REFRESH_POINTS.keyword} else ${lossPoints('share')} end`,
  lossPoints('clicks'),
].join(' + ')

/** Relative change of the last four weeks against the four before (`changeOf`). */
export const EARNINGS_CHANGE = sql`(case when earnings_4w_before > 0 then (earnings_4w - earnings_4w_before)::float8 / earnings_4w_before end)`

/** Every tracked post: published by Copydesk, of an adopted site, or from a file. */
export const contentPosts = pgTable(
  'content_posts',
  {
    id: integer('content_post_id').primaryKey().generatedAlwaysAsIdentity(),
    siteId: integer('site_id')
      .notNull()
      .references(() => sites.id),
    /** Id of the post in the publishing system. */
    postId: text('post_id').notNull(),
    title: text().notNull(),
    /** Null if unknown. */
    publishedAt: moment('published_at'),
    /** Changes with every save on its site, even if the text stays the same. */
    modifiedAt: moment('modified_at'),
    /** When the text was last changed, by its editors or by an article. The age is computed from this. */
    textChangedAt: moment('text_changed_at'),
    /**
     * Digest of the text as last read from the site; empty if we have written to it since, null if never
     * read.
     */
    textDigest: text('text_digest'),
    /** Public address; null if unknown. */
    permalink: text(),
    /** The article that the post shows; null if it was not written here. */
    articleId: integer('article_id').references(() => articles.id, { onDelete: 'set null' }),
    /** The search that the post is written for; null without one. */
    focusKeyword: text('focus_keyword'),
    /**
     * Normalized focus keyword (`keywordIdentity`), as far as a keyword can be typed; empty if there is none.
     */
    keywordIdentity: text('keyword_identity')
      .notNull()
      .generatedAlwaysAs(
        sql`lower(normalize(btrim(regexp_replace(coalesce(focus_keyword, ''), '\\s+', ' ', 'g')), NFC))`,
      ),
    /** When a user chose the keyword for the post itself, regardless of its article; null if never. */
    keywordChosenAt: moment('keyword_chosen_at'),
    /** Address of its hero picture; null for none. */
    pictureUrl: text('picture_url'),
    /** The affiliate tag of this post only, for publishers that use one per post. */
    trackingId: text('tracking_id'),
    source: text().$type<'copydesk' | 'adopted' | 'import'>().notNull(),
    /** Its products in order. Triggers on `content_products` maintain it. */
    asins: text().array().notNull().default(sql`'{}'::text[]`),
    /**
     * Cents in the trailing 30 days; null if no earnings were ever reported. Recomputed every hour and with
     * every import of earnings.
     */
    earnings30d: cents('earnings_30d'),
    /** Cents of the last four full weeks with data of its site. Recomputed like `earnings_30d`. */
    earnings4w: cents('earnings_4w').notNull().default(0),
    /** Cents of the four weeks before those. */
    earnings4wBefore: cents('earnings_4w_before').notNull().default(0),
    /**
     * Search clicks in the 30 days up to `clicks_until`; both null if unknown. Recomputed with the totals of
     * searches.
     */
    clicks30d: integer('clicks_30d'),
    /** Newest day of the search data; null if unknown. */
    clicksUntil: date('clicks_until'),
    /** Search clicks in the 30 days before those; null unless all of them are known. */
    clicksBefore: integer('clicks_before'),
    /** Number of its products that cannot be bought. Maintained by the triggers that maintain `asins`. */
    productsOut: smallint('products_out').notNull().default(0),
    /** Points for days without a change (`agePoints`). Recomputed like `earnings_30d`. */
    agePoints: smallint('age_points').notNull().default(0),
    /**
     * Percent of the last 30 days on which one of our sites held the keyword; null if unknown. Recomputed
     * like `earnings_30d`.
     */
    shareNow: smallint('share_now'),
    /** The same for the 60 days before. */
    shareBefore: smallint('share_before'),
    /** Refresh score, 0 to 100. */
    refresh: smallint()
      .notNull()
      .generatedAlwaysAs(sql.raw(`(${REFRESH})::smallint`)),
    /** The article that will renew a post that was not written here; null if none was requested. */
    updateArticleId: integer('update_article_id').references(() => articles.id, { onDelete: 'set null' }),
    /** The announced scope of the update. Only that is done, even if the site allows more later. */
    updateRenews: text('update_renews').$type<Exclude<Renewal, 'article'>>(),
    /**
     * One bit per flag (`flagBit`). Triggers maintain those of products that cannot be bought; the others are
     * recomputed like `earnings_30d`.
     */
    flags: smallint().notNull().default(0),
    /** Section of its task, as last read from the board; null if it has no task. */
    taskStatus: text('task_status'),
    /** Update level of its task, likewise. */
    taskPriority: text('task_priority'),
    /** When the site no longer had the post. Such a post is hidden and has no products. */
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

/** Products that a tracked post recommends. */
export const contentProducts = pgTable(
  'content_products',
  {
    contentPostId: integer('content_post_id')
      .notNull()
      .references(() => contentPosts.id, { onDelete: 'cascade' }),
    asin: text().notNull(),
    /** Order in the post. */
    position: smallint().notNull(),
    name: text().notNull().default(''),
    /** Empty for none. */
    award: text().notNull().default(''),
    imageUrl: text('image_url'),
  },
  (table) => [
    primaryKey({ columns: [table.contentPostId, table.asin] }),
    index('content_products_asin').on(table.asin),
  ],
)

/**
 * Every recommendation of a product that cannot be bought, with the post's estimated loss per week
 * (`RISK_FORMULA`). Triggers on `products` and `content_products` maintain it through `recompute_risks`, and so
 * does every write of earnings.
 */
export const stockRisks = pgTable(
  'stock_risks',
  {
    asin: text().notNull(),
    contentPostId: integer('content_post_id').notNull(),
    productId: integer('product_id').notNull(),
    siteId: integer('site_id').notNull(),
    /** `OUT_OF_STOCK` or `INVALID_ASIN`: a copy of the product's state. */
    stock: text().notNull(),
    /** Copy of the product's column; null if unknown. */
    stockSince: moment('stock_since'),
    /** Cents a week; null if unknown. Rounded here alone, so that rows add up to every total. */
    cents: cents('cents'),
    /**
     * Computed from the post's earnings and the product's usual share of them, because its own were not
     * reported.
     */
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
 * Earnings of a post in the week from this Monday. There are no foreign keys, because they would cost as much
 * as the rows: every writer has read the post before, and rows of `content_posts` are never deleted.
 */
export const contentEarnings = pgTable(
  'content_earnings',
  {
    contentPostId: integer('content_post_id').notNull(),
    /** A Monday. */
    weekStart: date('week_start').notNull(),
    /** Cents of the week; the sum of `days` where they are known. */
    cents: cents('cents').notNull(),
    /** Cents per day, Monday first; null if the week was reported as one sum. */
    days: bigint({ mode: 'number' }).array(),
  },
  (table) => [primaryKey({ columns: [table.contentPostId, table.weekStart] })],
)

/** The part of a post's weekly earnings that one product earned. No row if it was not reported separately. */
export const productEarnings = pgTable(
  'product_earnings',
  {
    contentPostId: integer('content_post_id').notNull(),
    asin: text().notNull(),
    /** A Monday. */
    weekStart: date('week_start').notNull(),
    /** Cents of the week. */
    cents: cents('cents').notNull(),
    /** Cents per day, like those of `content_earnings`. */
    days: bigint({ mode: 'number' }).array(),
  },
  (table) => [
    primaryKey({ columns: [table.contentPostId, table.asin, table.weekStart] }),
    index('product_earnings_asin').on(table.asin, table.weekStart),
  ],
)

/**
 * Weekly earnings of a site's posts, including those no longer on the site: the sum of `content_earnings`, updated with
 * every write of it.
 */
export const siteEarnings = pgTable(
  'site_earnings',
  {
    siteId: integer('site_id')
      .notNull()
      .references(() => sites.id),
    /** A Monday. */
    weekStart: date('week_start').notNull(),
    /** Cents of the week. Recomputed for the weeks of every import of earnings. */
    cents: cents('cents').notNull(),
  },
  (table) => [primaryKey({ columns: [table.siteId, table.weekStart] })],
)
