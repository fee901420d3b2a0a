import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { EXPORT_STATUSES } from '#shared/features/exports/contract.ts'
import { moment } from './moment.ts'
import { users } from './users.ts'

/** A file that somebody has asked for, made in the background. */
export const exports = pgTable(
  'exports',
  {
    /** 128 random bits as hexadecimal digits. */
    id: text('export_id').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    kind: text().notNull(),
    request: jsonb().notNull(),
    status: text().$type<(typeof EXPORT_STATUSES)[number]>().notNull(),
    /** The file's name for people. */
    name: text().notNull(),
    error: text(),
    createdAt: moment('created_at').notNull().defaultNow(),
    finishedAt: moment('finished_at'),
  },
  (table) => [index('exports_user').on(table.userId, table.createdAt)],
)
