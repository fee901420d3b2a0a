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
import type { Against, AlertKind } from '#shared/features/desk/alert-rules/rules.ts'
import { moment } from './moment.ts'
import { sites } from './sites.ts'
import { users } from './users.ts'

/** Alert rules and their settings. */
export const alertRules = pgTable(
  'alert_rules',
  {
    id: integer('rule_id').primaryKey().generatedAlwaysAsIdentity(),
    ownerId: integer('owner_id')
      .notNull()
      .references(() => users.id),
    name: text().notNull(),
    /** Incremented with each change of the rule or of its recipients. */
    version: integer().notNull().default(1),
    kind: text().$type<AlertKind>().notNull(),
    /** What a drop in earnings is compared with: the four weeks before, or the same weeks a year before. */
    against: text().$type<Against>().notNull(),
    /** US dollars a week, percent or points, depending on `kind`. */
    threshold: integer().notNull(),
    /** Smallest drop that counts, in US dollars; used only for drops in earnings. */
    least: integer().notNull(),
    /** Null for all sites. */
    siteId: integer('site_id').references(() => sites.id),
    /** Days until the same subject is reported again. */
    coolDownDays: integer('cool_down_days').notNull(),
    isOn: boolean('is_on').notNull(),
    /** Roles whose users are notified. */
    roles: text().array().$type<RoleId[]>().notNull(),
    /** Matches when last counted: at each evaluation and at each change of the rule. */
    namedNow: integer('named_now').notNull().default(0),
    /** Firings in 90 days when last counted, like `named_now`. */
    told90: integer('told_90').notNull().default(0),
    /** Last day on which it was evaluated. Prevents a second evaluation. */
    evaluatedOn: date('evaluated_on'),
    changedAt: moment('changed_at').notNull(),
    /** A deleted rule is kept, so that it can be restored. */
    deletedAt: moment('deleted_at'),
  },
  (table) => [index('alert_rules_owner').on(table.ownerId)],
)

/** Recipients of a rule besides its roles. */
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

/** Firings of a rule per day; the cool-down is computed from them. 0.2.0 uses the table under this name. */
export const alertFirings = pgTable(
  'alert_tellings',
  {
    ruleId: integer('rule_id')
      .notNull()
      .references(() => alertRules.id, { onDelete: 'cascade' }),
    /** Id of the post, product or keyword, as the rule's kind has it. */
    subjectId: integer('subject_id').notNull(),
    day: date().notNull(),
  },
  (table) => [primaryKey({ columns: [table.ruleId, table.subjectId, table.day] })],
)

/** A user's judgement on whether a rule was right to report a subject. */
export const alertAnswers = pgTable(
  'alert_answers',
  {
    ruleId: integer('rule_id')
      .notNull()
      .references(() => alertRules.id, { onDelete: 'cascade' }),
    /** Id of the post, product or keyword, as the rule's kind has it. */
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
 * Condition that held for a post, a product or a keyword from a day on, as far as any rule could need it.
 * Recomputed every night from earnings, stock, prices and share of voice. There are no foreign keys, because
 * subjects are from several tables.
 */
export const alertFacts = pgTable(
  'alert_facts',
  {
    /** Like a rule's kind, plus `earnings-fell-year` for drops against the year before. */
    kind: text().notNull(),
    /** Id of the post, product or keyword. */
    subjectId: integer('subject_id').notNull(),
    fromDay: date('from_day').notNull(),
    /** The first day on which it no longer held; null while it lasts. */
    toDay: date('to_day'),
    /** What a threshold is compared with: US dollars a week, percent or points. */
    value: real().notNull(),
    /** The figure before, in US dollars; in percent for shares. */
    was: doublePrecision().notNull(),
    /** The figure since, in the unit of `was`. */
    is: doublePrecision().notNull(),
    /** Sites that the subject belongs to. */
    siteIds: integer('site_ids').array().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.subjectId, table.fromDay] }),
    index('alert_facts_value').on(table.kind, table.value),
  ],
)

/** The first day with facts of a kind, and when they were last counted. */
export const alertReaches = pgTable(
  'alert_reaches',
  {
    kind: text().notNull(),
    /** Null if there are none. */
    knownFrom: date('known_from'),
    countedAt: moment('counted_at').notNull(),
  },
  (table) => [uniqueIndex('alert_reaches_kind_key').on(table.kind)],
)
