import { and, desc, eq, lt } from 'drizzle-orm'
import type { Db } from '../../../db/connect.ts'
import { articleVersions } from '../../../db/schema/article-work.ts'
import { users } from '../../../db/schema/users.ts'

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
