import { isPermitted, PERMISSIONS, type Permission } from '#shared/access/permissions.ts'
import { transaction } from '../../../../db/connect.ts'
import { checksById, listScans } from '../catalog-reader.ts'
import type { ConnectivityDeps, ScanCheck } from '../deps.ts'
import { findLastRun, listScanReaders } from '../queries.ts'
import * as store from '../store.ts'
import { runFunction } from './run-function.ts'

/** Concurrent functions. If every system hangs until its timeout, the scan still ends within minutes. */
const AT_ONCE = 4

/** The worst that a function has just found, of what the same users may see. */
interface Broken {
  alarm: string
  access: readonly Permission[]
  words: string
}

async function findBroken(deps: ConnectivityDeps, check: ScanCheck): Promise<Broken[]> {
  const last = await findLastRun(deps.db, check.id, { permissions: PERMISSIONS })
  const errors = (last?.items ?? []).filter(({ status }) => status === 'error')
  return [...Map.groupBy(errors, ({ access = [] }) => access.join())].flatMap(([needed, [worst]]) =>
    worst === undefined
      ? []
      : {
          alarm: needed === '' ? check.id : `${check.id}:${needed}`,
          access: worst.access ?? [],
          words: `${check.name}: ${worst.label}, ${worst.value}`,
        },
  )
}

/**
 * Runs every function, and notifies users with access of new failures. If a run dies before that, the next
 * one notifies.
 */
export async function runAll(deps: ConnectivityDeps): Promise<void> {
  const checks = [...checksById(listScans(deps)).values()]
  for (let at = 0; at < checks.length; at += AT_ONCE)
    await Promise.all(checks.slice(at, at + AT_ONCE).map((check) => runFunction(deps, check, null)))
  const broken: Broken[] = []
  for (const check of checks) broken.push(...(await findBroken(deps, check)))
  await transaction(deps.db, async (tx) => {
    await store.clearAlarms(
      tx,
      broken.map(({ alarm }) => alarm),
    )
    const news: Broken[] = []
    for (const each of broken) if (await store.raiseAlarm(tx, each.alarm, deps.clock())) news.push(each)
    for (const { id: userId, permissions } of await listScanReaders(tx)) {
      const lines = news.filter(({ access }) => isPermitted(permissions, access)).map(({ words }) => words)
      if (lines.length > 0)
        await deps.notices.notify(tx, {
          userId,
          kind: 'scan-failed',
          actorId: null,
          words: lines.join('\n'),
        })
    }
  })
}
