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
    /** The search that the proposal is about. */
    query: text().notNull(),
    list: text().$type<AimList>().notNull(),
    aim: text().$type<TaskAim>().notNull(),
    /** Title of the task; fixed, so that every retry sends the same. */
    name: text().notNull(),
    /** Text of the task; fixed likewise. */
    notes: text().notNull(),
    /** `pending` until its run has made the task; `gone` once it was deleted on its board. */
    state: text().$type<TaskState>().notNull(),
    /** Id of the task on the board; null until it is made. */
    gid: text(),
    /** Address of the task; null until it is made. */
    url: text(),
    /** Display text of why it failed; null otherwise. */
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
