import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { STOCK_ORDER } from '#shared/features/products/product-library/rules.ts'

const states = sql.raw(STOCK_ORDER.map((stock) => `'${stock}'`).join(', '))

/** A stock state to be sorted by, as `STOCK_ORDER` says. An index serves it only if it was made with the same order. */
export const stockOrder = (stock: SQLWrapper): SQL => sql`array_position(array[${states}], ${stock})`
