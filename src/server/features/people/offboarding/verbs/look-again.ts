import { transaction } from '../../../../db/connect.ts'
import type { StepEnd } from '../../../../kernel/runs/run.ts'
import { accountQueryOf, actorOf } from '../acting-reader.ts'
import type { OffboardingDeps } from '../deps.ts'
import { listClosers } from '../queries.ts'
import * as store from '../store.ts'

const UNKNOWN = { laterState: 'unknown', step: 'failed' } as const
const OPEN = { laterState: 'open', step: 'active' } as const
const AWAY = { laterState: 'away', step: 'inactive' } as const

/** State of a checked account, for the run and for the evidence. */
function standingOf(found: { active: boolean } | null) {
  if (found === null) return UNKNOWN
  return found.active ? OPEN : AWAY
}

/**
 * Checks a day later whether closed accounts are still closed. If any is open again, notifies the user who
 * closed it or, if that user may no longer close accounts, those who may. Does nothing if the run was
 * repeated since.
 */
export async function lookAgain(
  deps: OffboardingDeps,
  { runId, endedAt }: { runId: number; endedAt: Date },
): Promise<StepEnd> {
  const run = await store.findRun(deps.db, runId)
  if (!run || run.endedAt?.getTime() !== endedAt.getTime() || run.secondLookedAt !== null) return 'ended'
  // Only reads, so it continues even if the user who started the run has lost the permission.
  const actor = await actorOf(deps.db, run)
  const sought = accountQueryOf(run)
  const away = new Set(
    (await store.listRunSystems(deps.db, runId))
      .filter(({ state }) => state === 'revoked' || state === 'inactive')
      .map(({ operation }) => operation),
  )
  const directories = (await deps.userAccess.listDirectories(actor)).filter(({ operation }) =>
    away.has(operation),
  )
  const askedAt = deps.clock()
  const looked = await Promise.all(
    directories.map((directory) => deps.userAccess.checkDirectory(directory, sought)),
  )
  await transaction(deps.db, async (tx) => {
    if (!(await store.endSecondLook(tx, runId, { endedAt, now: deps.clock() }))) return
    const open: string[] = []
    for (const { directory, found, error } of looked) {
      const { operation, operationName } = directory
      const { laterState, step } = standingOf(found)
      const detail = error ?? found?.detail ?? ''
      if (laterState === 'open') open.push(operationName)
      await store.setLater(tx, { runId, operation }, { laterState, laterDetail: detail })
      const account = found?.accountId ?? (directory.emailOf ? run.github : null)
      const about = { email: run.email, operation, operationName, detail, account, runId }
      await deps.userAccess.recordStep(tx, { id: run.actingId }, { ...about, step }, askedAt)
    }
    if (open.length === 0) return
    const words = `${run.name ?? run.email}: ${open.join(', ')}`
    const told = actor === null ? await listClosers(tx, run.email) : [actor]
    for (const { id: userId } of told)
      await deps.notices.notify(tx, { userId, kind: 'access-open', actorId: null, words })
  })
  return 'ended'
}
