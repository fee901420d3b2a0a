import { STATE_WORDS } from '#shared/features/people/offboarding/rules.ts'
import { type Db, transaction } from '../../../../db/connect.ts'
import type { AccountDirectory } from '../../../../integrations/account-directory/port.ts'
import { sayFailure } from '../../../../integrations/refusal-words.ts'
import type { StepEnd } from '../../../../kernel/runs/run.ts'
import type { Caller } from '../../../../security/actor.ts'
import { audit } from '../../../../security/audit.ts'
import { type AccessOutcome, isRefusal } from '../../user-access/deps.ts'
import { accountQueryOf, actorOf } from '../acting-reader.ts'
import { CLOSE_NEXT, MAIL_MANAGER, type OffboardingDeps, SECOND_LOOK } from '../deps.ts'
import * as store from '../store.ts'
import { handOver, leaveWork } from './hand-over.ts'

const DAY_SECONDS = 86_400

const NOT_PERMITTED = 'The person who started this run is no longer allowed to do this.'

interface RunStep {
  run: store.OffboardingRow
  system: store.SystemRow
  actor: Caller
}

/** Records the result of a system, once. */
const settle =
  (deps: OffboardingDeps, { system }: RunStep, from: 'waiting' | 'running') =>
  (
    tx: Db,
    {
      state,
      ...found
    }: Pick<store.SystemRow, 'state' | 'detail' | 'account'> & Partial<Pick<store.SystemRow, 'lastUsedAt'>>,
  ) =>
    store.moveSystem(tx, system, { from, to: state, ...found, endedAt: deps.clock() })

/** Ends a system without closing anything, and records why. */
async function leave(
  deps: OffboardingDeps,
  going: RunStep,
  {
    state,
    detail,
    account,
    lastUsedAt = null,
  }: {
    state: 'inactive' | 'refused' | 'failed'
    detail: string
    account: string | null
    lastUsedAt?: Date | null
  },
): Promise<void> {
  const { run, system, actor } = going
  const { operation, operationName } = system
  await transaction(deps.db, async (tx) => {
    if (!(await settle(deps, going, 'waiting')(tx, { state, detail, account, lastUsedAt }))) return
    const step = state === 'inactive' ? 'inactive' : 'failed'
    const about = { email: run.email, operation, operationName, detail, account, runId: run.id }
    await deps.userAccess.recordStep(tx, actor, { ...about, step })
    const act = state === 'inactive' ? 'access.found-closed' : 'access.failed'
    const label = `${operationName}: ${account ?? run.email}`
    await audit(tx, actor, act, { id: operation, label, after: { email: run.email, detail, run: run.id } })
  })
}

/** The reason why an account cannot be closed; null if there is none. */
async function obstacleOf(deps: OffboardingDeps, { run, actor }: RunStep, directory: AccountDirectory) {
  const { userAccess } = deps
  const sought = accountQueryOf(run)
  try {
    await userAccess.refuseLockOut(actor, sought)
    await userAccess.rehearse(actor, { directory, sought })
    return null
  } catch (error) {
    return {
      state: isRefusal(error) ? ('refused' as const) : ('failed' as const),
      detail: sayFailure(error),
    }
  }
}

const stateOf = ({ step }: AccessOutcome): store.SystemRow['state'] => step

/** Closes the account on one system. After a crash it is tried again, and the result is stored once. */
async function closeOn(deps: OffboardingDeps, going: RunStep, directory: AccountDirectory): Promise<void> {
  const { run, system, actor } = going
  const { userAccess } = deps
  const sought = accountQueryOf(run)
  const isHalfway = system.state === 'running'
  let { account, lastUsedAt } = system
  if (!isHalfway) {
    const { found, error } = await userAccess.checkDirectory(directory, sought)
    account = found?.accountId ?? (directory.emailOf ? run.github : null)
    lastUsedAt = found?.lastUsedAt ?? null
    const of = { account, lastUsedAt }
    if (found && !found.active) return leave(deps, going, { state: 'inactive', detail: found.detail, ...of })
    const obstacle = await obstacleOf(deps, going, directory)
    if (obstacle) return leave(deps, going, { ...obstacle, ...of })
    if (!found) return leave(deps, going, { state: 'failed', detail: error ?? '', account })
  }
  const closing = {
    directory,
    sought,
    account,
    runId: run.id,
    isHalfway,
    begin: (tx: Db) =>
      store.moveSystem(tx, system, {
        ...{ from: 'waiting', to: 'running', account, lastUsedAt, beganAt: deps.clock() },
      }),
    end: (tx: Db, outcome: AccessOutcome) =>
      settle(deps, going, 'running')(tx, { state: stateOf(outcome), detail: outcome.detail, account }),
  }
  await (isHalfway ? userAccess.finishClosing(actor, closing) : userAccess.closeAccount(actor, closing))
}

async function closeSystem(deps: OffboardingDeps, going: RunStep): Promise<void> {
  const directories = await deps.userAccess.listDirectories(going.actor)
  const directory = directories.find(({ operation }) => operation === going.system.operation)
  if (directory) return closeOn(deps, going, directory)
  const detail = 'This system is no longer connected.'
  await transaction(deps.db, async (tx) => {
    const { state } = going.system
    if (state !== 'waiting' && state !== 'running') return
    await settle(deps, going, state)(tx, { state: 'failed', detail, account: null })
  })
}

/** Ends a run: notifies the manager once, and schedules the second check for a day later. */
async function endRun(deps: OffboardingDeps, run: store.OffboardingRow, actor: Caller | null): Promise<void> {
  const endedAt = deps.clock()
  const secondLookAt = new Date(endedAt.getTime() + DAY_SECONDS * 1000)
  await transaction(deps.db, async (tx) => {
    if (!(await store.endRun(tx, run.id, { endedAt, secondLookAt }))) return
    if (actor === null) {
      await store.failUnfinished(tx, run.id, { detail: NOT_PERMITTED, endedAt })
      await leaveWork(tx, run, NOT_PERMITTED)
    }
    const when = { runId: run.id, endedAt: endedAt.toISOString() }
    await deps.beginRun(tx, SECOND_LOOK, when, { afterSeconds: DAY_SECONDS })
    if (run.manager !== null) await deps.enqueue(tx, MAIL_MANAGER, when)
    const systems = (await store.listRunSystems(tx, run.id)).map(
      ({ operationName, state }) => `${operationName}: ${STATE_WORDS[state]}`,
    )
    await audit(tx, actor ?? { kind: 'job', name: CLOSE_NEXT }, 'access.run-ended', {
      id: run.id,
      label: run.email,
      after: { systems },
    })
  })
}

/**
 * One step of a run: the next system or, once all are closed, the open work and the end. It may run any
 * number of times, concurrently and after a crash: each step is stored once.
 */
export async function closeNext(deps: OffboardingDeps, runId: number): Promise<StepEnd> {
  const run = await store.findRun(deps.db, runId)
  if (!run || run.endedAt !== null) return 'ended'
  const actor = await actorOf(deps.db, run)
  if (actor === null) {
    await endRun(deps, run, null)
    return 'ended'
  }
  const systems = await store.listRunSystems(deps.db, runId)
  const system =
    systems.find(({ state }) => state === 'running') ?? systems.find(({ state }) => state === 'waiting')
  if (system) {
    await closeSystem(deps, { run, system, actor })
    return 'done'
  }
  await handOver(deps, actor, runId)
  await endRun(deps, run, actor)
  return 'ended'
}
