import { eq, sql } from 'drizzle-orm'
import type { RenewalState } from '#shared/features/articles/articles/rules.ts'
import type { Db } from '../../../db/connect.ts'
import { articleRenewals } from '../../../db/schema/article-work.ts'
import type { WholePost } from '../../../integrations/publishing-site/port.ts'

export type RenewalRecord = typeof articleRenewals.$inferSelect

export const renewalStateOf = ({
  writtenAt,
  undoneAt,
}: Pick<RenewalRecord, 'writtenAt' | 'undoneAt'>): RenewalState => {
  if (undoneAt !== null) return 'undone'
  return writtenAt === null ? 'open' : 'written'
}

/** Notes which post's text an article is to take the place of. */
export async function insertRenewal(db: Db, renewal: { articleId: number; postId: number }): Promise<void> {
  await db.insert(articleRenewals).values(renewal).onConflictDoNothing()
}

export async function findRenewal(db: Db, articleId: number): Promise<RenewalRecord | undefined> {
  const [row] = await db.select().from(articleRenewals).where(eq(articleRenewals.articleId, articleId))
  return row
}

/** The same, kept from changing until the transaction ends. */
export async function lockRenewal(db: Db, articleId: number): Promise<RenewalRecord | undefined> {
  const [row] = await db
    .select()
    .from(articleRenewals)
    .where(eq(articleRenewals.articleId, articleId))
    .for('update')
  return row
}

/** Stores the post as it was when its update began; the first reading stays. */
export async function storeOriginalPost(
  db: Db,
  articleId: number,
  seen: WholePost,
  now: Date,
): Promise<void> {
  await db
    .update(articleRenewals)
    .set({
      seen: sql`coalesce(${articleRenewals.seen}, ${JSON.stringify(seen)}::jsonb)`,
      seenAt: sql`coalesce(${articleRenewals.seenAt}, ${now.toISOString()}::timestamptz)`,
    })
    .where(eq(articleRenewals.articleId, articleId))
}

/** The article takes no post's place. */
export async function removeRenewal(db: Db, articleId: number): Promise<void> {
  await db.delete(articleRenewals).where(eq(articleRenewals.articleId, articleId))
}

export async function updateRenewal(
  db: Db,
  articleId: number,
  news: Partial<Pick<RenewalRecord, 'before' | 'after' | 'writtenAt' | 'undoneAt'>>,
): Promise<void> {
  await db.update(articleRenewals).set(news).where(eq(articleRenewals.articleId, articleId))
}
