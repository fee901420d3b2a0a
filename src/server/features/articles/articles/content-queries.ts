import { eq } from 'drizzle-orm'
import type { ArticleContent } from '#shared/features/articles/articles/rules.ts'
import type { Db } from '../../../db/connect.ts'
import { articleFaqs, articleKeywords, articleProducts, articles } from '../../../db/schema/articles.ts'
import { keywords } from '../../../db/schema/keywords.ts'

export async function findFirstKeyword(db: Db, articleId: number): Promise<string | undefined> {
  const [first] = await db
    .select({ keyword: keywords.keyword })
    .from(articleKeywords)
    .innerJoin(keywords, eq(keywords.id, articleKeywords.keywordId))
    .where(eq(articleKeywords.articleId, articleId))
    .orderBy(articleKeywords.position)
    .limit(1)
  return first?.keyword
}

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
