import { asc, eq, inArray } from 'drizzle-orm'
import type { Db } from '../../../db/connect.ts'
import { articleChecklist } from '../../../db/schema/article-work.ts'
import { users } from '../../../db/schema/users.ts'

export const listChecklists = (db: Db, articleIds: readonly number[]) =>
  db
    .select({ entry: articleChecklist, user: users })
    .from(articleChecklist)
    .leftJoin(users, eq(users.id, articleChecklist.doneBy))
    .where(inArray(articleChecklist.articleId, [...articleIds]))
    .orderBy(asc(articleChecklist.position))
