import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { moment } from './moment.ts'
import { users } from './users.ts'

/** What a session keeps of a sign-in through the provider, also while its second factor is awaited. */
export interface ProviderSession {
  identityId: number
  /** The provider's session; null if it names none. */
  sid: string | null
  /** The session ends after so many hours at the latest; null for no limit of its own. */
  maxAgeHours: number | null
  /** The provider has asked for several factors. */
  isStrong: boolean
}

const owner = () =>
  integer('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/** Passkeys with which users sign in. Only the public part is here: no secret. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: integer('passkey_id').primaryKey().generatedAlwaysAsIdentity(),
    userId: owner(),
    /** Id that the authenticator assigned, in base64url. */
    credentialId: text('credential_id').notNull(),
    /** COSE key in base64url; verifies its signatures. */
    publicKey: text('public_key').notNull(),
    /** Last signature counter. A lower one means a cloned passkey. Always 0 for synced passkeys. */
    counter: bigint({ mode: 'number' }).notNull(),
    /** How the browser reaches it, such as `internal` or `usb`. */
    transports: text().array().notNull(),
    /** `multiDevice` if it can be copied to other devices. */
    deviceType: text('device_type').$type<'singleDevice' | 'multiDevice'>().notNull(),
    /** Copied to other devices of its owner. */
    isBackedUp: boolean('backed_up').notNull(),
    /** As its owner calls it. */
    name: text().notNull(),
    createdAt: moment('created_at').notNull(),
    /** Null until it was used to sign in or to confirm. */
    lastUsedAt: moment('last_used_at'),
  },
  (table) => [
    uniqueIndex('passkeys_credential_key').on(table.credentialId),
    index('passkeys_user').on(table.userId),
  ],
)

/** The authenticator app of a user. */
export const totpFactors = pgTable(
  'totp_factors',
  {
    userId: owner().primaryKey(),
    /** Seed of the codes, encrypted with the server's own key; null until its first code is confirmed. */
    secret: text(),
    /** When it was turned on; null until then. */
    confirmedAt: moment('confirmed_at'),
    /** 30-second time step of the last accepted code. Codes of this step or an earlier one are refused. */
    lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
    /** Null until it was used to sign in or to confirm. */
    lastUsedAt: moment('last_used_at'),
    /** Seed of the app that will replace this one, encrypted too; null unless one is being set up. */
    pendingSecret: text('pending_secret'),
  },
  (table) => [
    check('totp_factors_confirmed', sql`(${table.secret} is null) = (${table.confirmedAt} is null)`),
  ],
)

/** Single-use codes for users who lost their other factors. Only their SHA-256 is stored: each has at least 120 random bits. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: owner(),
    /** SHA-256 of the code. */
    codeHash: text('code_hash').notNull(),
    createdAt: moment('created_at').notNull(),
    /** Null until it is used. */
    usedAt: moment('used_at'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.codeHash] })],
)

/** Steps that were begun and wait for a code or a passkey. Only the SHA-256 of their token is stored. */
export const signInChallenges = pgTable(
  'sign_in_challenges',
  {
    /** SHA-256 of the token that the browser was given. */
    tokenHash: text('token_hash').primaryKey(),
    /** Null for a sign-in with a passkey alone or through the provider: its user is known only at the end. */
    userId: integer('user_id').references(() => users.id, { onDelete: 'cascade' }),
    /** What finishing the step allows. */
    purpose: text()
      .$type<'second-factor' | 'passkey-sign-in' | 'step-up' | 'new-passkey' | 'provider'>()
      .notNull(),
    /** What a passkey has to sign, in base64url; for `provider` what the sign-in provider said, encrypted. */
    challenge: text().notNull(),
    /** The sign-in through the provider that it continues: what its session keeps. Null for others. */
    provider: jsonb('provider_session').$type<ProviderSession>(),
    /** IP address of the caller who began it. */
    address: text().notNull(),
    /** Answers so far. */
    tries: integer().notNull().default(0),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    /** When it was used or canceled; null until then. */
    usedAt: moment('used_at'),
  },
  (table) => [
    index('sign_in_challenges_user').on(table.userId),
    index('sign_in_challenges_expiry').on(table.expiresAt),
  ],
)
