import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { type ArticleStatus, PENDING_STATUSES } from '#shared/features/articles/articles/rules.ts'
import type { Db } from '../../../db/connect.ts'
import {
  articleEvents,
  articleFaqs,
  articleKeywords,
  articleProducts,
  articleReturns,
  articles,
} from '../../../db/schema/articles.ts'
import { keywords } from '../../../db/schema/keywords.ts'

export type ArticleRecord = typeof articles.$inferSelect

export interface ArticleColumns {
  title: string
  imageUrl: string | null
  intro: string | null
  notes: string | null
  siteId: number
}

export interface ProductValues {
  asin: string
  name: string
  award: string
  summary: string
}

/** Returns the article, locked until the transaction ends. */
export async function lockArticle(db: Db, id: number): Promise<ArticleRecord | undefined> {
  const [article] = await db.select().from(articles).where(eq(articles.id, id)).for('update')
  return article
}

export async function findStatus(db: Db, id: number): Promise<string | undefined> {
  const [article] = await db.select({ status: articles.status }).from(articles).where(eq(articles.id, id))
  return article?.status
}

export async function insertArticle(
  db: Db,
  values: ArticleColumns & {
    userId: number
    status: ArticleStatus
    createdAt: Date
    updatedAt: Date
    revisesId?: number
    postId?: number | null
  },
): Promise<number> {
  const [article] = await db.insert(articles).values(values).returning({ id: articles.id })
  if (!article) throw new Error('The database did not return the new article.')
  return article.id
}

export async function updateArticle(
  db: Db,
  id: number,
  values: Partial<ArticleColumns> & { status: ArticleStatus; updatedAt: Date },
): Promise<void> {
  await db
    .update(articles)
    .set({ ...values, version: sql`${articles.version} + 1` })
    .where(eq(articles.id, id))
}

/** Changes the owner. The version stays, because the text does. */
export async function setOwner(
  db: Db,
  id: number,
  owner: { userId: number; updatedAt: Date },
): Promise<void> {
  await db.update(articles).set(owner).where(eq(articles.id, id))
}

/** The article that this one updates. */
export async function findRevised(db: Db, id: number): Promise<number | null> {
  const [article] = await db
    .select({ revisesId: articles.revisesId })
    .from(articles)
    .where(eq(articles.id, id))
  return article?.revisesId ?? null
}

/** The update in progress, and its owner. */
export async function findOpenRevision(db: Db, articleId: number) {
  const [open] = await db
    .select({ id: articles.id, userId: articles.userId })
    .from(articles)
    .where(and(eq(articles.revisesId, articleId), inArray(articles.status, [...PENDING_STATUSES])))
  return open
}

/** Approved updates of an article whose post has not been written since. */
export async function listApprovedRevisions(db: Db, articleId: number): Promise<number[]> {
  const rows = await db
    .select({ id: articles.id })
    .from(articles)
    .where(and(eq(articles.revisesId, articleId), eq(articles.status, 'approved')))
  return rows.map(({ id }) => id)
}

export async function findKeyword(db: Db, id: number): Promise<string | undefined> {
  const [found] = await db.select({ keyword: keywords.keyword }).from(keywords).where(eq(keywords.id, id))
  return found?.keyword
}

/** The article's keywords in order. */
export async function listKeywordIds(db: Db, articleId: number): Promise<number[]> {
  const rows = await db
    .select({ id: articleKeywords.keywordId })
    .from(articleKeywords)
    .where(eq(articleKeywords.articleId, articleId))
    .orderBy(articleKeywords.position)
  return rows.map(({ id }) => id)
}

export async function renameArticle(db: Db, id: number, title: string): Promise<void> {
  await db.update(articles).set({ title }).where(eq(articles.id, id))
}

/** Changes an article's status if it is still the expected one. Of concurrent callers, one succeeds. */
export async function moveArticle(
  db: Db,
  id: number,
  move: { from: ArticleStatus; to: ArticleStatus; qaUserId?: number | null; now: Date },
): Promise<ArticleRecord | undefined> {
  const [article] = await db
    .update(articles)
    .set({
      status: move.to,
      updatedAt: move.now,
      version: sql`${articles.version} + 1`,
      ...(move.qaUserId === undefined ? {} : { qaUserId: move.qaUserId }),
    })
    .where(and(eq(articles.id, id), eq(articles.status, move.from)))
    .returning()
  return article
}

export async function removeArticle(db: Db, id: number): Promise<void> {
  await db.delete(articles).where(eq(articles.id, id))
}

export async function replaceKeywords(
  db: Db,
  articleId: number,
  keywordIds: readonly number[],
): Promise<void> {
  await db.delete(articleKeywords).where(eq(articleKeywords.articleId, articleId))
  if (keywordIds.length === 0) return
  await db
    .insert(articleKeywords)
    .values(keywordIds.map((keywordId, position) => ({ articleId, keywordId, position })))
}

export async function replaceProducts(
  db: Db,
  articleId: number,
  products: readonly ProductValues[],
): Promise<void> {
  await db.delete(articleProducts).where(eq(articleProducts.articleId, articleId))
  if (products.length === 0) return
  await db.insert(articleProducts).values(
    products.map((product, position) => ({
      ...product,
      summary: product.summary || null,
      articleId,
      position,
    })),
  )
}

export async function replaceFaqs(db: Db, articleId: number, questions: readonly string[]): Promise<void> {
  await db.delete(articleFaqs).where(eq(articleFaqs.articleId, articleId))
  if (questions.length === 0) return
  await db
    .insert(articleFaqs)
    .values(questions.map((question, position) => ({ articleId, position, question })))
}

export async function insertReturn(
  db: Db,
  values: {
    articleId: number
    userId: number
    kind: 'return' | 'reject'
    reason: string
    createdAt: Date
    articleVersion: number
  },
): Promise<number> {
  const [row] = await db.insert(articleReturns).values(values).returning({ id: articleReturns.id })
  if (!row) throw new Error('The return was not inserted.')
  return row.id
}

export async function findLatestReturn(db: Db, articleId: number) {
  const [latest] = await db
    .select()
    .from(articleReturns)
    .where(and(eq(articleReturns.articleId, articleId), eq(articleReturns.kind, 'return')))
    .orderBy(desc(articleReturns.id))
    .limit(1)
  return latest
}

export async function answerReturn(
  db: Db,
  id: number,
  answer: { complement: string | null; answeredAt: Date },
): Promise<void> {
  await db.update(articleReturns).set(answer).where(eq(articleReturns.id, id))
}

export async function insertEvent(
  db: Db,
  values: {
    articleId: number
    /** Null for a system, e.g. a mirror. */
    userId: number | null
    action: string
    comment?: string | null
    isSelf?: boolean
    createdAt: Date
  },
): Promise<void> {
  await db.insert(articleEvents).values(values)
}
