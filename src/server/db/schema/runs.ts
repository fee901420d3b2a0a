import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { moment } from './moment.ts'

/** Work in steps that outlives its server. The progress is stored with the subject of the run, not here. */
export const runs = pgTable(
  'runs',
  {
    id: integer('run_id').primaryKey().generatedAlwaysAsIdentity(),
    /** Name of its job. */
    name: text().notNull(),
    /** Payload of its job. A name has at most one open run of a key. */
    key: jsonb().$type<object>().notNull(),
    /** `stopped`: not ended; a user may resume it. */
    state: text().$type<'open' | 'stopped' | 'ended' | 'failed'>().notNull().default('open'),
    /** Number of requests. One that comes during the last step makes another step. */
    asked: integer().notNull().default(1),
    /** Failures since the last step that succeeded. */
    attempts: smallint().notNull().default(0),
    /** Display text of why it waits or failed; null otherwise. */
    reason: text(),
    /** The next step is taken no earlier; null if it may be taken now. */
    resumeAt: moment('resume_at'),
    startedAt: moment('started_at').notNull(),
    /** Start of the last step. */
    touchedAt: moment('touched_at').notNull(),
    endedAt: moment('ended_at'),
  },
  (table) => [
    uniqueIndex('runs_open').on(table.name, table.key).where(sql`${table.endedAt} is null`),
    index('runs_ended').on(table.endedAt),
  ],
)
