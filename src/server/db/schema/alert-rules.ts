import {
  boolean,
  date,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  real,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { RoleId } from '#shared/access/roles.ts'
import type { Against, AlertKind } from '#shared/features/alert-rules/rules.ts'
import { moment } from './moment.ts'
import { sites } from './sites.ts'
import { users } from './users.ts'

/** What somebody wants to be told of. */
export const alertRules = pgTable(
  'alert_rules',
  {
    id: integer('rule_id').primaryKey().generatedAlwaysAsIdentity(),
    ownerId: integer('owner_id')
      .notNull()
      .references(() => users.id),
    name: text().notNull(),
    /** One more with each change of the rule and of whom it tells. */
    version: integer().notNull().default(1),
    kind: text().$type<AlertKind>().notNull(),
    against: text().$type<Against>().notNull(),
    threshold: integer().notNull(),
    /** US dollars; only falls of earnings ask for it. */
    least: integer().notNull(),
    /** Null for all sites. */
    siteId: integer('site_id').references(() => sites.id),
    coolDownDays: integer('cool_down_days').notNull(),
    isOn: boolean('is_on').notNull(),
    roles: text().array().$type<RoleId[]>().notNull(),
    /** How many subjects it named, and how often it would have spoken in 90 days, when that was counted last. */
    namedNow: integer('named_now').notNull().default(0),
    told90: integer('told_90').notNull().default(0),
    /** The last day on which it was evaluated: never twice. */
    evaluatedOn: date('evaluated_on'),
    changedAt: moment('changed_at').notNull(),
    /** A deleted rule is kept, so that it can be brought back. */
    deletedAt: moment('deleted_at'),
  },
  (table) => [index('alert_rules_owner').on(table.ownerId)],
)

/** Who is told by a rule, besides its roles. */
export const alertPeople = pgTable(
  'alert_people',
  {
    ruleId: integer('rule_id')
      .notNull()
      .references(() => alertRules.id, { onDelete: 'cascade' }),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.ruleId, table.userId] }),
    index('alert_people_user').on(table.userId),
  ],
)

/** Of what a rule has told on which day: by this its cool-down is kept. */
export const alertTellings = pgTable(
  'alert_tellings',
  {
    ruleId: integer('rule_id')
      .notNull()
      .references(() => alertRules.id, { onDelete: 'cascade' }),
    subjectId: integer('subject_id').notNull(),
    day: date().notNull(),
  },
  (table) => [primaryKey({ columns: [table.ruleId, table.subjectId, table.day] })],
)

/** Whether a rule was right to name something, by somebody's judgement. */
export const alertAnswers = pgTable(
  'alert_answers',
  {
    ruleId: integer('rule_id')
      .notNull()
      .references(() => alertRules.id, { onDelete: 'cascade' }),
    subjectId: integer('subject_id').notNull(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    isRight: boolean('is_right').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.ruleId, table.subjectId, table.userId] })],
)

/**
 * What was so of a post, a product or a keyword from a day on, as far as any rule could ask for it: counted anew every
 * night from what earnings, stock, prices and share of voice are kept. Without foreign keys: subjects are of several tables.
 */
export const alertFacts = pgTable(
  'alert_facts',
  {
    /** As a rule's, and `earnings-fell-year` for falls from the year before. */
    kind: text().notNull(),
    subjectId: integer('subject_id').notNull(),
    fromDay: date('from_day').notNull(),
    /** The first day on which it was not so any more; null while it lasts. */
    toDay: date('to_day'),
    /** In the unit of its kind. */
    value: real().notNull(),
    was: doublePrecision().notNull(),
    is: doublePrecision().notNull(),
    /** To whose sites the subject belongs. */
    siteIds: integer('site_ids').array().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.subjectId, table.fromDay] }),
    index('alert_facts_value').on(table.kind, table.value),
  ],
)

/** From which day on the facts of a kind are known, and when they were counted last. */
export const alertReaches = pgTable(
  'alert_reaches',
  {
    kind: text().notNull(),
    /** Null where nothing is known. */
    knownFrom: date('known_from'),
    countedAt: moment('counted_at').notNull(),
  },
  (table) => [uniqueIndex('alert_reaches_kind_key').on(table.kind)],
)
