import { sql } from 'drizzle-orm'
import { check, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { readingOrder } from '../sql/reading-order.ts'

/** Our commission on a sale, by the product's category in the shop. */
export const commissionCategories = pgTable(
  'commission_categories',
  {
    id: integer('commission_category_id').primaryKey().generatedAlwaysAsIdentity(),
    /** The category as the shop names it. */
    name: text().notNull(),
    /** In hundredths of a percent: 450 are 4.50 %. */
    rate: integer().notNull(),
    /** Incremented with each save. */
    version: integer().notNull().default(1),
  },
  (table) => [
    uniqueIndex('commission_categories_name').on(readingOrder(table.name)),
    check('commission_categories_rate', sql`${table.rate} between 0 and 10000`),
  ],
)
