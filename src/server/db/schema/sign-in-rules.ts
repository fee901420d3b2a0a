import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  doublePrecision,
  integer,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core'
import type { AssistantWay, FactorScope, PasswordScope } from '#shared/features/ground/sign-in-rules/rules.ts'
import { moment } from './moment.ts'
import { users } from './users.ts'

/** The workspace's rules about signing in: one row at most. Null means the server's own value. */
export const signInRules = pgTable(
  'sign_in_rules',
  {
    /** Always 1. */
    id: integer('sign_in_rules_id').primaryKey().default(1),
    /** Who must have a second factor. */
    secondFactor: text('second_factor').$type<FactorScope>().notNull().default('nobody'),
    /** From this day, in the organization's time zone. Null if nobody must. */
    secondFactorFrom: date('second_factor_from'),
    /** Who may sign in with a password. Has no effect without a sign-in provider. */
    passwords: text().$type<PasswordScope>().notNull().default('everybody'),
    sessionHours: doublePrecision('session_hours'),
    sessionIdleMinutes: integer('session_idle_minutes'),
    /** Sessions that one person may have at once; null for no limit. */
    sessionsAtOnce: integer('sessions_at_once'),
    /** Whether people may make API tokens of their own. */
    peopleMakeTokens: boolean('people_make_tokens').notNull().default(true),
    tokenDays: integer('token_days'),
    tokensEach: integer('tokens_each'),
    /** How assistants may connect. */
    assistants: text().$type<AssistantWay>().notNull().default('tokens'),
    /** Hosts whose assistants may connect by consent. */
    assistantHosts: text('assistant_hosts').array().notNull().default(sql`'{}'`),
    /** Incremented with each save. */
    version: integer().notNull().default(0),
    changedAt: moment('changed_at').notNull(),
    changedBy: integer('changed_by').references(() => users.id),
  },
  (table) => [
    check('sign_in_rules_single', sql`${table.id} = 1`),
    check('sign_in_rules_scope', sql`${table.secondFactor} in ('nobody', 'administrators', 'everybody')`),
    check('sign_in_rules_passwords', sql`${table.passwords} in ('everybody', 'break_glass')`),
    check('sign_in_rules_assistants', sql`${table.assistants} in ('off', 'tokens', 'consent')`),
    check(
      'sign_in_rules_from',
      sql`(${table.secondFactor} = 'nobody') = (${table.secondFactorFrom} is null)`,
    ),
    check(
      'sign_in_rules_positive',
      sql`least(${table.sessionHours}, ${table.sessionIdleMinutes}, ${table.sessionsAtOnce}, ${table.tokenDays}, ${table.tokensEach}) > 0`,
    ),
  ],
)

/** Which mail about the required second factor a user was sent for which first day. */
export const factorReminders = pgTable(
  'factor_reminders',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The first day that the mail names. */
    day: date().notNull(),
    occasion: text().$type<'saved' | 'soon' | 'today'>().notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.day, table.occasion] })],
)
