import { type FoundItem, outcomeOf } from '#shared/features/scan/rules.ts'
import type { Caller } from '../../../security/actor.ts'
import type { Finding, ScanCheck, ScanParts } from '../parts.ts'
import * as store from '../store.ts'

/** A system that says nothing for so long holds up the rest. */
const PATIENCE_MS = 45_000

const itemOf = ({ label, value, status, tip = null, fix = null, siteId = null }: Finding): FoundItem => ({
  label,
  value,
  status,
  tip,
  fix,
  siteId,
})

const failed = (value: string): Finding[] => [
  { label: 'Scan', value, status: 'error', tip: 'Try again; if it stays, look at the server’s log.' },
]

async function findInTime({ log }: ScanParts, { id, find }: ScanCheck): Promise<Finding[]> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Finding[]>((resolve) => {
    timer = setTimeout(() => resolve(failed('It did not answer in time.')), PATIENCE_MS)
  })
  try {
    return await Promise.race([find(), late])
  } catch (error) {
    log.warn({ err: error, function: id }, 'a function of the scan has failed')
    return failed('It could not be asked.')
  } finally {
    clearTimeout(timer)
  }
}

/** Runs a function and keeps what it found; nothing else is written. `actor` is null where it runs by itself. */
export async function runFunction(parts: ScanParts, check: ScanCheck, actor: Caller | null): Promise<void> {
  const begun = performance.now()
  const items = (await findInTime(parts, check)).map(itemOf)
  await store.insertRun(parts.db, {
    functionId: check.id,
    status: outcomeOf(items),
    items,
    took: Math.round(performance.now() - begun),
    ranAt: parts.clock(),
    userId: actor?.id ?? null,
  })
}
