import { and, desc, eq, lte } from 'drizzle-orm'
import type { Db } from '../../../db/connect.ts'
import { articleVersions } from '../../../db/schema/article-work.ts'
import { articleReturns } from '../../../db/schema/articles.ts'
import { sites } from '../../../db/schema/sites.ts'

/** Keeps what an article says as a version of it. */
export async function insertVersion(db: Db, row: typeof articleVersions.$inferInsert): Promise<void> {
  await db.insert(articleVersions).values(row).onConflictDoNothing()
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
