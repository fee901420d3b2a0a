import type { Db } from '#server/db/connect.ts'
import {
  articleEvents,
  articleFaqs,
  articleKeywords,
  articleProducts,
  articleReturns,
  articles,
} from '#server/db/schema/articles.ts'
import { keywordIdentity } from '#shared/features/keywords/keywords/rules.ts'
import type { SampleArticle } from './articles.ts'
import type { Laid, Placed } from './fill-parts.ts'
import { found } from './rows.ts'
import { sampleVersions } from './versions.ts'

/** The articles with what they are made of and what happened to them. */
export async function insertArticles(
  tx: Db,
  written: readonly SampleArticle[],
  known: Laid,
): Promise<Placed> {
  const rows = written.map((article) => ({
    title: article.title,
    status: article.status,
    imageUrl: known.pictures.heroes.get(article) ?? null,
    intro: article.intro,
    notes: article.notes,
    siteId: found(known.siteIds, article.site),
    userId: found(known.userIds, article.by),
    qaUserId: article.validator === null ? null : found(known.userIds, article.validator),
    createdAt: article.createdAt,
    updatedAt: article.updatedAt,
    version: article.version,
  }))
  const ids = await tx.insert(articles).values(rows).returning({ id: articles.id, title: articles.title })
  // Titles are unique in the sample, so they identify the articles.
  const idOf = new Map(ids.map(({ id, title }) => [title, id]))
  const placed = written.map((article) => ({ article, articleId: found(idOf, article.title) }))
  await insertContent(tx, placed, known)
  await insertHistory(tx, placed, known)
  return placed
}

async function insertContent(tx: Db, placed: Placed, { keywordIds }: Laid): Promise<void> {
  const words = placed.flatMap(({ article, articleId }) =>
    article.keywords.map((word, position) => ({
      articleId,
      position,
      keywordId: found(keywordIds, keywordIdentity(word)),
    })),
  )
  const products = placed.flatMap(({ article, articleId }) =>
    article.products.map((product, position) => ({ articleId, position, ...product })),
  )
  const faqs = placed.flatMap(({ article, articleId }) =>
    article.faqs.map((question, position) => ({ articleId, position, question })),
  )
  await tx.insert(articleKeywords).values(words)
  await tx.insert(articleProducts).values(products)
  await tx.insert(articleFaqs).values(faqs)
}

async function insertHistory(tx: Db, placed: Placed, { userIds }: Laid): Promise<void> {
  const returns = placed.flatMap(({ article, articleId }) => {
    const { returnedAt } = sampleVersions(article)
    return article.returns.map(({ by, ...row }, index) => ({
      ...row,
      articleId,
      userId: found(userIds, by),
      articleVersion: returnedAt(index),
    }))
  })
  const events = placed.flatMap(({ article, articleId }) =>
    article.events.map(({ by, ...row }) => ({
      articleId,
      userId: by === null ? null : found(userIds, by),
      ...row,
    })),
  )
  await tx.insert(articleReturns).values(returns)
  await tx.insert(articleEvents).values(events)
}
