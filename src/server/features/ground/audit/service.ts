import type { Pool } from 'pg'
import { auditEndpoints, COUNTED_ENTRIES } from '#shared/features/ground/audit/contract.ts'
import type { Download } from '#shared/http/download.ts'
import { copyLines } from '../../../db/backup/copy-out.ts'
import { type Db, transaction } from '../../../db/connect.ts'
import { type Caller, requires } from '../../../security/actor.ts'
import { audit } from '../../../security/audit.ts'
import { BUILT_IN } from '../../../settings/settings-group.ts'
import { type AuditFilter, countEntries, entriesAsJson, listEntries } from './queries.ts'
import * as store from './store.ts'

export interface AuditDeps {
  db: Db
  pool: Pool
  timeZone: string
  /** Retention of entries in days. */
  auditDays: number
  /** Who serves what outside, without any secret. */
  vendorNames: Readonly<Record<string, string>>
}

type Search = Omit<AuditFilter, 'timeZone'>

/** Records the configured vendors at the start, if they have changed. */
async function recordVendors(deps: AuditDeps): Promise<void> {
  const now = deps.vendorNames
  await transaction(deps.db, async (tx) => {
    const before = await store.readRecordedVendors(tx)
    const gone = Object.keys(before).filter((name) => !(name in now))
    const after = { ...now, ...Object.fromEntries(gone.map((name) => [name, BUILT_IN])) }
    if (Object.entries(after).every(([name, value]) => (before[name] ?? null) === value)) return
    await audit(tx, { kind: 'job', name: 'start' }, 'vendors.changed', { before, after })
  })
}

async function removeOld({ db, auditDays }: AuditDeps): Promise<void> {
  while (await transaction(db, (tx) => store.removeOldEntries(tx, auditDays)));
}

/** The audit trail. Nothing here changes its entries. */
export function createAuditService(deps: AuditDeps) {
  const { db, pool, timeZone } = deps
  return {
    async searchEntries(actor: Caller, search: Search & { page: number }) {
      const filter = { ...search, timeZone }
      const [rows, totalCount] = await Promise.all([
        listEntries(db, { ...filter, viewerId: actor.id }),
        countEntries(db, filter, COUNTED_ENTRIES + 1),
      ])
      return { rows, totalCount }
    },
    /** All entries that fit, as they are written. */
    exportEntries(actor: Caller, search: Search): Download {
      requires(actor, auditEndpoints.export.access)
      const content = copyLines(pool, entriesAsJson({ ...search, timeZone, viewerId: actor.id }), actor.id)
      return { name: 'audit.ndjson', content }
    },
    recordVendors: () => recordVendors(deps),
    removeOld: () => removeOld(deps),
  }
}
export type AuditService = ReturnType<typeof createAuditService>
