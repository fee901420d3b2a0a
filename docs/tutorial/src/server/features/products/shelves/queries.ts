import { asc, desc } from 'drizzle-orm'
import type { Db } from '../../../db/connect.ts'
import { shelves } from '../../../db/schema/shelves.ts'
import { readingOrder } from '../../../db/sql/reading-order.ts'
import type { ShelfRow } from './store.ts'

export interface ShelfSearch {
  page: number
  sortOrder: 'asc' | 'desc'
  pageSize: number
}

export const countShelves = (db: Db): Promise<number> => db.$count(shelves)

export async function listShelves(db: Db, { page, sortOrder, pageSize }: ShelfSearch): Promise<ShelfRow[]> {
  const name = readingOrder(shelves.name)
  return db
    .select()
    .from(shelves)
    .orderBy(sortOrder === 'asc' ? asc(name) : desc(name), asc(shelves.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize)
}
