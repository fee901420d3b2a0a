import { and, asc, count, desc, eq, gt, ilike, isNull, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { SERVICE_ACCOUNT_SORTS } from '#shared/features/ground/service-accounts/contract.ts'
import { PAGE_SIZE } from '#shared/http/fields.ts'
import type { Db } from '../../../db/connect.ts'
import { serviceAccounts } from '../../../db/schema/service-accounts.ts'
import { apiTokens } from '../../../db/schema/tokens.ts'
import { users } from '../../../db/schema/users.ts'
import { asLiteral } from '../../../db/sql/like-pattern.ts'
import { readingOrder } from '../../../db/sql/reading-order.ts'

export interface ServiceAccountSearch {
  page: number
  query?: string | undefined
  sort: (typeof SERVICE_ACCOUNT_SORTS)[number]
  sortOrder: 'asc' | 'desc'
}

const owners = alias(users, 'owners')
const creators = alias(users, 'creators')

/** The tokens of each account in numbers. Those that new ones have replaced only count as used. */
function tokensIn(db: Db, now: Date) {
  const counts = and(isNull(apiTokens.revokedAt), gt(apiTokens.expiresAt, now), isNull(apiTokens.replacedAt))
  return db
    .select({
      userId: apiTokens.userId,
      working: sql<number>`(count(*) filter (where ${counts}))::int`.as('working'),
      nextEndAt: sql<Date | null>`min(${apiTokens.expiresAt}) filter (where ${counts})`
        .mapWith(apiTokens.expiresAt)
        .as('next_end_at'),
      lastUsedAt: sql<Date | null>`max(${apiTokens.lastUsedAt})`
        .mapWith(apiTokens.lastUsedAt)
        .as('last_used_at'),
      lastAddress: sql<
        string | null
      >`(array_agg(${apiTokens.lastAddress} order by ${apiTokens.lastUsedAt} desc nulls last))[1]`.as(
        'last_address',
      ),
    })
    .from(apiTokens)
    .groupBy(apiTokens.userId)
    .as('used')
}

function withContext(db: Db, now: Date) {
  const used = tokensIn(db, now)
  const rows = db
    .select({
      user: users,
      purpose: serviceAccounts.purpose,
      owner: owners,
      creator: creators,
      working: used.working,
      nextEndAt: used.nextEndAt,
      lastUsedAt: used.lastUsedAt,
      lastAddress: used.lastAddress,
    })
    .from(serviceAccounts)
    .innerJoin(users, eq(users.id, serviceAccounts.userId))
    .innerJoin(owners, eq(owners.id, serviceAccounts.ownerId))
    .leftJoin(creators, eq(creators.id, serviceAccounts.createdBy))
    .leftJoin(used, eq(used.userId, users.id))
    .$dynamic()
  return { rows, used }
}

export type ServiceAccountRow = Awaited<ReturnType<typeof withContext>['rows']>[number]

export async function findServiceAccount(
  db: Db,
  id: number,
  now: Date,
): Promise<ServiceAccountRow | undefined> {
  const [found] = await withContext(db, now).rows.where(eq(users.id, id))
  return found
}

const containing = (query: string): SQL | undefined => {
  const pattern = `%${asLiteral(query.trim())}%`
  return or(ilike(users.firstName, pattern), ilike(serviceAccounts.purpose, pattern))
}

export async function searchServiceAccounts(
  db: Db,
  { page, query, sort, sortOrder }: ServiceAccountSearch,
  now: Date,
): Promise<{ rows: ServiceAccountRow[]; totalCount: number }> {
  const where = and(query === undefined ? undefined : containing(query))
  const { rows, used } = withContext(db, now)
  const columns = {
    name: readingOrder(users.firstName),
    role: users.roleId,
    owner: readingOrder(owners.firstName),
    tokens: sql`coalesce(${used.working}, 0)`,
    last_used_at: used.lastUsedAt,
    active: users.active,
  }
  const order = sortOrder === 'asc' ? asc(columns[sort]) : sql`${desc(columns[sort])} nulls last`
  const [total] = await db
    .select({ count: count() })
    .from(serviceAccounts)
    .innerJoin(users, eq(users.id, serviceAccounts.userId))
    .where(where)
  return {
    rows: await rows
      .where(where)
      .orderBy(order, asc(columns.name), asc(users.id))
      .limit(PAGE_SIZE)
      .offset((page - 1) * PAGE_SIZE),
    totalCount: total?.count ?? 0,
  }
}

/** The account as it can be changed, locked until the transaction ends. */
export async function lockServiceAccount(db: Db, id: number) {
  const [found] = await db
    .select({
      name: users.firstName,
      roleId: users.roleId,
      active: users.active,
      version: users.version,
      purpose: serviceAccounts.purpose,
      ownerId: serviceAccounts.ownerId,
    })
    .from(users)
    .innerJoin(serviceAccounts, eq(serviceAccounts.userId, users.id))
    .where(eq(users.id, id))
    .for('update')
  return found
}

/** The service accounts of this person, in the order in which they are locked. */
export async function listOwned(db: Db, ownerId: number): Promise<number[]> {
  const owned = await db
    .select({ id: serviceAccounts.userId })
    .from(serviceAccounts)
    .where(eq(serviceAccounts.ownerId, ownerId))
    .orderBy(asc(serviceAccounts.userId))
  return owned.map(({ id }) => id)
}

/** The person, if they are active; held until the transaction ends, so that nobody locks them meanwhile. */
export async function holdOwner(db: Db, id: number) {
  const [owner] = await db
    .select()
    .from(users)
    .where(and(eq(users.id, id), eq(users.kind, 'person'), eq(users.active, true)))
    .for('share')
  return owner
}
