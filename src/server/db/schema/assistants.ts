import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { moment } from './moment.ts'
import { apiTokens } from './tokens.ts'

/** Assistants that people have connected by consent. Each is an API token of the kind `assistant`, and ends with it. */
export const connectedAssistants = pgTable('connected_assistants', {
  tokenId: integer('token_id')
    .primaryKey()
    .references(() => apiTokens.id, { onDelete: 'cascade' }),
  /** Identifies the person's consent in `authorization_records`. */
  grantId: text('grant_id').notNull().unique(),
  /** Address of the document by which the program identifies itself. */
  clientId: text('client_id').notNull(),
  /** Host of that address. */
  host: text().notNull(),
})

/**
 * What the authorization server keeps: requests for consent, consents, codes, access tokens and refresh tokens. Reading
 * this table gives access to nothing: only the SHA-256 of each is stored.
 */
export const authorizationRecords = pgTable(
  'authorization_records',
  {
    /** What it is, as in `AccessToken`. */
    model: text().notNull(),
    /** SHA-256 of the code, token or identifier. */
    idHash: text('id_hash').notNull(),
    /** The consent that it belongs to; null before there is one. */
    grantId: text('grant_id'),
    /** As the authorization server needs it, without the secret itself. */
    payload: jsonb().$type<Record<string, unknown>>().notNull(),
    /** When it was used, if it can be used once. */
    consumedAt: moment('consumed_at'),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.model, table.idHash] }),
    index('authorization_records_grant').on(table.grantId),
    index('authorization_records_end').on(table.expiresAt),
  ],
)
