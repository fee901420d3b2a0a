import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { RoleId } from '#shared/access/roles.ts'
import type { SignInMethod } from '#shared/features/ground/auth/rules.ts'
import { moment } from './moment.ts'

/** The people who sign in, and service accounts, which only act by API tokens. An account is locked, never deleted. */
export const users = pgTable(
  'users',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    /** The email, trimmed and in lower case; of a service account a name that is no address. */
    username: text().notNull(),
    /** `person` or `service`. */
    kind: text().$type<'person' | 'service'>().notNull().default('person'),
    roleId: text('role_id').$type<RoleId>().notNull(),
    /** False while the account is locked. */
    active: boolean().notNull().default(true),
    /** Argon2id; null until the person has created a password. */
    passwordHash: text('password_hash'),
    /** Null if it was not recorded. */
    passwordChangedAt: moment('password_changed_at'),
    signInCount: integer('sign_in_count').notNull().default(0),
    lastSignInAt: moment('last_sign_in_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
    /** The administrator keeps their password where the sign-in rules limit passwords to break-glass accounts. */
    breakGlass: boolean('break_glass').notNull().default(false),
    /** Last sign-in with both password and second factor; null if none was recorded. */
    lastFullSignInAt: moment('last_full_sign_in_at'),
    /** Incremented with each change by an administrator. */
    version: integer().notNull().default(1),
  },
  (table) => [
    uniqueIndex('users_username_key').on(table.username),
    check('users_username_lower', sql`${table.username} = lower(${table.username})`),
    check('users_role_known', sql`${table.roleId} in ('adm', 'opm', 'qa', 'eng', 'wrt')`),
    check('users_kind_known', sql`${table.kind} in ('person', 'service')`),
    check('users_service_has_no_password', sql`${table.kind} = 'person' or ${table.passwordHash} is null`),
  ],
)

export type RevocationReason =
  | 'signed-out'
  | 'ended'
  | 'locked'
  | 'password-changed'
  | 'email-changed'
  | 'factors-changed'
  | 'provider'
  | 'too-many'

/** Accounts at the sign-in provider with which users sign in. Neither the email nor a name identifies them. */
export const identities = pgTable(
  'identities',
  {
    id: integer('identity_id').primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The provider, as its tokens name it. */
    issuer: text().notNull(),
    /** The provider's id of the person, which never changes. */
    subject: text().notNull(),
    /** The email that the provider named last; null if it named none. For people to read: it identifies nobody. */
    email: text(),
    /** How it was connected: by the same email, in the profile, by an invitation, with the account, or by an operator. */
    linkedBy: text('linked_by')
      .$type<'email' | 'profile' | 'invitation' | 'created' | 'operator'>()
      .notNull(),
    linkedAt: moment('linked_at').notNull(),
    /** Null until it was used to sign in. */
    lastUsedAt: moment('last_used_at'),
    /** When it was disconnected: kept so that no email connects it again. Null while it is connected. */
    unlinkedAt: moment('unlinked_at'),
  },
  (table) => [
    uniqueIndex('identities_subject_key').on(table.issuer, table.subject),
    uniqueIndex('identities_user_key').on(table.userId, table.issuer),
  ],
)

/** A session lasts until it expires or is revoked. Only the SHA-256 of its token is stored. */
export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 of the token. */
    tokenHash: text('token_hash').primaryKey(),
    /** Names the session where its owner or an administrator ends it. */
    id: integer().notNull().generatedAlwaysAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: moment('created_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
    /** Last use, accurate to a minute; null for sessions from before this was recorded. */
    lastSeenAt: moment('last_seen_at'),
    /** IP address at sign-in. */
    address: text(),
    /** The browser's user agent at sign-in; null if it sent none. */
    agent: text(),
    /** When the user last confirmed their identity in this session; null for sessions older than this column. */
    strongAt: moment('strong_at'),
    /** How the user signed in; null for sessions older than this column. */
    method: text().$type<SignInMethod>(),
    /** The `identities` row that the user signed in with; null for other sign-ins, and once the row is gone. */
    identityId: integer('identity_id').references(() => identities.id, { onDelete: 'set null' }),
    /** The provider's session, so that it can end this one; null if the provider named none. */
    providerSid: text('provider_sid'),
    /** The user must set up a second factor before this session may do anything else. */
    mustEnrol: boolean('must_enrol').notNull().default(false),
    /** Null while it is not revoked. */
    revokedAt: moment('revoked_at'),
    /** Null for sessions revoked before this was recorded. */
    revokedFor: text('revoked_for').$type<RevocationReason>(),
  },
  (table) => [
    uniqueIndex('sessions_id_key').on(table.id),
    index('sessions_user').on(table.userId),
    index('sessions_expiry').on(table.expiresAt),
    index('sessions_identity').on(table.identityId).where(sql`${table.identityId} is not null`),
  ],
)

/** Single-use links to create or reset a password. Only the SHA-256 of the token is stored. */
export const passwordLinks = pgTable(
  'password_links',
  {
    /** SHA-256 of the token. */
    tokenHash: text('token_hash').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    purpose: text().$type<'confirmation' | 'reset'>().notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
    /** Null until it is used. */
    usedAt: moment('used_at'),
  },
  (table) => [index('password_links_user').on(table.userId, table.createdAt)],
)

/** Screens that users opened. Visits of one screen by one user within a minute share a row. */
export const visits = pgTable(
  'visits',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The role at that time. */
    roleId: text('role_id').notNull(),
    /** Path of the screen's address. */
    path: text().notNull(),
    /** Route and parameters of the screen, as the browser reports them; empty in daily rows. */
    rest: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    /** Visits that share the row. */
    count: integer().notNull().default(1),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** Time of the last of them. */
    lastAt: moment('last_at').notNull().defaultNow(),
    /** All of a user's visits to a screen on one day; old visits are reduced to these. */
    isDaily: boolean('is_daily').notNull().default(false),
  },
  (table) => [
    index('visits_newest').on(table.createdAt, table.id),
    index('visits_user').on(table.userId, table.createdAt, table.id),
    index('visits_single').on(table.createdAt).where(sql`not ${table.isDaily}`),
    index('visits_role').on(table.roleId, table.createdAt, table.id),
  ],
)
