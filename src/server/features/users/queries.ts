import { and, asc, count, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { readingOrder } from '../../db/reading-order.ts'
import { users } from '../../db/schema/users.ts'
import type { UserRow } from './store.ts'

export interface UserSearch {
  page: number
  query?: string | undefined
  ids?: number[] | undefined
  sort: 'first_name' | 'last_name' | 'username' | 'role' | 'active' | 'last_sign_in_at'
  sortOrder: 'asc' | 'desc'
  activeOnly: boolean
  pageSize: number
}

const COLUMNS = {
  first_name: readingOrder(users.firstName),
  last_name: readingOrder(users.lastName),
  username: users.username,
  role: users.roleId,
  active: users.active,
  last_sign_in_at: users.lastSignInAt,
}

/** Every word typed must occur in the name or the email. */
function matches(query: string): SQL[] {
  return query
    .trim()
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, 10)
    .map((word) => {
      const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`
      return sql`(${users.firstName} || ' ' || ${users.lastName} || ' ' || ${users.username}) ilike ${pattern}`
    })
}

export async function searchUsers(
  db: Db,
  search: UserSearch,
): Promise<{ nodes: UserRow[]; totalCount: number }> {
  const where = and(
    ...matches(search.query ?? ''),
    search.ids ? inArray(users.id, search.ids) : undefined,
    search.activeOnly ? eq(users.active, true) : undefined,
  )
  const column = COLUMNS[search.sort]
  const direction = search.sortOrder === 'asc' ? asc(column) : sql`${desc(column)} nulls last`
  const nodes = await db
    .select()
    .from(users)
    .where(where)
    .orderBy(direction, asc(users.id))
    .limit(search.pageSize)
    .offset((search.page - 1) * search.pageSize)
  const [total] = await db.select({ count: count() }).from(users).where(where)
  return { nodes, totalCount: total?.count ?? 0 }
}

export async function listUserNames(db: Db) {
  return db
    .select({ id: users.id, firstName: users.firstName, lastName: users.lastName, username: users.username })
    .from(users)
    .orderBy(readingOrder(users.firstName), readingOrder(users.lastName), users.id)
}
