import { desc, eq } from 'drizzle-orm'
import type { Db } from '../../../db/connect.ts'
import { keywordComments } from '../../../db/schema/keywords.ts'
import { users } from '../../../db/schema/users.ts'

/** Most comments shown. */
const MOST = 1000

const withAuthors = (db: Db) =>
  db
    .select({ comment: keywordComments, firstName: users.firstName, lastName: users.lastName })
    .from(keywordComments)
    .innerJoin(users, eq(users.id, keywordComments.userId))

/** A keyword's comments, the oldest first. */
export async function listComments(db: Db, keywordId: number) {
  const newest = withAuthors(db)
    .where(eq(keywordComments.keywordId, keywordId))
    .orderBy(desc(keywordComments.id))
    .limit(MOST)
  return (await newest).reverse()
}
export type FoundComment = Awaited<ReturnType<typeof listComments>>[number]

export async function findComment(db: Db, id: number): Promise<FoundComment | undefined> {
  const [found] = await withAuthors(db).where(eq(keywordComments.id, id))
  return found
}
