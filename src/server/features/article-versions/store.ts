import { and, desc, eq, lt, lte } from 'drizzle-orm'
import type { ArticleContent } from '#shared/features/articles/rules.ts'
import type { Db } from '../../db/connect.ts'
import { articleVersions } from '../../db/schema/article-work.ts'
import {
  articleFaqs,
  articleKeywords,
  articleProducts,
  articleReturns,
  articles,
} from '../../db/schema/articles.ts'
import { keywords } from '../../db/schema/keywords.ts'
import { sites } from '../../db/schema/sites.ts'
import { users } from '../../db/schema/users.ts'

/** What the article says at this moment, and which version of it that is. */
export async function readContent(
  db: Db,
  articleId: number,
): Promise<{ version: number; content: ArticleContent } | undefined> {
  const [article] = await db.select().from(articles).where(eq(articles.id, articleId))
  if (!article) return undefined
  const words = await db
    .select({ keyword_id: keywords.id, keyword: keywords.keyword })
    .from(articleKeywords)
    .innerJoin(keywords, eq(keywords.id, articleKeywords.keywordId))
    .where(eq(articleKeywords.articleId, articleId))
    .orderBy(articleKeywords.position)
  const products = await db
    .select()
    .from(articleProducts)
    .where(eq(articleProducts.articleId, articleId))
    .orderBy(articleProducts.position)
  const faqs = await db
    .select({ question: articleFaqs.question })
    .from(articleFaqs)
    .where(eq(articleFaqs.articleId, articleId))
    .orderBy(articleFaqs.position)
  const content: ArticleContent = {
    title: article.title,
    siteId: article.siteId,
    imageUrl: article.imageUrl,
    intro: article.intro,
    notes: article.notes,
    keywords: words,
    products: products.map(({ asin, name, award, summary }) => ({
      asin,
      name,
      award,
      summary: summary ?? '',
    })),
    faqs: faqs.map(({ question }) => question),
  }
  return { version: article.version, content }
}

/** Keeps what the article says now, as its newest version. */
export async function insertVersion(
  db: Db,
  articleId: number,
  { userId, now }: { userId: number | null; now: Date },
): Promise<void> {
  const current = await readContent(db, articleId)
  if (!current) return
  await db
    .insert(articleVersions)
    .values({ articleId, userId, createdAt: now, ...current })
    .onConflictDoNothing()
}

/** The newest version that is not newer than the given one. */
export async function findVersion(db: Db, articleId: number, version: number) {
  const [found] = await db
    .select()
    .from(articleVersions)
    .where(and(eq(articleVersions.articleId, articleId), lte(articleVersions.version, version)))
    .orderBy(desc(articleVersions.version))
    .limit(1)
  return found
}

/** The newest versions, or those before one, with who saved them. */
export async function listVersions(
  db: Db,
  articleId: number,
  { before, most }: { before?: number | undefined; most: number },
) {
  const older = before === undefined ? undefined : lt(articleVersions.version, before)
  return db
    .select({ entry: articleVersions, user: users })
    .from(articleVersions)
    .leftJoin(users, eq(users.id, articleVersions.userId))
    .where(and(eq(articleVersions.articleId, articleId), older))
    .orderBy(desc(articleVersions.version))
    .limit(most)
}

/** The last time that the article was sent back, and which version of it that was. */
export async function findLastReturn(db: Db, articleId: number) {
  const [found] = await db
    .select({ version: articleReturns.articleVersion, createdAt: articleReturns.createdAt })
    .from(articleReturns)
    .where(and(eq(articleReturns.articleId, articleId), eq(articleReturns.kind, 'return')))
    .orderBy(desc(articleReturns.id))
    .limit(1)
  return found
}

export async function listSiteNames(db: Db): Promise<Map<number, string>> {
  const rows = await db.select({ id: sites.id, name: sites.displayName }).from(sites)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
