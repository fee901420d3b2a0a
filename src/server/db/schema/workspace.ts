import { jsonb, pgTable, text } from 'drizzle-orm/pg-core'

/** Facts about the workspace as a whole, e.g. whether it is the sample one. */
export const workspaceFacts = pgTable('workspace_facts', {
  name: text().primaryKey(),
  value: jsonb().$type<unknown>().notNull(),
})
