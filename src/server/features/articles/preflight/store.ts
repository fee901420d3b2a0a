import { sql } from 'drizzle-orm'
import type { Override } from '#shared/features/articles/preflight/contract.ts'
import { findingKey } from '#shared/features/articles/preflight/rules.ts'
import type { Db } from '../../../db/connect.ts'
import { articleOverrides } from '../../../db/schema/article-work.ts'

/** Stores reasons for overriding warnings; a new reason for the same warning replaces the old one. */
export async function putOverrides(
  db: Db,
  overrides: readonly Override[],
  by: { articleId: number; userId: number; now: Date },
): Promise<void> {
  const { articleId, userId, now } = by
  const rows = new Map(
    overrides.map((override) => [findingKey(override), { ...override, articleId, userId, createdAt: now }]),
  )
  if (rows.size === 0) return
  await db
    .insert(articleOverrides)
    .values([...rows.values()])
    .onConflictDoUpdate({
      target: [articleOverrides.articleId, articleOverrides.rule, articleOverrides.subject],
      set: {
        reason: sql`excluded.reason`,
        userId: sql`excluded.user_id`,
        createdAt: sql`excluded.created_at`,
      },
    })
}
