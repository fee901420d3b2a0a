import { type FoundItem, outcomeOf } from '#shared/features/operate/scan/rules.ts'
import { transaction } from '../../../../db/connect.ts'
import type { Caller } from '../../../../security/actor.ts'
import type { ConnectivityDeps, ScanCheck, ScanFinding } from '../deps.ts'
import * as store from '../store.ts'

/** Time limit of one system. */
const PATIENCE_MS = 45_000

const itemOf = ({
  label,
  value,
  status,
  tip = null,
  fix = null,
  siteId = null,
  articleId = null,
  access = [],
}: ScanFinding): FoundItem => ({
  label,
  value,
  status,
  tip,
  fix,
  siteId,
  articleId,
  ...(access.length > 0 ? { access } : {}),
})

const failed = (value: string): ScanFinding[] => [
  { label: 'Scan', value, status: 'error', tip: 'Try again. If it fails again, check the server’s log.' },
]

/** A check that runs longer counts as lost and is started again. */
const LOST_MS = 10 * 60_000

interface Looking {
  since: number
  finding: Promise<ScanFinding[]>
}

/** Running checks, shared by all callers that request the same one. */
const underWay = new WeakMap<ConnectivityDeps, Map<string, Looking>>()

function findOnce(deps: ConnectivityDeps, { id, find }: ScanCheck): Promise<ScanFinding[]> {
  const finds = underWay.get(deps) ?? new Map<string, Looking>()
  underWay.set(deps, finds)
  const known = finds.get(id)
  const since = performance.now()
  if (known && since - known.since < LOST_MS) return known.finding
  const looking: Looking = { since, finding: find() }
  finds.set(id, looking)
  const forget = () => void (finds.get(id) === looking && finds.delete(id))
  looking.finding.then(forget, forget)
  return looking.finding
}

async function findInTime(deps: ConnectivityDeps, check: ScanCheck): Promise<ScanFinding[]> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<ScanFinding[]>((resolve) => {
    timer = setTimeout(() => resolve(failed('It didn’t answer in time.')), PATIENCE_MS)
  })
  try {
    return await Promise.race([findOnce(deps, check), late])
  } catch (error) {
    deps.log.warn({ err: error, function: check.id }, 'a function of the scan has failed')
    return failed('It couldn’t be reached.')
  } finally {
    clearTimeout(timer)
  }
}

/** Runs a function and stores its result; writes nothing else. `actor` is null for scheduled runs. */
export async function runFunction(
  deps: ConnectivityDeps,
  check: ScanCheck,
  actor: Caller | null,
): Promise<void> {
  const begun = performance.now()
  const items = (await findInTime(deps, check)).map(itemOf)
  const took = Math.round(performance.now() - begun)
  const run = { functionId: check.id, status: outcomeOf(items), items, took }
  await transaction(deps.db, (tx) =>
    store.insertRun(tx, { ...run, ranAt: deps.clock(), userId: actor?.id ?? null }),
  )
}
