import { bigint, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { Act, AuditFields, AuditNoun } from '#shared/features/ground/audit/rules.ts'
import { moment } from './moment.ts'

/**
 * The audit log. Rows are only added: a trigger refuses every update, and every delete within the retention
 * that the cleanup's own transaction states. There are no foreign keys, so entries outlive their subjects.
 */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** By the clock of the database, which all servers share. */
    createdAt: moment('created_at').notNull().defaultNow(),
    actorKind: text('actor_kind').notNull(),
    /** The account; null where none acts. */
    actorId: integer('actor_id'),
    /** The person, job, system or command by name; what a visitor has typed. */
    actorName: text('actor_name').notNull(),
    /** The role at that time. */
    roleId: text('role_id'),
    address: text(),
    requestId: text('request_id'),
    act: text().$type<Act>().notNull(),
    noun: text().$type<AuditNoun>().notNull(),
    nounId: text('noun_id'),
    /** What it was called at that time. */
    label: text(),
    before: jsonb().$type<AuditFields>(),
    after: jsonb().$type<AuditFields>(),
  },
  (table) => [
    index('audit_age').on(table.createdAt),
    index('audit_actor').on(table.actorId, table.id),
    index('audit_noun').on(table.noun, table.nounId, table.id),
    index('audit_act').on(table.act, table.id),
  ],
)
