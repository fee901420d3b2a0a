import { and, asc, eq, inArray } from 'drizzle-orm'
import type { RoleId } from '#shared/access/roles.ts'
import type { Db } from '../../../db/connect.ts'
import { keywordComments, keywords } from '../../../db/schema/keywords.ts'
import { users } from '../../../db/schema/users.ts'

export interface CommentTexts {
  comment: string
  content: string
}

export async function isKeyword(db: Db, id: number): Promise<boolean> {
  const [row] = await db.select({ id: keywords.id }).from(keywords).where(eq(keywords.id, id))
  return row !== undefined
}

/** A comment on this keyword, kept from changing until the transaction ends. */
export async function lockComment(db: Db, keywordId: number, id: number) {
  const [row] = await db
    .select()
    .from(keywordComments)
    .where(and(eq(keywordComments.id, id), eq(keywordComments.keywordId, keywordId)))
    .for('update')
  return row
}

export async function insertComment(
  db: Db,
  comment: CommentTexts & { keywordId: number; userId: number; createdAt: Date },
): Promise<number> {
  const [row] = await db.insert(keywordComments).values(comment).returning({ id: keywordComments.id })
  if (!row) throw new Error('The database did not return the new comment.')
  return row.id
}

export async function updateComment(
  db: Db,
  id: number,
  change: CommentTexts & { updatedAt: Date },
): Promise<void> {
  await db.update(keywordComments).set(change).where(eq(keywordComments.id, id))
}

export async function removeComment(db: Db, id: number): Promise<void> {
  await db.delete(keywordComments).where(eq(keywordComments.id, id))
}

const INT4_MAX = 2_147_483_647

/** Those of these numbers that are people, by number. */
export async function findPeople(db: Db, ids: readonly number[]) {
  const possible = [...new Set(ids)].filter((id) => id <= INT4_MAX)
  if (possible.length === 0) return new Map<number, MentionedPerson>()
  const found = await db
    .select({
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      roleId: users.roleId,
      active: users.active,
    })
    .from(users)
    .where(and(inArray(users.id, possible), eq(users.kind, 'person')))
    .orderBy(asc(users.id))
  return new Map<number, MentionedPerson>(found.map((person) => [person.id, person]))
}

export interface MentionedPerson {
  id: number
  firstName: string
  lastName: string
  roleId: RoleId
  active: boolean
}
