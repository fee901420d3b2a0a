import { userAccessEndpoints } from '#shared/features/people/user-access/contract.ts'
import { type Db, transaction } from '../../../db/connect.ts'
import type { AccountDirectory } from '../../../integrations/account-directory/port.ts'
import { type Caller, requires } from '../../../security/actor.ts'
import { type AccountQuery, type CheckedAccount, tell, type UserAccessDeps } from './deps.ts'
import {
  checkDirectory,
  findDirectory,
  findReviewed,
  inPatience,
  listDirectories,
  listReviewed,
  listToReview,
} from './directories-reader.ts'
import { findLeaving, listSteps, listStepsOfRun } from './queries.ts'
import * as store from './store.ts'
import {
  type Closing,
  closeAccount,
  finishClosing,
  refuseLockOut,
  rehearse,
  revokeAccess,
} from './verbs/revoke-access.ts'

/**
 * Stores the result of checking all systems, dated when they were queried, so that it does not override later
 * decisions.
 */
async function recordSteps(
  deps: UserAccessDeps,
  actor: Caller,
  { sought, checked, at }: { sought: AccountQuery; checked: readonly CheckedAccount[]; at: Date },
): Promise<void> {
  const steps = checked.map(
    ({ directory, found, error }): store.NewStep => ({
      email: sought.email,
      operation: directory.operation,
      operationName: directory.operationName,
      step: found === null ? 'failed' : found.active ? 'active' : 'inactive',
      detail: error ?? found?.detail ?? '',
      account: found?.accountId ?? (directory.emailOf ? sought.github : null),
      userId: actor.id,
      // Identifies all lines of one check.
      at,
    }),
  )
  await transaction(deps.db, async (tx) => {
    await store.insertSteps(tx, steps)
    for (const { email, operation } of steps) await tell(deps, tx, { email, operation, at })
  })
}

export type UserAccessService = ReturnType<typeof createUserAccessService>

/** Who still has a way in, on every connected system, and the way to close it. */
export function createUserAccessService(deps: UserAccessDeps) {
  return {
    /** Asks all systems side by side; one that fails, or says nothing, hides no other. */
    async checkAccount(actor: Caller, sought: AccountQuery): Promise<CheckedAccount[]> {
      requires(actor, userAccessEndpoints.check.access)
      const directories = await listDirectories(deps, actor)
      const at = deps.clock()
      const checked = await Promise.all(
        directories.map((directory) => checkDirectory(deps, directory, sought)),
      )
      await recordSteps(deps, actor, { sought, checked, at })
      return checked
    },
    /** When a person's account was last closed; null if never. */
    findLeaving: (email: string) => findLeaving(deps.db, email),
    revokeAccess: (actor: Caller, work: Parameters<typeof revokeAccess>[2]) =>
      revokeAccess(deps, actor, work),
    async listSteps(email: string) {
      const [rows, total] = await Promise.all([listSteps(deps.db, email), store.countSteps(deps.db, email)])
      return { rows, total }
    },
    listDirectories: (actor: Caller | null) => listDirectories(deps, actor),
    findDirectory: (actor: Caller, operation: string) => findDirectory(deps, actor, operation),
    listToReview: () => listToReview(deps),
    listReviewed: (actor: Caller | null) => listReviewed(deps, actor),
    findReviewed: (actor: Caller, operation: string) => findReviewed(deps, actor, operation),
    inPatience,
    /** Throws if this person's access may not be revoked on any system. */
    refuseLockOut: (actor: Caller, sought: AccountQuery) => refuseLockOut(deps, actor, sought),
    rehearse: (actor: Caller, asked: Pick<Closing, 'directory' | 'sought'>) => rehearse(deps, actor, asked),
    closeAccount: (actor: Caller, closing: Closing) => closeAccount(deps, actor, closing),
    finishClosing: (actor: Caller, closing: Closing) => finishClosing(deps, actor, closing),
    checkDirectory: (directory: AccountDirectory, sought: AccountQuery) =>
      checkDirectory(deps, directory, sought),
    /**
     * Stores a finding or action in the caller's transaction; a finding is dated when the system was queried.
     */
    async recordStep(
      tx: Db,
      actor: Pick<Caller, 'id'>,
      step: Omit<store.NewStep, 'userId' | 'at'>,
      at = deps.clock(),
    ) {
      await store.insertStep(tx, { ...step, userId: actor.id, at })
      await tell(deps, tx, { email: step.email, operation: step.operation, at })
    },
    listStepsOfRun: (runId: number) => listStepsOfRun(deps.db, runId),
  }
}
