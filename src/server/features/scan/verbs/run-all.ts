import { transaction } from '../../../db/connect.ts'
import { checksById, listScans } from '../catalog-reader.ts'
import type { ConnectivityParts } from '../parts.ts'
import { findLastRun, listScanReaders } from '../queries.ts'
import * as store from '../store.ts'
import { runFunction } from './run-function.ts'

const KEPT_MS = 30 * 86_400_000

/** Runs every function one after another, and tells those who may see it of what has broken since the last time. */
export async function runAll(parts: ConnectivityParts): Promise<void> {
  const broken: string[] = []
  for (const check of checksById(listScans(parts)).values()) {
    const before = await findLastRun(parts.db, check.id)
    await runFunction(parts, check, null)
    const after = await findLastRun(parts.db, check.id)
    if (after?.status === 'error' && before?.status !== 'error') {
      const [worst] = after.items.filter(({ status }) => status === 'error')
      broken.push(`${check.name}: ${worst?.label}, ${worst?.value}`)
    }
  }
  await store.removeOldRuns(parts.db, new Date(parts.clock().getTime() - KEPT_MS))
  if (broken.length === 0) return
  const words = broken.join('\n')
  await transaction(parts.db, async (tx) => {
    for (const userId of await listScanReaders(tx))
      await parts.notices.notify(tx, { userId, kind: 'scan-failed', actorId: null, words })
  })
}
