import { integer, pgTable, text } from 'drizzle-orm/pg-core'

export const shelves = pgTable('shelves', {
  id: integer('shelf_id').primaryKey().generatedAlwaysAsIdentity(),
  name: text().notNull(),
})
