import { scanEndpoints } from '#shared/features/operate/scan/contract.ts'
import { transaction } from '../../../../db/connect.ts'
import { AppError } from '../../../../errors.ts'
import { type Caller, requires } from '../../../../security/actor.ts'
import { audit } from '../../../../security/audit.ts'
import type { ConnectivityDeps, ScanCheck } from '../deps.ts'
import { findLastRun } from '../queries.ts'
import { runFunction } from './run-function.ts'

/**
 * Mends what a function found when it ran last, if one of its items names this fix, and looks again. What a fix is
 * called is looked up among those that the function knows, and nowhere else.
 */
export async function fixFunction(
  deps: ConnectivityDeps,
  actor: Caller,
  { check, fix }: { check: ScanCheck; fix: string },
): Promise<void> {
  requires(actor, scanEndpoints.fix.access)
  const known = [...(check.fixes ?? [])].find(([name]) => name === fix)
  if (!known) throw new AppError('unprocessable', 'This fix isn’t available here.')
  const last = await findLastRun(deps.db, check.id, actor)
  if (!last?.items.some((item) => item.fix === fix))
    throw new AppError('conflict', 'There’s nothing left to fix. Run the function to check.')
  const [name, mend] = known
  // Audit first, so that no fix lacks its entry even if the server dies in between.
  await transaction(deps.db, (tx) =>
    audit(tx, actor, 'scan.fixed', { id: check.id, label: check.name, after: { fix: name } }),
  )
  await mend(actor)
  await runFunction(deps, check, actor)
}
