import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { AimList, TaskAim, TaskState } from '#shared/features/search-tasks/rules.ts'
import { contentPosts } from './content.ts'
import { moment } from './moment.ts'
import { users } from './users.ts'

/** Proposals of the search console as tasks on the boards of their sites. */
export const searchTasks = pgTable(
  'search_tasks',
  {
    id: integer('search_task_id').primaryKey().generatedAlwaysAsIdentity(),
    contentPostId: integer('content_post_id')
      .notNull()
      .references(() => contentPosts.id, { onDelete: 'cascade' }),
    query: text().notNull(),
    list: text().$type<AimList>().notNull(),
    aim: text().$type<TaskAim>().notNull(),
    /** As the board is asked for it, however often. */
    name: text().notNull(),
    notes: text().notNull(),
    state: text().$type<TaskState>().notNull(),
    gid: text(),
    url: text(),
    error: text(),
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    createdAt: moment('created_at').notNull(),
    /** Goes up each time that somebody asks for it anew: a run that began for an earlier wish ends none of the later ones. */
    wish: integer().notNull().default(1),
  },
  (table) => [
    // A proposal becomes a task once.
    uniqueIndex('search_tasks_proposal').on(table.contentPostId, table.list, table.query),
    index('search_tasks_user').on(table.userId),
  ],
)
