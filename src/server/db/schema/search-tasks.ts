import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { AimList, TaskAim, TaskState } from '#shared/features/posts/search-tasks/rules.ts'
import { contentPosts } from './content.ts'
import { moment } from './moment.ts'
import { users } from './users.ts'

/** Tasks on the sites' boards, made from proposals of the search console. */
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
    /** Fixed, so that every retry sends the same values. */
    name: text().notNull(),
    notes: text().notNull(),
    state: text().$type<TaskState>().notNull(),
    gid: text(),
    url: text(),
    error: text(),
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    createdAt: moment('created_at').notNull(),
    /** Incremented with each new request. A run of an earlier request must not finish a later one. */
    wish: integer().notNull().default(1),
  },
  (table) => [
    // At most one task per proposal.
    uniqueIndex('search_tasks_proposal').on(table.contentPostId, table.list, table.query),
    index('search_tasks_user').on(table.userId),
  ],
)
