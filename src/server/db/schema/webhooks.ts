import { index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { moment } from './moment.ts'
import { users } from './users.ts'

/** Webhooks from outside systems. The id is part of the address that they call, and cannot be guessed. */
export const webhookSubscriptions = pgTable(
  'webhook_subscriptions',
  {
    /** Part of the address that is called; cannot be guessed. */
    id: text('subscription_id').primaryKey(),
    system: text().$type<'task-board'>().notNull(),
    /** The watched resource, e.g. a board's gid. */
    resource: text().notNull(),
    /** The other side's id of it; null until it has answered. */
    remoteId: text('remote_id'),
    state: text().$type<'pending' | 'active' | 'failed'>().notNull(),
    /** The address that the other side was given. */
    target: text().notNull(),
    /** Signs the deliveries; encrypted with the server's own key. Null until the other side has sent it. */
    secret: text(),
    /** Display text of why it failed; null otherwise. */
    error: text(),
    createdAt: moment('created_at').notNull(),
    /** Time of the last delivery; null before the first. */
    lastSeenAt: moment('last_seen_at'),
    /** The user who started it; null if the server did. */
    startedBy: integer('started_by').references(() => users.id),
    /** Calls that were refused because their signature was not right. */
    refusedCount: integer('refused_count').notNull().default(0),
  },
  (table) => [uniqueIndex('webhook_subscriptions_resource').on(table.system, table.resource)],
)

/**
 * Deliveries, stored before they are processed. The digest prevents a repeated delivery from counting twice.
 */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: integer('delivery_id').primaryKey().generatedAlwaysAsIdentity(),
    subscriptionId: text('subscription_id')
      .notNull()
      .references(() => webhookSubscriptions.id, { onDelete: 'cascade' }),
    /** SHA-256 of the body, in base64url. */
    digest: text().notNull(),
    /** The events, as they were sent. */
    body: jsonb().$type<unknown>().notNull(),
    receivedAt: moment('received_at').notNull(),
    /** Null while it waits. */
    processedAt: moment('processed_at'),
  },
  (table) => [
    uniqueIndex('webhook_deliveries_digest').on(table.subscriptionId, table.digest),
    index('webhook_deliveries_received').on(table.receivedAt),
  ],
)
