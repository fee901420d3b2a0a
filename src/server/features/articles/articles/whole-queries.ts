import { and, eq } from 'drizzle-orm'
import type { Db } from '../../../db/connect.ts'
import { articleMirrors, articlePosts, articleRenewals } from '../../../db/schema/article-work.ts'
import {
  articleEvents,
  articleFaqs,
  articleKeywords,
  articleProducts,
  articleReturns,
  articles,
} from '../../../db/schema/articles.ts'
import { keywords } from '../../../db/schema/keywords.ts'
import { sites } from '../../../db/schema/sites.ts'
import { users } from '../../../db/schema/users.ts'

/** An article with its site and requester. */
export async function findHead(db: Db, id: number) {
  const [head] = await db
    .select({ article: articles, site: sites, user: users })
    .from(articles)
    .innerJoin(sites, eq(sites.id, articles.siteId))
    .innerJoin(users, eq(users.id, articles.userId))
    .where(eq(articles.id, id))
  return head
}

const listKeywords = (db: Db, id: number) =>
  db
    .select({ id: keywords.id, keyword: keywords.keyword })
    .from(articleKeywords)
    .innerJoin(keywords, eq(keywords.id, articleKeywords.keywordId))
    .where(eq(articleKeywords.articleId, id))
    .orderBy(articleKeywords.position)

const listReturns = (db: Db, id: number) =>
  db
    .select({ entry: articleReturns, user: users })
    .from(articleReturns)
    .innerJoin(users, eq(users.id, articleReturns.userId))
    .where(eq(articleReturns.articleId, id))
    .orderBy(articleReturns.id)

const listEvents = (db: Db, id: number) =>
  db
    .select({ entry: articleEvents, user: users })
    .from(articleEvents)
    .leftJoin(users, eq(users.id, articleEvents.userId))
    .where(eq(articleEvents.articleId, id))
    .orderBy(articleEvents.id)

/** The record of the article's current post, not of a previous one; null if there is none. */
async function findCurrentPost(db: Db, { id, postId }: { id: number; postId: number | null }) {
  if (postId === null) return null
  const isCurrent = and(eq(articlePosts.articleId, id), eq(articlePosts.postId, postId))
  const [post] = await db.select().from(articlePosts).where(isCurrent)
  return post ?? null
}

async function findRenewalState(db: Db, id: number) {
  const { writtenAt, undoneAt } = articleRenewals
  const [renewal] = await db
    .select({ writtenAt, undoneAt })
    .from(articleRenewals)
    .where(eq(articleRenewals.articleId, id))
  return renewal ?? null
}

/**
 * An article as records, for the work on it: copies, updates, recovery. The API answers with `readArticlesAsJson`, which
 * holds what users see.
 */
export async function findWholeArticle(db: Db, id: number) {
  const head = await findHead(db, id)
  if (!head) return undefined
  return {
    ...head,
    keywords: await listKeywords(db, id),
    products: await db
      .select()
      .from(articleProducts)
      .where(eq(articleProducts.articleId, id))
      .orderBy(articleProducts.position),
    faqs: await db
      .select()
      .from(articleFaqs)
      .where(eq(articleFaqs.articleId, id))
      .orderBy(articleFaqs.position),
    returns: await listReturns(db, id),
    events: await listEvents(db, id),
    mirrors: await db
      .select()
      .from(articleMirrors)
      .where(eq(articleMirrors.articleId, id))
      .orderBy(articleMirrors.target),
    post: await findCurrentPost(db, head.article),
    renewal: await findRenewalState(db, id),
  }
}

export type WholeArticle = NonNullable<Awaited<ReturnType<typeof findWholeArticle>>>
