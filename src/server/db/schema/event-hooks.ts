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
  uuid,
} from 'drizzle-orm/pg-core'
import type { HookTiming } from '#shared/features/operate/event-hooks/form.ts'
import type {
  ChosenType,
  EventType,
  HookFormat,
  SendState,
} from '#shared/features/operate/event-hooks/rules.ts'
import { moment } from './moment.ts'
import { users } from './users.ts'

/** Addresses of other systems that are sent events. */
export const eventHooks = pgTable(
  'event_hooks',
  {
    id: integer('hook_id').primaryKey().generatedAlwaysAsIdentity(),
    name: text().notNull(),
    /** `standard`, `slack` or `teams`. */
    format: text().$type<HookFormat>().notNull(),
    /** Encrypted with the server's own key, because addresses of Slack and Teams are secrets. */
    address: text().notNull(),
    /** The host of the address, with its port. */
    host: text().notNull(),
    /** The chosen events. */
    types: text().$type<ChosenType>().array().notNull(),
    /** Only events of these sites and those of no site; null for all. */
    siteIds: integer('site_ids').array(),
    /** `at_once` or `daily`. */
    timing: text().$type<HookTiming>().notNull(),
    /** `active`, `paused` or `gone`: the receiver answered 410. */
    state: text().$type<'active' | 'paused' | 'gone'>().notNull().default('active'),
    /** Since when it is not active; null while it is. */
    stoppedAt: moment('stopped_at'),
    /** The user who paused it; null if the server did. */
    stoppedBy: integer('stopped_by').references(() => users.id),
    /** Since when every try fails; null if the last request arrived. */
    failingSince: moment('failing_since'),
    /** Requests in a row that failed. */
    failures: integer().notNull().default(0),
    /** Nothing is sent before: a failing receiver is left alone for a while, and messages are collected. */
    nextAt: moment('next_at'),
    /** Signs requests; encrypted. Null for Slack and Teams. */
    secret: text(),
    /** The secret before the last rotation, which also signs until `old_secret_ends_at`; encrypted. */
    oldSecret: text('old_secret'),
    oldSecretEndsAt: moment('old_secret_ends_at'),
    createdAt: moment('created_at').notNull(),
    createdBy: integer('created_by')
      .notNull()
      .references(() => users.id),
    version: integer().notNull().default(0),
    /** From then on it is hidden, and a job deletes its events in slices. */
    deletedAt: moment('deleted_at'),
  },
  (table) => [
    check('event_hooks_format_known', sql`${table.format} in ('standard', 'slack', 'teams')`),
    check('event_hooks_state_known', sql`${table.state} in ('active', 'paused', 'gone')`),
  ],
)

/** Events on their way to a hook, and those that arrived: written in the transaction of the act. */
export const eventSends = pgTable(
  'event_sends',
  {
    /** `webhook-id`: the same at every try. */
    id: uuid('send_id').primaryKey().defaultRandom(),
    hookId: integer('hook_id')
      .notNull()
      .references(() => eventHooks.id, { onDelete: 'cascade' }),
    type: text().$type<EventType>().notNull(),
    /** Grows with each event, so that a receiver knows the newer of two events about one subject. */
    number: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
    /** Id of the subject; null if the event is about none. */
    subjectId: text('subject_id'),
    /** What the subject was called at that time. */
    label: text().notNull(),
    /** No foreign key: a site's events outlive it. */
    siteId: integer('site_id'),
    statusFrom: text('status_from'),
    statusTo: text('status_to'),
    /** Rows that the event stands for. */
    count: integer(),
    /** Only of events about people. */
    email: text(),
    actorKind: text('actor_kind').notNull(),
    actorName: text('actor_name').notNull(),
    /** By the clock of the database, which all servers share. */
    createdAt: moment('created_at').notNull().defaultNow(),
    /** `waiting`, `sent`, `retrying` or `given_up`. */
    state: text().$type<SendState>().notNull().default('waiting'),
    tries: integer().notNull().default(0),
    /** Not before; null for at once. */
    dueAt: moment('due_at'),
    /** A server sends it, and is taken for dead after this. */
    leasedUntil: moment('leased_until'),
    /** Its failure stands among the failed jobs. */
    isReported: boolean('is_reported').notNull().default(false),
  },
  (table) => [
    index('event_sends_log').on(table.hookId, table.createdAt),
    index('event_sends_age').on(table.createdAt),
    index('event_sends_due')
      .on(table.hookId, table.number)
      .where(sql`${table.state} in ('waiting', 'retrying')`),
    check('event_sends_state_known', sql`${table.state} in ('waiting', 'sent', 'retrying', 'given_up')`),
  ],
)

/** Requests of a send, with their answers. */
export const eventTries = pgTable(
  'event_tries',
  {
    id: bigint('try_id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    sendId: uuid('send_id')
      .notNull()
      .references(() => eventSends.id, { onDelete: 'cascade' }),
    hookId: integer('hook_id')
      .notNull()
      .references(() => eventHooks.id, { onDelete: 'cascade' }),
    createdAt: moment('created_at').notNull(),
    /** HTTP status; null if there was no answer. */
    status: integer(),
    /** Display text of why there was no answer; null if there was one. */
    error: text(),
    ms: integer().notNull(),
    hasArrived: boolean('has_arrived').notNull(),
    /** Carried two signatures. */
    isRotating: boolean('is_rotating').notNull(),
    /** The request, with cut signatures. */
    request: jsonb().$type<{ headers: { name: string; value: string }[]; body: string }>().notNull(),
    /** Headers of the answer. */
    headers: jsonb().$type<{ name: string; value: string }[]>(),
    /** The beginning of the answer. */
    body: text(),
    isCut: boolean('is_cut').notNull().default(false),
    /** Seconds that the receiver asked us to wait. */
    waitSeconds: integer('wait_seconds'),
  },
  (table) => [
    uniqueIndex('event_tries_send').on(table.sendId, table.id),
    index('event_tries_hook').on(table.hookId, table.id),
  ],
)
