import { and, asc, desc, eq, gt, inArray, isNull, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { ENDED_KEPT_DAYS, NEW_ADDRESS_DAYS, REMINDER_DAYS } from '#shared/features/ground/tokens/rules.ts'
import { DAY_MS } from '#shared/format/duration.ts'
import type { Db } from '../../../db/connect.ts'
import { authorizationRecords, connectedAssistants } from '../../../db/schema/assistants.ts'
import { serviceAccounts } from '../../../db/schema/service-accounts.ts'
import { apiTokenAddresses, apiTokens } from '../../../db/schema/tokens.ts'
import { users } from '../../../db/schema/users.ts'
import { isWorking, MOST_ADDRESSES } from './store.ts'

/** More would only be ended ones. */
const MOST_LISTED = 200

const daysAfter = (moment: Date, days: number) => new Date(moment.getTime() + days * DAY_MS)

export type TokenAccount = typeof users.$inferSelect

export async function findAccount(db: Db, id: number): Promise<TokenAccount | undefined> {
  const [account] = await db.select().from(users).where(eq(users.id, id))
  return account
}

/** The same, locked until the transaction ends. Always locked before its tokens. */
export async function lockAccount(db: Db, id: number): Promise<TokenAccount | undefined> {
  const [account] = await db.select().from(users).where(eq(users.id, id)).for('update')
  return account
}

/** The token was never used from there, and not yet from so many addresses that a new one means nothing. */
const isUnknownAddress = (address: string) => sql<boolean>`not exists (
    select from ${apiTokenAddresses} a where a.token_id = ${apiTokens.id} and a.address = ${address})
  and (select count(*) from ${apiTokenAddresses} a where a.token_id = ${apiTokens.id}) < ${MOST_ADDRESSES}`

/** The connection that an access token of an assistant belongs to. */
const connectionOf = (db: Db, tokenHash: string, now: Date) =>
  db
    .select({ id: connectedAssistants.tokenId })
    .from(authorizationRecords)
    .innerJoin(connectedAssistants, eq(connectedAssistants.grantId, authorizationRecords.grantId))
    .where(
      and(
        eq(authorizationRecords.model, 'AccessToken'),
        eq(authorizationRecords.idHash, tokenHash),
        gt(authorizationRecords.expiresAt, now),
      ),
    )

/** The token of an assistant that stands for this consent, and since when. */
export async function findTokenOfGrant(
  db: Db,
  grantId: string,
): Promise<{ id: number; createdAt: Date } | undefined> {
  const [found] = await db
    .select({ id: apiTokens.id, createdAt: apiTokens.createdAt })
    .from(connectedAssistants)
    .innerJoin(apiTokens, eq(apiTokens.id, connectedAssistants.tokenId))
    .where(eq(connectedAssistants.grantId, grantId))
  return found
}

/** The account behind a token that works, if it is not locked. */
export async function findProgram(db: Db, tokenHash: string, use: { now: Date; address: string }) {
  return (
    (await findProgramWhere(db, eq(apiTokens.tokenHash, tokenHash), use)) ??
    (await findProgramWhere(db, inArray(apiTokens.id, connectionOf(db, tokenHash, use.now)), {
      ...use,
      mayWrite: sql<boolean>`${apiTokens.mayWrite} and ${hasWriteScope(tokenHash)}`,
    }))
  )
}

/** An assistant may ask for an access token with less than it was allowed. */
const hasWriteScope = (tokenHash: string) => sql`exists (
  select from ${authorizationRecords} r where r.model = 'AccessToken' and r.id_hash = ${tokenHash}
    and 'write' = any (string_to_array(r.payload ->> 'scope', ' ')))`

async function findProgramWhere(
  db: Db,
  where: SQL,
  {
    now,
    address,
    mayWrite = sql<boolean>`${apiTokens.mayWrite}`,
  }: { now: Date; address: string; mayWrite?: SQL<boolean> },
) {
  const [found] = await db
    .select({
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      username: users.username,
      roleId: users.roleId,
      token: {
        id: apiTokens.id,
        name: apiTokens.name,
        kind: apiTokens.kind,
        permissions: apiTokens.permissions,
        mayWrite,
        lastUsedAt: apiTokens.lastUsedAt,
        isUnknownAddress: isUnknownAddress(address),
      },
    })
    .from(apiTokens)
    .innerJoin(users, eq(users.id, apiTokens.userId))
    .where(and(where, isWorking(now), eq(users.active, true)))
  return found
}

/** The facts that explain why a token does not work. */
export async function findEnd(db: Db, tokenHash: string) {
  const [found] = await db
    .select({
      kind: apiTokens.kind,
      expiresAt: apiTokens.expiresAt,
      revokedAt: apiTokens.revokedAt,
      revokedFor: apiTokens.revokedFor,
      replacedAt: apiTokens.replacedAt,
      isActive: users.active,
    })
    .from(apiTokens)
    .innerJoin(users, eq(users.id, apiTokens.userId))
    .where(eq(apiTokens.tokenHash, tokenHash))
  return found
}

/** The owner of a service account; none for a person. */
export async function findOwner(db: Db, userId: number) {
  const [owner] = await db
    .select({ id: users.id, active: users.active })
    .from(serviceAccounts)
    .innerJoin(users, eq(users.id, serviceAccounts.ownerId))
    .where(eq(serviceAccounts.userId, userId))
  return owner
}

/**
 * The tokens that end soon, each with the reminder that is due: so many days before. A token that was made for a shorter
 * time has no such reminder. Tokens that do not work anyway are left out.
 */
export async function listEnding(db: Db, now: Date) {
  const found = await db
    .select({ token: apiTokens, account: users })
    .from(apiTokens)
    .innerJoin(users, eq(users.id, apiTokens.userId))
    .where(
      and(
        isWorking(now),
        isNull(apiTokens.replacedAt),
        // An assistant that is used lasts on.
        ne(apiTokens.kind, 'assistant'),
        eq(users.active, true),
        lte(apiTokens.expiresAt, daysAfter(now, Math.max(...REMINDER_DAYS))),
      ),
    )
    .orderBy(asc(apiTokens.id))
  return found.flatMap(({ token, account }) => {
    const due = REMINDER_DAYS.filter((days) => token.expiresAt <= daysAfter(now, days) && days < token.days)
    const { remindedDays } = token
    const reminder = Math.min(...due)
    return due.length === 0 || (remindedDays !== null && remindedDays <= reminder)
      ? []
      : [{ token, account, reminder }]
  })
}

const old = alias(apiTokens, 'old')
const creators = alias(users, 'creators')

const isNewAddress = (now: Date) => sql<boolean>`exists (
  select from ${apiTokenAddresses} a
  where a.token_id = ${apiTokens.id} and a.address = ${apiTokens.lastAddress}
    and a.first_used_at > ${daysAfter(now, -NEW_ADDRESS_DAYS)}
    and exists (select from ${apiTokenAddresses} b where b.token_id = a.token_id and b.first_used_at < a.first_used_at))`

const withContext = (db: Db, now: Date, where: SQL | undefined) =>
  db
    .select({
      token: apiTokens,
      isNewAddress: isNewAddress(now),
      old: { expiresAt: old.expiresAt, lastUsedAt: old.lastUsedAt },
      assistantHost: connectedAssistants.host,
      creator: { id: creators.id, firstName: creators.firstName, lastName: creators.lastName },
    })
    .from(apiTokens)
    .leftJoin(old, and(eq(old.id, apiTokens.rotatedFrom), isNull(old.revokedAt), gt(old.expiresAt, now)))
    .leftJoin(connectedAssistants, eq(connectedAssistants.tokenId, apiTokens.id))
    .leftJoin(creators, eq(creators.id, apiTokens.createdBy))
    .where(where)

export type TokenRow = Awaited<ReturnType<typeof withContext>>[number]

export async function findToken(db: Db, id: number, now: Date): Promise<TokenRow | undefined> {
  const [found] = await withContext(db, now, eq(apiTokens.id, id))
  return found
}

/**
 * The tokens of an account, the most recently used first. Ended and revoked ones come last, for a while; those that new
 * ones have replaced are listed with them.
 */
export async function listTokens(
  db: Db,
  { userId, withAssistants }: { userId: number; withAssistants: boolean },
  now: Date,
): Promise<TokenRow[]> {
  const keptSince = daysAfter(now, -ENDED_KEPT_DAYS)
  const works = sql`(${isWorking(now)})`
  const isListed = and(
    gt(apiTokens.expiresAt, keptSince),
    or(isNull(apiTokens.revokedAt), gt(apiTokens.revokedAt, keptSince)),
  )
  const isOfKind = withAssistants ? undefined : ne(apiTokens.kind, 'assistant')
  const where = and(eq(apiTokens.userId, userId), isNull(apiTokens.replacedAt), isListed, isOfKind)
  return withContext(db, now, where)
    .orderBy(
      desc(works),
      sql`${apiTokens.lastUsedAt} desc nulls last`,
      desc(apiTokens.createdAt),
      asc(apiTokens.id),
    )
    .limit(MOST_LISTED)
}
