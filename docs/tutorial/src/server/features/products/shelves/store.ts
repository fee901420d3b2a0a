import type { Db } from '../../../db/connect.ts'
import { shelves } from '../../../db/schema/shelves.ts'

export type ShelfRow = typeof shelves.$inferSelect

export async function insertShelf(db: Db, name: string): Promise<ShelfRow> {
  const [row] = await db.insert(shelves).values({ name }).returning()
  if (!row) throw new Error('The database did not return the new shelf.')
  return row
}
