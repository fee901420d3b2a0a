import { and, asc, inArray, ne, sql } from 'drizzle-orm'
import type { Db } from '../../../db/connect.ts'
import { articles } from '../../../db/schema/articles.ts'
import { countsAsArticle } from '../../../db/sql/counted-articles.ts'

interface Head {
  article: { revisesId: number | null }
}

/** The titles of the articles that these are updates of, by their numbers. */
export async function listRevised(db: Db, heads: readonly Head[]): Promise<Map<number, string>> {
  const ids = heads.flatMap(({ article }) => article.revisesId ?? [])
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: articles.id, title: articles.title })
    .from(articles)
    .where(inArray(articles.id, ids))
  return new Map(rows.map(({ id, title }) => [id, title]))
}

/** The updates of these articles, the earliest first; drafts are their owners' own affair. */
export const listUpdates = (db: Db, ids: number[]) =>
  db
    .select({
      revisesId: articles.revisesId,
      id: articles.id,
      title: articles.title,
      status: articles.status,
      updatedAt: articles.updatedAt,
      isText: sql<boolean>`not ${countsAsArticle}`,
    })
    .from(articles)
    .where(and(inArray(articles.revisesId, ids), ne(articles.status, 'draft')))
    .orderBy(asc(articles.id))

type Update = Awaited<ReturnType<typeof listUpdates>>[number]

/** The updates of one article, and the last of them that is its text. */
export function updatesOf(all: readonly Update[], id: number) {
  const updates = all.filter(({ revisesId }) => revisesId === id)
  const last = updates.findLast(({ isText }) => isText)
  return {
    updates,
    lastUpdate: last
      ? { article_id: last.id, status: last.status, updated_at: last.updatedAt.toISOString() }
      : null,
  }
}
