import { boolean, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { moment } from './moment.ts'

/**
 * Sections of the built-in task board. Its ids (gids) are 16 digits as text, like those of the boards it
 * replaces.
 */
export const boardSections = pgTable(
  'board_sections',
  {
    gid: text().primaryKey(),
    /** A board has no row of its own; sites name it. */
    boardGid: text('board_gid').notNull(),
    name: text().notNull(),
    position: integer().notNull(),
  },
  (table) => [uniqueIndex('board_sections_name').on(table.boardGid, table.name)],
)

/** Tasks of the built-in task board. */
export const boardTasks = pgTable(
  'board_tasks',
  {
    gid: text().primaryKey(),
    boardGid: text('board_gid').notNull(),
    sectionGid: text('section_gid')
      .notNull()
      .references(() => boardSections.gid),
    /** Idempotency key from the creator of the task; the same key never creates a second task. */
    key: text(),
    name: text().notNull(),
    notes: text().notNull().default(''),
    /** Value of the board's priority field; null for none. */
    priority: text(),
    isCompleted: boolean('is_completed').notNull().default(false),
    createdAt: moment('created_at').notNull(),
    modifiedAt: moment('modified_at').notNull(),
  },
  (table) => [
    uniqueIndex('board_tasks_key').on(table.boardGid, table.key),
    index('board_tasks_section').on(table.sectionGid, table.modifiedAt),
    index('board_tasks_name').using('gin', table.name.op('gin_trgm_ops')),
  ],
)

/** Comments on tasks of the built-in task board. */
export const boardComments = pgTable(
  'board_comments',
  {
    id: integer('comment_id').primaryKey().generatedAlwaysAsIdentity(),
    taskGid: text('task_gid')
      .notNull()
      .references(() => boardTasks.gid, { onDelete: 'cascade' }),
    /** Idempotency key from the author; the same key never creates a second comment on a task. */
    key: text(),
    text: text().notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    index('board_comments_task').on(table.taskGid, table.id),
    uniqueIndex('board_comments_key').on(table.taskGid, table.key),
  ],
)

/** Webhook subscriptions to built-in boards. Pending deliveries are in the job queue. */
export const boardSubscriptions = pgTable('board_subscriptions', {
  gid: text().primaryKey(),
  boardGid: text('board_gid').notNull(),
  /** Address that is called. */
  target: text().notNull(),
  /** Signs the deliveries. */
  secret: text().notNull(),
  /** Only active subscriptions are called. */
  isActive: boolean('is_active').notNull(),
  createdAt: moment('created_at').notNull(),
})
