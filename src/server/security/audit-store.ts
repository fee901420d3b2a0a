import type { Db } from '../db/connect.ts'
import { auditEntries } from '../db/schema/audit.ts'

export type NewAuditEntry = typeof auditEntries.$inferInsert

export async function insertAuditEntry(db: Db, entry: NewAuditEntry): Promise<void> {
  await db.insert(auditEntries).values(entry)
}
