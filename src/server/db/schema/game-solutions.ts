import { date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { moment } from './moment.ts'
import { users } from './users.ts'

/** The last reading of a game's solution for a day. */
export const gameAnswers = pgTable(
  'game_answers',
  {
    game: text().$type<'wordle' | 'heardle'>().notNull(),
    /** In the organisation's time zone. */
    day: date().notNull(),
    /** The solution: a word, or the title of a song. */
    value: text().notNull(),
    readAt: moment('read_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.game, table.day] })],
)

/** Refreshes of the solutions. */
export const gameRuns = pgTable('game_runs', {
  id: integer('game_run_id').primaryKey().generatedAlwaysAsIdentity(),
  /** The user who requested it; null for an automatic one. */
  userId: integer('user_id').references(() => users.id),
  askedAt: moment('asked_at').notNull(),
  /** Null while it runs. */
  endedAt: moment('ended_at'),
  /** Display text of what could not be read; null if everything was. */
  failure: text(),
})
