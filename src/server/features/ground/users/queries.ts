import { and, asc, count, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Permission } from '#shared/access/permissions.ts'
import { grantsOf, ROLE_IDS } from '#shared/access/roles.ts'
import type { Db } from '../../../db/connect.ts'
import { users } from '../../../db/schema/users.ts'
import { asLiteral } from '../../../db/sql/like-pattern.ts'
import { readingOrder } from '../../../db/sql/reading-order.ts'
import type { UserRow } from './store.ts'

export interface UserSearch {
  page: number
  query?: string | undefined
  ids?: number[] | undefined
  /** Only active ones who hold this right. */
  holding?: Permission | undefined
  /** Default: by relevance to the search, then by name. */
  sort?: 'first_name' | 'last_name' | 'username' | 'role' | 'active' | 'last_sign_in_at' | undefined
  sortOrder: 'asc' | 'desc'
  activeOnly: boolean
  pageSize: number
}

const holds = (right: Permission) =>
  and(
    eq(users.active, true),
    inArray(
      users.roleId,
      ROLE_IDS.filter((roleId) => grantsOf(roleId).includes(right)),
    ),
  )

const COLUMNS = {
  first_name: readingOrder(users.firstName),
  last_name: readingOrder(users.lastName),
  username: users.username,
  role: users.roleId,
  active: users.active,
  last_sign_in_at: users.lastSignInAt,
}

const wordsOf = (query: string): string[] =>
  query
    .trim()
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, 10)

/** Each name begins after a blank. */
const NAMES = sql`(' ' || ${users.firstName} || ' ' || ${users.lastName})`

/**
 * Every typed word must occur in the name or the email. Only the part before the @ counts, because colleagues
 * share the rest, unless the word contains an @ itself.
 */
const matches = (words: readonly string[]): SQL[] =>
  words.map((word) => {
    const address = word.includes('@') ? sql`${users.username}` : sql`split_part(${users.username}, '@', 1)`
    return sql`(${NAMES} || ' ' || ${address}) ilike ${`%${asLiteral(word)}%`}`
  })

/** Matches at the beginning of a name come first, then matches inside a name, then in the address. */
const nearness = (words: readonly string[]): SQL[] =>
  words.map(
    (word) => sql`case when ${NAMES} ilike ${`% ${asLiteral(word)}%`} then 0
      when ${NAMES} ilike ${`%${asLiteral(word)}%`} then 1 else 2 end`,
  )

function orderOf({ sort, sortOrder }: UserSearch, words: readonly string[]): SQL[] {
  if (sort === undefined) {
    const near = words.length === 0 ? [] : [sql.join(nearness(words), sql` + `)]
    return [...near, asc(COLUMNS.first_name)]
  }
  const column = COLUMNS[sort]
  return [sortOrder === 'asc' ? asc(column) : sql`${desc(column)} nulls last`]
}

export async function searchUsers(
  db: Db,
  search: UserSearch,
): Promise<{ nodes: UserRow[]; totalCount: number }> {
  const words = wordsOf(search.query ?? '')
  const where = and(
    ...matches(words),
    // A service account is no colleague, but where a user is named by its id, it has a name too.
    search.ids ? undefined : eq(users.kind, 'person'),
    search.ids ? inArray(users.id, search.ids) : undefined,
    search.holding ? holds(search.holding) : undefined,
    search.activeOnly ? eq(users.active, true) : undefined,
  )
  const nodes = await db
    .select()
    .from(users)
    .where(where)
    .orderBy(...orderOf(search, words), asc(users.id))
    .limit(search.pageSize)
    .offset((search.page - 1) * search.pageSize)
  const [total] = await db.select({ count: count() }).from(users).where(where)
  return { nodes, totalCount: total?.count ?? 0 }
}

export async function listUserNames(db: Db) {
  return db
    .select({ id: users.id, firstName: users.firstName, lastName: users.lastName, username: users.username })
    .from(users)
    .where(eq(users.kind, 'person'))
    .orderBy(readingOrder(users.firstName), readingOrder(users.lastName), users.id)
}

/** The administrators, those who cannot sign in as well. */
export const listAdmins = (db: Db): Promise<UserRow[]> =>
  db
    .select()
    .from(users)
    .where(and(eq(users.roleId, 'adm'), eq(users.kind, 'person')))
    .orderBy(users.id)
