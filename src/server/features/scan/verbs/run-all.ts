import { transaction } from '../../../db/connect.ts'
import { checksById, listScans } from '../catalog-reader.ts'
import type { ConnectivityParts, ScanCheck } from '../parts.ts'
import { findLastRun, listScanReaders } from '../queries.ts'
import * as store from '../store.ts'
import { runFunction } from './run-function.ts'

/** Concurrent functions. If every system hangs until its timeout, the scan still ends within minutes. */
const AT_ONCE = 4

interface Broken {
  check: ScanCheck
  words: string
}

/** Errors of a function that has just run. */
async function findBroken(parts: ConnectivityParts, check: ScanCheck): Promise<Broken[]> {
  const last = await findLastRun(parts.db, check.id)
  if (last?.status !== 'error') return []
  const worst = last.items.find(({ status }) => status === 'error')
  return [{ check, words: `${check.name}: ${worst?.label}, ${worst?.value}` }]
}

/**
 * Runs every function, and notifies users with access of new failures. If a run dies before that, the next
 * one notifies.
 */
export async function runAll(parts: ConnectivityParts): Promise<void> {
  const checks = [...checksById(listScans(parts)).values()]
  for (let at = 0; at < checks.length; at += AT_ONCE)
    await Promise.all(checks.slice(at, at + AT_ONCE).map((check) => runFunction(parts, check, null)))
  const broken: Broken[] = []
  for (const check of checks) broken.push(...(await findBroken(parts, check)))
  const ids = new Set(broken.map(({ check }) => check.id))
  await transaction(parts.db, async (tx) => {
    await store.clearAlarms(
      tx,
      checks.map(({ id }) => id).filter((id) => !ids.has(id)),
    )
    const words: string[] = []
    for (const { check, words: told } of broken)
      if (await store.raiseAlarm(tx, check.id, parts.clock())) words.push(told)
    if (words.length === 0) return
    for (const userId of await listScanReaders(tx))
      await parts.notices.notify(tx, { userId, kind: 'scan-failed', actorId: null, words: words.join('\n') })
  })
}
