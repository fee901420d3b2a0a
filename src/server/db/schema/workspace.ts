import { jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from './moment.ts'

/** Facts about the workspace as a whole, e.g. whether it is the sample one. */
export const workspaceFacts = pgTable('workspace_facts', {
  name: text().primaryKey(),
  value: jsonb().$type<unknown>().notNull(),
})

/** The servers that run on this database, as long as they say so. The table is not logged: after a crash none runs. */
export const servers = pgTable('servers', {
  id: text('server_id').primaryKey(),
  /** Marks the data folder that a server keeps files in. */
  folder: text().notNull(),
  seenAt: moment('seen_at').notNull(),
})
