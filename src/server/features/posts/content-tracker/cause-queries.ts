import { sql } from 'drizzle-orm'
import type { ArticleContent } from '#shared/features/articles/articles/rules.ts'
import type { Stock } from '#shared/features/products/product-library/rules.ts'
import type { Db } from '../../../db/connect.ts'
import type { PostAddress } from './queries.ts'

export interface EarningPost {
  id: number
  articleId: number | null
  publishedOn: string | null
  changedOn: string | null
  keyword: string | null
}

/** A day, `yyyy-MM-dd`, and in which time zone it and others begin. */
interface Since {
  from: string
  timeZone: string
}

/** The post whose earnings moved. */
export async function findEarningPost(
  db: Db,
  { site, postId }: PostAddress,
  timeZone: string,
): Promise<EarningPost | undefined> {
  const { rows } = await db.execute<EarningPost & Record<string, unknown>>(sql`
    select c.content_post_id as id, c.article_id as "articleId", c.focus_keyword as keyword,
      to_char(c.published_at at time zone ${timeZone}, 'YYYY-MM-DD') as "publishedOn",
      to_char(c.text_changed_at at time zone ${timeZone}, 'YYYY-MM-DD') as "changedOn"
    from content_posts c join sites s using (site_id)
    where lower(s.code) = lower(${site}) and c.post_id = ${postId} and c.gone_at is null`)
  return rows[0]
}

export interface PostStock {
  asin: string
  name: string
  award: string
  position: number
  stock: Stock
  /** The previous state; null if unknown. */
  before: Stock | null
  day: string
  /** Cents that it earned in the post a week, in the four full weeks before. */
  weekly: number | null
}

/** Weeks whose mean is what a product earned. */
const MEAN_WEEKS = 4

/** The changes of the stock of a post's products since a day, and the last one of each before it; the earliest first. */
export async function listStockChanges(
  db: Db,
  postId: number,
  { from, timeZone }: Since,
): Promise<PostStock[]> {
  const monday = sql`date_trunc('week', h.created_at at time zone ${timeZone})::date`
  const { rows } = await db.execute<PostStock & Record<string, unknown>>(sql`
    with history as (
      select cp.asin, coalesce(nullif(cp.name, ''), pr.name) as name, cp.award, cp.position, h.stock, h.created_at,
        lag(h.stock) over (partition by cp.asin order by h.created_at, h.product_stock_id) as before,
        lead(h.created_at) over (partition by cp.asin order by h.created_at, h.product_stock_id) as next
      from content_products cp join products pr using (asin) join product_stocks h using (product_id)
      where cp.content_post_id = ${postId}::int
    )
    select h.asin, h.name, h.award, h.position, h.stock, h.before,
      to_char(h.created_at at time zone ${timeZone}, 'YYYY-MM-DD') as day,
      (select sum(e.cents) / ${sql.raw(`${MEAN_WEEKS}.0`)} from product_earnings e
        where e.content_post_id = ${postId}::int and e.asin = h.asin
          and e.week_start >= ${monday} - ${sql.raw(String(7 * MEAN_WEEKS))} and e.week_start < ${monday})::float8 as weekly
    from history h where coalesce(h.next, 'infinity') >= ${from}::timestamp at time zone ${timeZone}
    order by h.created_at, h.position, h.asin`)
  return rows
}

export interface HeldDays {
  keywordId: number
  keyword: string
  /** Days with data, oldest first, and whether one of our sites held it. */
  days: { day: string; isWon: boolean }[]
}

/** Holders of a post's keyword per day. */
export async function findHeldDays(db: Db, postId: number): Promise<HeldDays | undefined> {
  const { rows } = await db.execute<HeldDays & Record<string, unknown>>(sql`
    select k.keyword_id as "keywordId", k.keyword, (
      select coalesce(json_agg(json_build_object('day', d.last_day - n, 'isWon', get_bit(d.won, n) = 1) order by n desc), '[]')
      from generate_series(0, length(d.seen) - 1) n where get_bit(d.seen, n) = 1) as days
    from content_posts c join keywords k on k.identity = c.keyword_identity and c.keyword_identity <> ''
    join keyword_days d using (keyword_id) where c.content_post_id = ${postId}::int`)
  return rows[0]
}

export interface WrittenVersion {
  action: 'published' | 'revised'
  day: string
  /** What the article said then, and before. */
  content: ArticleContent | null
  before: ArticleContent | null
}

/** When an article was published or updated since a day, and what it said. */
export async function listWrittenVersions(
  db: Db,
  articleId: number,
  { from, timeZone }: Since,
): Promise<WrittenVersion[]> {
  const { rows } = await db.execute<WrittenVersion & Record<string, unknown>>(sql`
    select e.action, to_char(e.created_at at time zone ${timeZone}, 'YYYY-MM-DD') as day, v.content, b.content as before
    from article_events e
    left join lateral (select version, content from article_versions o
      where o.article_id = e.article_id and o.created_at <= e.created_at order by version desc limit 1) v on true
    left join lateral (select content from article_versions o
      where o.article_id = e.article_id and o.version < v.version order by version desc limit 1) b on true
    where e.article_id = ${articleId}::int and e.action in ('published', 'revised') and e.created_at >= ${from}::timestamp at time zone ${timeZone}
    order by e.created_at, e.id`)
  return rows
}
