import { jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from './moment.ts'

/** Facts about the workspace as a whole, e.g. whether it is the sample one. */
export const workspaceFacts = pgTable('workspace_facts', {
  name: text().primaryKey(),
  /** Its shape depends on the name. */
  value: jsonb().$type<unknown>().notNull(),
})

/**
 * Running servers on this database, by heartbeat. The table is unlogged: after a crash no server is running.
 */
export const servers = pgTable('servers', {
  id: text('server_id').primaryKey(),
  /** Id of the server's data folder. */
  folder: text().notNull(),
  /** Time of the last heartbeat. */
  seenAt: moment('seen_at').notNull(),
})
