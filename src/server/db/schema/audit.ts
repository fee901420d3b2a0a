import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { Act, AuditFields, AuditNoun } from '#shared/features/ground/audit/rules.ts'
import { moment } from './moment.ts'

/**
 * The audit trail. Rows are only added: a trigger refuses every update, and every delete within the retention
 * that the cleanup's own transaction states. There are no foreign keys, so entries outlive their subjects.
 */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** By the clock of the database, which all servers share. */
    createdAt: moment('created_at').notNull().defaultNow(),
    /** `person`, `token`, `run`, `visitor`, `job`, `webhook` or `operator`. */
    actorKind: text('actor_kind').notNull(),
    /** The account; null where none acts. */
    actorId: integer('actor_id'),
    /** The person, job, system or command by name; what a visitor has typed. */
    actorName: text('actor_name').notNull(),
    /** The role at that time. */
    roleId: text('role_id'),
    /** The API token that a program used; null for all other actors. */
    credentialId: integer('credential_id'),
    /** What the token was called at that time. */
    credentialName: text('credential_name'),
    /** IP address; null for background work. */
    address: text(),
    /** Id of the request in the log; null for background work. */
    requestId: text('request_id'),
    /** For example `article.approved`. */
    act: text().$type<Act>().notNull(),
    noun: text().$type<AuditNoun>().notNull(),
    /** Id of the row that it is about; null if it is about none. */
    nounId: text('noun_id'),
    /** What it was called at that time. */
    label: text(),
    /** Changed fields before; null if there are none. */
    before: jsonb().$type<AuditFields>(),
    /** Changed fields after; null if there are none. */
    after: jsonb().$type<AuditFields>(),
  },
  (table) => [
    index('audit_age').on(table.createdAt),
    index('audit_actor').on(table.actorId, table.id),
    index('audit_kind').on(table.actorKind, table.id),
    index('audit_noun').on(table.noun, table.nounId, table.id),
    index('audit_act').on(table.act, table.id),
    index('audit_credential').on(table.credentialId, table.id).where(sql`${table.credentialId} is not null`),
  ],
)
