import { customType, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { EXPORT_STATUSES } from '#shared/features/ground/exports/contract.ts'
import { moment } from './moment.ts'
import { users } from './users.ts'

/** A requested file, made in the background. */
export const exports = pgTable(
  'exports',
  {
    /** 128 random bits as hexadecimal digits. */
    id: text('export_id').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** Kind of file, for example a list or a report. */
    kind: text().notNull(),
    /** The filter and columns that the user chose; its shape depends on the kind. */
    request: jsonb().notNull(),
    status: text().$type<(typeof EXPORT_STATUSES)[number]>().notNull(),
    /** The file's name for people. */
    name: text().notNull(),
    /** Display text of why there is no file; null otherwise. */
    error: text(),
    /** The try that made the file; null without a file. */
    attempt: text(),
    createdAt: moment('created_at').notNull().defaultNow(),
    finishedAt: moment('finished_at'),
  },
  (table) => [index('exports_user').on(table.userId, table.createdAt)],
)

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/**
 * Pieces of export files, available to every server. The table is unlogged: a crash empties it and backups
 * omit it, which is acceptable for files that are kept for a day and can be made again.
 */
export const exportPieces = pgTable(
  'export_pieces',
  {
    exportId: text('export_id')
      .notNull()
      .references(() => exports.id, { onDelete: 'cascade' }),
    /** The try that wrote the piece: a server that died in the middle may be followed by another one. */
    attempt: text().notNull(),
    /** Order of the pieces, from 0. */
    place: integer().notNull(),
    content: bytes().notNull(),
  },
  (table) => [primaryKey({ columns: [table.exportId, table.attempt, table.place] })],
)
