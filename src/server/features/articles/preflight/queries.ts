import { and, eq, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import { LIVE_STATUSES, type LivePost, type OtherArticle } from '#shared/features/articles/preflight/rules.ts'
import type { Db } from '../../../db/connect.ts'
import { articleOverrides } from '../../../db/schema/article-work.ts'
import { articleKeywords, articleProducts, articles } from '../../../db/schema/articles.ts'
import { keywords } from '../../../db/schema/keywords.ts'
import { sites } from '../../../db/schema/sites.ts'
import { users } from '../../../db/schema/users.ts'

/** Articles that are named for one product or one keyword. */
const MOST_OF_EACH = 10

export interface PreflightView {
  /** Who asks: drafts of other people do not count. */
  actorId: number
  /** The article that is looked at, if it is stored already. */
  articleId: number | undefined
}

const isNotRevisedBy = (articleId: number) =>
  sql`${articles.id} is distinct from (select r.revises_id from ${articles} r where r.article_id = ${articleId})`

function others({ actorId, articleId }: PreflightView): SQL | undefined {
  return and(
    inArray(articles.status, [...LIVE_STATUSES]),
    or(ne(articles.status, 'draft'), eq(articles.userId, actorId)),
    // An update is the article that it revises, and not another one.
    isNull(articles.revisesId),
    articleId === undefined ? undefined : and(ne(articles.id, articleId), isNotRevisedBy(articleId)),
  )
}

const other = { id: articles.id, title: articles.title, status: articles.status, site: sites.displayName }

/** Other awards that living articles give to these products; of each product its own few, so that none hides another's. */
export async function listAwardsElsewhere(
  db: Db,
  awards: ReadonlyMap<string, string>,
  view: PreflightView,
): Promise<{ asin: string; award: string; article: OtherArticle }[]> {
  if (awards.size === 0) return []
  const typed = sql`unnest(${sql.param([...awards.keys()])}::text[], ${sql.param([...awards.values()])}::text[]) as typed(asin, award)`
  const differs = sql`lower(btrim(${articleProducts.award})) <> lower(btrim(typed.award))`
  const found = db
    .select({ asin: articleProducts.asin, award: articleProducts.award, ...other })
    .from(articleProducts)
    .innerJoin(articles, eq(articles.id, articleProducts.articleId))
    .innerJoin(sites, eq(sites.id, articles.siteId))
    .where(
      and(eq(articleProducts.asin, sql`typed.asin`), ne(articleProducts.award, ''), differs, others(view)),
    )
    .orderBy(articles.id)
    .limit(MOST_OF_EACH)
    .as('found')
  const { asin, award, id, title, status, site } = found
  const rows = await db
    .select({ asin, award, id, title, status, site })
    .from(typed)
    .crossJoinLateral(found)
    .orderBy(asin, id)
  return rows.map(({ asin, award, ...article }) => ({ asin, award, article }))
}

/** Other living articles, on any site, about these keywords, by number or by their words; a few of each. */
export async function listSameKeyword(
  db: Db,
  { ids, identities }: { ids: readonly number[]; identities: readonly string[] },
  view: PreflightView,
): Promise<{ keywordId: number; keyword: string; article: OtherArticle }[]> {
  if (ids.length + identities.length === 0) return []
  const found = db
    .select(other)
    .from(articleKeywords)
    .innerJoin(articles, eq(articles.id, articleKeywords.articleId))
    .innerJoin(sites, eq(sites.id, articles.siteId))
    .where(and(eq(articleKeywords.keywordId, keywords.id), others(view)))
    .orderBy(articles.id)
    .limit(MOST_OF_EACH)
    .as('found')
  const { id, title, status, site } = found
  const rows = await db
    .select({ keywordId: keywords.id, keyword: keywords.keyword, id, title, status, site })
    .from(keywords)
    .crossJoinLateral(found)
    .where(or(inArray(keywords.id, [...ids]), inArray(keywords.identity, [...identities])))
    .orderBy(id, keywords.id)
  return rows.map(({ keywordId, keyword, ...article }) => ({ keywordId, keyword, article }))
}

/** Live posts about these keywords that were not written here, except the one that the article will update. */
export async function listLivePosts(
  db: Db,
  { ids, identities }: { ids: readonly number[]; identities: readonly string[] },
  articleId: number | undefined,
): Promise<LivePost[]> {
  if (ids.length + identities.length === 0) return []
  const { rows } = await db.execute<{ id: number; keyword: string; title: string; site: string }>(sql`
    select p.content_post_id as id, p.focus_keyword as keyword, p.title, s.display_name as site
    from content_posts p join sites s using (site_id)
    where p.keyword_identity = any(${sql.param([...identities])}::text[] || array(
        select k.identity from keywords k where k.keyword_id = any(${sql.param([...ids])}::integer[])))
      and p.gone_at is null and p.article_id is null
      and coalesce(p.update_article_id <> ${articleId ?? null}::integer, true)
    order by p.content_post_id limit ${MOST_OF_EACH}`)
  return rows
}

export async function listOverrides(db: Db, articleId: number) {
  return db
    .select({ entry: articleOverrides, user: users })
    .from(articleOverrides)
    .innerJoin(users, eq(users.id, articleOverrides.userId))
    .where(eq(articleOverrides.articleId, articleId))
}

/** The products of an article as they are stored, in their order. */
export async function listProducts(db: Db, articleId: number): Promise<{ asin: string; name: string }[]> {
  const { asin, name, position } = articleProducts
  return db
    .select({ asin, name })
    .from(articleProducts)
    .where(eq(articleProducts.articleId, articleId))
    .orderBy(position)
}
