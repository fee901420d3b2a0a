import { and, desc, eq, inArray, not, type SQL, sql } from 'drizzle-orm'
import { type FactorScope, MOST_NAMES } from '#shared/features/ground/sign-in-rules/rules.ts'
import type { Db } from '../../../db/connect.ts'
import { startOfDay } from '../../../db/day.ts'
import { auditEntries } from '../../../db/schema/audit.ts'
import { passkeys, totpFactors } from '../../../db/schema/factors.ts'
import { factorReminders } from '../../../db/schema/sign-in-rules.ts'
import { sessions, users } from '../../../db/schema/users.ts'
import { canSignIn } from '../../../db/sql/can-sign-in.ts'
import { readingOrder } from '../../../db/sql/reading-order.ts'

const MOST_CHANGES = 20

/** Whether they are set up, even if they can't be used now. */
const hasFactor = sql`(exists (select from ${passkeys} where ${passkeys.userId} = ${users.id})
  or exists (select from ${totpFactors} where ${totpFactors.userId} = ${users.id} and ${totpFactors.secret} is not null))`

const isInUse = and(eq(users.active, true), canSignIn)

const isInScope = (scope: FactorScope): SQL | undefined => {
  if (scope === 'nobody') return sql`false`
  return scope === 'everybody' ? undefined : eq(users.roleId, 'adm')
}

/** People of the scope who can sign in and have no second factor. */
const isMissing = (scope: FactorScope) => and(isInUse, isInScope(scope), not(hasFactor))

/** How many people of the scope can sign in, how many have a second factor, and names of those who have none. */
export async function readGroup(db: Db, scope: Exclude<FactorScope, 'nobody'>) {
  const [counts] = await db
    .select({
      people: sql<number>`count(*)::int`,
      ready: sql<number>`count(*) filter (where ${hasFactor})::int`,
    })
    .from(users)
    .where(and(isInUse, isInScope(scope)))
  const missing = await db
    .select({ id: users.id, firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(isMissing(scope))
    .orderBy(readingOrder(users.firstName), readingOrder(users.lastName), users.id)
    .limit(MOST_NAMES)
  return { people: counts?.people ?? 0, ready: counts?.ready ?? 0, missing }
}
export type FoundGroup = Awaited<ReturnType<typeof readGroup>>

export async function findPerson(db: Db, id: number) {
  const [person] = await db.select().from(users).where(eq(users.id, id))
  return person
}

/** The user, if they are in the scope, can sign in and have no second factor. */
export async function findMissing(db: Db, scope: FactorScope, userId: number) {
  const [person] = await db
    .select()
    .from(users)
    .where(and(isMissing(scope), eq(users.id, userId)))
  return person
}

export type MissingPerson = NonNullable<Awaited<ReturnType<typeof findMissing>>>

interface Reminder {
  scope: FactorScope
  day: string
  occasion: string
  /** A day. */
  since: string
  timeZone: string
}

/** Users without a second factor who were sent neither this mail about the first day nor another one since. */
export async function listUntold(
  db: Db,
  { scope, day, occasion, since, timeZone }: Reminder,
): Promise<number[]> {
  const { userId, createdAt } = factorReminders
  const wasTold = sql`exists (select from ${factorReminders} where ${userId} = ${users.id}
    and ${factorReminders.day} = ${day} and (${factorReminders.occasion} = ${occasion} or ${createdAt} >= ${startOfDay(since, { timeZone })}))`
  const people = await db
    .select({ id: users.id })
    .from(users)
    .where(and(isMissing(scope), not(wasTold)))
    .orderBy(users.id)
  return people.map(({ id }) => id)
}

/** The last changes of the rules and of break-glass accounts, the newest first. */
export async function listChanges(db: Db) {
  return db
    .select()
    .from(auditEntries)
    .where(inArray(auditEntries.act, ['sign-in-rules.changed', 'user.break-glass-changed']))
    .orderBy(desc(auditEntries.id))
    .limit(MOST_CHANGES)
}

/** The session, named by the hash of its token, began at the sign-in provider. */
export async function isProviderSession(db: Db, tokenHash: string): Promise<boolean> {
  const [session] = await db
    .select({ method: sessions.method })
    .from(sessions)
    .where(eq(sessions.tokenHash, tokenHash))
  return session?.method === 'provider'
}

/** The administrators who are not locked. */
export async function listAdmins(db: Db) {
  return db
    .select()
    .from(users)
    .where(and(eq(users.roleId, 'adm'), eq(users.active, true), eq(users.kind, 'person')))
    .orderBy(readingOrder(users.firstName), readingOrder(users.lastName), users.id)
}

/** The administrators who are not locked, held until the transaction ends. In the order in which changes of users lock them. */
export async function lockAdmins(tx: Db) {
  return tx
    .select()
    .from(users)
    .where(and(eq(users.roleId, 'adm'), eq(users.active, true), eq(users.kind, 'person')))
    .orderBy(users.id)
    .for('update')
}
export type AdminRow = Awaited<ReturnType<typeof lockAdmins>>[number]
