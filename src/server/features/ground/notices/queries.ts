import { and, desc, eq, inArray, not, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { grantsOf, ROLE_IDS } from '#shared/access/roles.ts'
import { PAGE_SIZE } from '#shared/http/fields.ts'
import type { Db } from '../../../db/connect.ts'
import { articles } from '../../../db/schema/articles.ts'
import { keywords } from '../../../db/schema/keywords.ts'
import { notices } from '../../../db/schema/notices.ts'
import { users } from '../../../db/schema/users.ts'
import { canSignIn } from '../../../db/sql/can-sign-in.ts'

const actors = alias(users, 'actors')

const withContext = (db: Db) =>
  db
    .select({ notice: notices, actor: actors, article: articles, keyword: keywords })
    .from(notices)
    .leftJoin(actors, eq(actors.id, notices.actorId))
    .leftJoin(articles, eq(articles.id, notices.articleId))
    .leftJoin(keywords, eq(keywords.id, notices.keywordId))

export async function listNotices(db: Db, userId: number, page: number) {
  return withContext(db)
    .where(and(eq(notices.userId, userId), not(notices.isOff)))
    .orderBy(desc(notices.id))
    .limit(PAGE_SIZE)
    .offset((page - 1) * PAGE_SIZE)
}

export async function findNotice(db: Db, id: number) {
  const [found] = await db
    .select({ notice: notices, actor: actors, article: articles, keyword: keywords, user: users })
    .from(notices)
    .innerJoin(users, eq(users.id, notices.userId))
    .leftJoin(actors, eq(actors.id, notices.actorId))
    .leftJoin(articles, eq(articles.id, notices.articleId))
    .leftJoin(keywords, eq(keywords.id, notices.keywordId))
    .where(eq(notices.id, id))
  return found
}

/** A `from` clause with one row, or none for a service account: its notices have no reader. */
export const personOf = (userId: number) =>
  sql`${users} where ${users.id} = ${userId} and ${users.kind} = 'person'`

const SITE_KEEPERS = ROLE_IDS.filter((roleId) => grantsOf(roleId).includes('ManageSites'))

/** Those who look after sites and can sign in. */
export async function listSiteKeepers(db: Db): Promise<number[]> {
  const found = await db
    .select({ id: users.id })
    .from(users)
    .where(and(users.active, canSignIn, inArray(users.roleId, SITE_KEEPERS)))
  return found.map(({ id }) => id)
}
