import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { ReviewDecision } from '#shared/features/people/access-reviews/rules.ts'
import { moment } from './moment.ts'
import { users } from './users.ts'

/** A review of all accounts on all systems; kept as evidence. */
export const accessReviews = pgTable(
  'access_reviews',
  {
    id: integer('review_id').primaryKey().generatedAlwaysAsIdentity(),
    /** The user who began it. */
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    beganAt: moment('began_at').notNull(),
    /** Null while it is open. */
    endedAt: moment('ended_at'),
    endedBy: integer('ended_by').references(() => users.id),
  },
  (table) => [
    // At most one open review.
    uniqueIndex('access_reviews_one').on(sql`(true)`).where(sql`${table.endedAt} is null`),
  ],
)

/** A system's answer to a request for all of its accounts. */
export const accessReviewSystems = pgTable(
  'access_review_systems',
  {
    reviewId: integer('review_id')
      .notNull()
      .references(() => accessReviews.id, { onDelete: 'cascade' }),
    /** Machine name of the system. */
    operation: text().notNull(),
    /** Display name of the system at that time. */
    operationName: text('operation_name').notNull(),
    /** Order of the systems on the screen. */
    position: integer().notNull(),
    /** Its accounts have names instead of addresses. */
    isByName: boolean('is_by_name').notNull(),
    state: text().$type<'waiting' | 'listed' | 'failed'>().notNull(),
    /** Gaps of the list, or why it could not be read. */
    detail: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.reviewId, table.operation] }),
    check('access_review_systems_state_known', sql`${table.state} in ('waiting', 'listed', 'failed')`),
  ],
)

/** An account as found, and the decision about it. */
export const accessReviewAccounts = pgTable(
  'access_review_accounts',
  {
    id: integer('reviewed_account_id').primaryKey().generatedAlwaysAsIdentity(),
    reviewId: integer('review_id')
      .notNull()
      .references(() => accessReviews.id, { onDelete: 'cascade' }),
    /** Machine name of the system. */
    operation: text().notNull(),
    /** The system's name for it. */
    account: text().notNull(),
    /** In lower case; null if unknown. */
    email: text(),
    /** Name of its holder on the system; null if the system reports none. */
    name: text(),
    /** Address of the account on the system; null if there is none. */
    url: text(),
    /** The account as the system describes it, in one line. */
    detail: text().notNull(),
    /** Null if the system does not report it. */
    lastUsedAt: moment('last_used_at'),
    /** Copydesk signs in with it. */
    isOwn: boolean('is_own').notNull().default(false),
    /** The user who owns it; null if unknown. */
    personId: integer('person_id').references(() => users.id),
    /** Null until decided. */
    decision: text().$type<ReviewDecision>(),
    /** Outcome of the revocation. */
    outcome: text().notNull().default(''),
    decidedBy: integer('decided_by').references(() => users.id),
    decidedAt: moment('decided_at'),
  },
  (table) => [
    unique('access_review_accounts_once').on(table.reviewId, table.operation, table.account),
    index('access_review_accounts_review').on(table.reviewId, table.id),
    check(
      'access_review_accounts_decision_known',
      sql`${table.decision} in ('keep', 'revoking', 'revoked', 'closed')`,
    ),
  ],
)
