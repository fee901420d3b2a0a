import { eq, sql } from 'drizzle-orm'
import type { AuditFields } from '#shared/features/ground/audit/rules.ts'
import type { Db } from '../../../db/connect.ts'
import { auditEntries } from '../../../db/schema/audit.ts'

const REMOVED_AT_ONCE = 5000

/**
 * Deletes a batch of entries older than the retention, in a transaction; returns whether more may be left.
 */
export async function removeOldEntries(tx: Db, retentionDays: number): Promise<boolean> {
  // Without this the table lets nothing go.
  await tx.execute(sql`select set_config('copydesk.audit_days', ${String(retentionDays)}, true)`)
  const { rowCount } = await tx.execute(sql`
    delete from ${auditEntries} where id in (
      select id from ${auditEntries} where created_at < now() - make_interval(days => ${retentionDays}::int)
      order by created_at limit ${REMOVED_AT_ONCE}::int)`)
  return rowCount === REMOVED_AT_ONCE
}

/** The vendors recorded last. Each entry contains only what changed. */
export async function readRecordedVendors(db: Db): Promise<AuditFields> {
  const rows = await db
    .select({ after: auditEntries.after })
    .from(auditEntries)
    .where(eq(auditEntries.act, 'vendors.changed'))
    .orderBy(auditEntries.id)
  return Object.assign({}, ...rows.map(({ after }) => after))
}
