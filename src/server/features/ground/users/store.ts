import { randomBytes } from 'node:crypto'
import { and, count, eq, isNull, ne, sql } from 'drizzle-orm'
import type { RoleId } from '#shared/access/roles.ts'
import { type Db, isDuplicate } from '../../../db/connect.ts'
import { users } from '../../../db/schema/users.ts'
import { AppError } from '../../../errors.ts'

export type UserRow = typeof users.$inferSelect

export interface UserValues {
  username: string
  firstName: string
  lastName: string
  roleId: RoleId
  active: boolean
}

export const emailTaken = () => new AppError('conflict', 'This email already belongs to another user.')

/** The email is the only thing that no two users may share. */
function refuseTaken(error: unknown): never {
  throw isDuplicate(error) ? emailTaken() : error
}

export async function findUser(db: Db, id: number): Promise<UserRow | undefined> {
  const [user] = await db.select().from(users).where(eq(users.id, id))
  return user
}

/** Returns the user, locked until the transaction ends. */
export async function lockUser(db: Db, id: number): Promise<UserRow | undefined> {
  const [user] = await db.select().from(users).where(eq(users.id, id)).for('update')
  return user
}

export async function isUsernameTaken(db: Db, username: string, exceptId = 0): Promise<boolean> {
  const [user] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.username, username), ne(users.id, exceptId)))
  return user !== undefined
}

/** Undefined if another user has the email. */
export async function insertUser(db: Db, values: UserValues): Promise<UserRow | undefined> {
  const [user] = await db
    .insert(users)
    .values(values)
    .onConflictDoNothing({ target: users.username })
    .returning()
  return user
}

/** The account of a program. Its username is no address: nobody can sign in with it, and no mail is sent to it. */
export async function insertServiceUser(
  db: Db,
  { name, roleId }: { name: string; roleId: RoleId },
): Promise<number> {
  const username = `service:${randomBytes(8).toString('hex')}`
  const [user] = await db
    .insert(users)
    .values({ kind: 'service', username, firstName: name, lastName: '', roleId })
    .returning({ id: users.id })
  if (!user) throw new TypeError('Nothing was inserted.')
  return user.id
}

export async function updateServiceUser(
  db: Db,
  id: number,
  { name, ...values }: { name: string; roleId: RoleId; active: boolean; updatedAt: Date },
): Promise<void> {
  await db
    .update(users)
    .set({ ...values, firstName: name, version: sql`${users.version} + 1` })
    .where(and(eq(users.id, id), eq(users.kind, 'service')))
}

/** Fails if another user took the email in the meantime. */
export async function updateUser(
  db: Db,
  id: number,
  values: UserValues & { updatedAt: Date; breakGlass: boolean },
): Promise<UserRow | undefined> {
  const [user] = await db
    .update(users)
    .set({ ...values, version: sql`${users.version} + 1` })
    .where(eq(users.id, id))
    .returning()
    .catch(refuseTaken)
  return user
}

const isActiveAdmin = and(eq(users.roleId, 'adm'), eq(users.active, true), eq(users.kind, 'person'))

/** Returns the active administrators, all locked until the transaction ends. */
export async function lockAdmins(db: Db): Promise<Pick<UserRow, 'id' | 'passwordHash' | 'breakGlass'>[]> {
  return db
    .select({ id: users.id, passwordHash: users.passwordHash, breakGlass: users.breakGlass })
    .from(users)
    .where(isActiveAdmin)
    .orderBy(users.id)
    .for('update')
}

/** Users who have never created a password. */
export async function listUninvited(db: Db): Promise<number[]> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.active, true), eq(users.kind, 'person'), isNull(users.passwordHash)))
  return rows.map(({ id }) => id)
}

export async function countUsers(db: Db): Promise<number> {
  const [found] = await db.select({ count: count() }).from(users).where(eq(users.kind, 'person'))
  return found?.count ?? 0
}

/** The administrator who is still to create a password, while no administrator has one. */
export async function findFirstAdmin(db: Db): Promise<UserRow | undefined> {
  const admins = await db.select().from(users).where(isActiveAdmin).orderBy(users.id)
  return admins.some((admin) => admin.passwordHash !== null) ? undefined : admins[0]
}
