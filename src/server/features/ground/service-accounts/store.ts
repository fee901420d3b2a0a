import { randomBytes } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import type { RoleId } from '#shared/access/roles.ts'
import type { Db } from '../../../db/connect.ts'
import { serviceAccounts } from '../../../db/schema/tokens.ts'
import { users } from '../../../db/schema/users.ts'

export interface ServiceAccountValues {
  name: string
  purpose: string
  roleId: RoleId
  ownerId: number
}

/** No address, so nobody can sign in with it, and no mail is sent to it. */
const newUsername = () => `service:${randomBytes(8).toString('hex')}`

export async function insertServiceAccount(
  db: Db,
  { name, roleId, ...values }: ServiceAccountValues & { createdBy: number },
): Promise<number> {
  const [user] = await db
    .insert(users)
    .values({ kind: 'service', username: newUsername(), firstName: name, lastName: '', roleId })
    .returning({ id: users.id })
  if (!user) throw new TypeError('Nothing was inserted.')
  await db.insert(serviceAccounts).values({ ...values, userId: user.id })
  return user.id
}

/** The account as it can be changed, locked until the transaction ends. */
export async function lockServiceAccount(db: Db, id: number) {
  const [user] = await db
    .select()
    .from(users)
    .where(and(eq(users.id, id), eq(users.kind, 'service')))
    .for('update')
  const [account] = await db.select().from(serviceAccounts).where(eq(serviceAccounts.userId, id))
  if (!user || !account) return undefined
  const { firstName: name, roleId, active, version } = user
  return { name, roleId, active, version, purpose: account.purpose, ownerId: account.ownerId }
}

export async function updateServiceAccount(
  db: Db,
  id: number,
  {
    name,
    roleId,
    active,
    purpose,
    ownerId,
    updatedAt,
  }: ServiceAccountValues & { active: boolean; updatedAt: Date },
): Promise<void> {
  await db
    .update(users)
    .set({ firstName: name, roleId, active, updatedAt, version: sql`${users.version} + 1` })
    .where(eq(users.id, id))
  await db.update(serviceAccounts).set({ purpose, ownerId }).where(eq(serviceAccounts.userId, id))
}

/** The person, if they are active; their row is held until the transaction ends, so that nobody locks them meanwhile. */
export async function holdOwner(db: Db, id: number) {
  const [owner] = await db
    .select()
    .from(users)
    .where(and(eq(users.id, id), eq(users.kind, 'person'), eq(users.active, true)))
    .for('share')
  return owner
}

/** Gives the service accounts of a person to another one; returns the names. */
export async function giveServiceAccounts(
  db: Db,
  { fromId, toId }: { fromId: number; toId: number },
): Promise<{ id: number; name: string }[]> {
  return db
    .update(serviceAccounts)
    .set({ ownerId: toId })
    .from(users)
    .where(and(eq(serviceAccounts.ownerId, fromId), eq(users.id, serviceAccounts.userId)))
    .returning({ id: users.id, name: users.firstName })
}
