import { and, eq, inArray, ne, or, type SQL } from 'drizzle-orm'
import { LIVE_STATUSES, type OtherArticle } from '#shared/features/preflight/rules.ts'
import type { Db } from '../../db/connect.ts'
import { articleKeywords, articleProducts, articles } from '../../db/schema/articles.ts'
import { keywords } from '../../db/schema/keywords.ts'
import { sites } from '../../db/schema/sites.ts'

const MOST = 20

export interface PreflightView {
  /** Who asks: drafts of other people do not count. */
  actorId: number
  /** The article that is looked at, if it is stored already. */
  articleId: number | undefined
}

function others({ actorId, articleId }: PreflightView): SQL | undefined {
  return and(
    inArray(articles.status, [...LIVE_STATUSES]),
    or(ne(articles.status, 'draft'), eq(articles.userId, actorId)),
    articleId === undefined ? undefined : ne(articles.id, articleId),
  )
}

const other = { id: articles.id, title: articles.title, status: articles.status, site: sites.displayName }

/** Awards that other living articles give to these products. */
export async function listAwardsElsewhere(
  db: Db,
  asins: readonly string[],
  view: PreflightView,
): Promise<{ asin: string; award: string; article: OtherArticle }[]> {
  if (asins.length === 0) return []
  const rows = await db
    .select({ asin: articleProducts.asin, award: articleProducts.award, ...other })
    .from(articleProducts)
    .innerJoin(articles, eq(articles.id, articleProducts.articleId))
    .innerJoin(sites, eq(sites.id, articles.siteId))
    .where(and(inArray(articleProducts.asin, [...asins]), ne(articleProducts.award, ''), others(view)))
    .orderBy(articleProducts.asin, articles.id)
    .limit(MOST)
  return rows.map(({ asin, award, ...article }) => ({ asin, award, article }))
}

/** Other living articles, on any site, about these keywords; by number or by their words. */
export async function listSameKeyword(
  db: Db,
  { ids, identities }: { ids: readonly number[]; identities: readonly string[] },
  view: PreflightView,
): Promise<{ keyword: string; article: OtherArticle }[]> {
  if (ids.length + identities.length === 0) return []
  const asked = or(inArray(keywords.id, [...ids]), inArray(keywords.identity, [...identities]))
  const rows = await db
    .select({ keyword: keywords.keyword, ...other })
    .from(keywords)
    .innerJoin(articleKeywords, eq(articleKeywords.keywordId, keywords.id))
    .innerJoin(articles, eq(articles.id, articleKeywords.articleId))
    .innerJoin(sites, eq(sites.id, articles.siteId))
    .where(and(asked, others(view)))
    .orderBy(articles.id)
    .limit(MOST)
  return rows.map(({ keyword, ...article }) => ({ keyword, article }))
}
