import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { Permission } from '#shared/access/permissions.ts'
import type { TokenKind } from '#shared/features/ground/tokens/rules.ts'
import { moment } from './moment.ts'
import { users } from './users.ts'

/**
 * Why a token was revoked: by its owner, by an administrator, because a new one replaced it, because its owner left, because
 * the email of its account was changed, because the program ended it or its key was used twice, or because the sign-in
 * rules no longer allow its host.
 */
export type TokenRevocation =
  | 'revoked'
  | 'revoked-by-administrator'
  | 'rotated'
  | 'owner-left'
  | 'email-changed'
  | 'by-program'
  | 'not-allowed'

/** Tokens with which programs call the API as a user or a service account. Only their SHA-256 is stored. */
export const apiTokens = pgTable(
  'api_tokens',
  {
    id: integer('token_id').primaryKey().generatedAlwaysAsIdentity(),
    /** `personal`, `service`, or `assistant` for one that was connected by consent. */
    kind: text().$type<TokenKind>().notNull(),
    /** The account for which it acts. */
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** As its owner calls it. */
    name: text().notNull(),
    /** Its first characters, to recognize it by. Empty for an assistant. */
    start: text().notNull(),
    /** SHA-256 of the token. That of an assistant belongs to no token; its access tokens are in `authorization_records`. */
    tokenHash: text('token_hash').notNull(),
    /** All that it may use of its account's permissions; null for all of them. */
    permissions: text().$type<Permission>().array(),
    /** Whether it may make calls that change something. */
    mayWrite: boolean('may_write').notNull(),
    /** Its life in days when it was made, which a rotation gives the next one. */
    days: integer().notNull(),
    createdBy: integer('created_by')
      .notNull()
      .references(() => users.id),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    /** Last use, accurate to a minute; null if it was never used. */
    lastUsedAt: moment('last_used_at'),
    /** IP address of the last use. */
    lastAddress: text('last_address'),
    /** Null while it is not revoked. */
    revokedAt: moment('revoked_at'),
    revokedFor: text('revoked_for').$type<TokenRevocation>(),
    /** The token that it replaces; null for one that replaces none. */
    rotatedFrom: integer('rotated_from').references((): AnyPgColumn => apiTokens.id, {
      onDelete: 'set null',
    }),
    /** The first token in its chain of rotations, which may have been deleted since; null for the first one itself. */
    firstId: integer('first_id'),
    /** When a new one replaced it; then it works only for a while. Null until then. */
    replacedAt: moment('replaced_at'),
    /** The last reminder: so many days before its end. Null before the first. */
    remindedDays: integer('reminded_days'),
  },
  (table) => [
    uniqueIndex('api_tokens_hash_key').on(table.tokenHash),
    uniqueIndex('api_tokens_rotated_from_key').on(table.rotatedFrom),
    index('api_tokens_user').on(table.userId),
    index('api_tokens_end').on(table.expiresAt),
    check('api_tokens_kind_known', sql`${table.kind} in ('personal', 'service', 'assistant')`),
  ],
)

/** The first addresses from which a token was used, so that a use from a new one is noticed. */
export const apiTokenAddresses = pgTable(
  'api_token_addresses',
  {
    tokenId: integer('token_id')
      .notNull()
      .references(() => apiTokens.id, { onDelete: 'cascade' }),
    /** IP address. */
    address: text().notNull(),
    /** First use from there, with this token or one that it replaces. */
    firstUsedAt: moment('first_used_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tokenId, table.address] })],
)
