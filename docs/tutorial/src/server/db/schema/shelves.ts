import { integer, pgTable, text } from 'drizzle-orm/pg-core'

/** Names that products can be sorted under. */
export const shelves = pgTable('shelves', {
  id: integer('shelf_id').primaryKey().generatedAlwaysAsIdentity(),
  name: text().notNull(),
})
