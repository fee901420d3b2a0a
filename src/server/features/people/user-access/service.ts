import { userAccessEndpoints } from '#shared/features/people/user-access/contract.ts'
import { type Db, transaction } from '../../../db/connect.ts'
import type { AccountDirectory } from '../../../integrations/account-directory/port.ts'
import { type Caller, requires } from '../../../security/actor.ts'
import { checkDirectory, findDirectory, inPatience, listDirectories } from './directories-reader.ts'
import { type CheckedAccount, type Sought, tell, type UserAccessParts } from './parts.ts'
import { findLeaving, listSteps, listStepsOfRun } from './queries.ts'
import * as store from './store.ts'
import {
  type Closing,
  closeAccount,
  finishClosing,
  reasonOf,
  refuseLockOut,
  rehearse,
  revokeAccess,
} from './verbs/revoke-access.ts'

/**
 * Stores the result of checking all systems, dated when they were queried, so that it does not override later
 * decisions.
 */
async function keepSteps(
  parts: UserAccessParts,
  actor: Caller,
  { sought, checked, at }: { sought: Sought; checked: readonly CheckedAccount[]; at: Date },
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
  await transaction(parts.db, async (tx) => {
    await store.insertSteps(tx, steps)
    for (const { email, operation } of steps) await tell(parts, tx, { email, operation, at })
  })
}

export type UserAccessService = ReturnType<typeof createUserAccessService>

/** Who still has a way in, on every connected system, and the way to close it. */
export function createUserAccessService(parts: UserAccessParts) {
  return {
    /** Asks all systems side by side; one that fails, or says nothing, hides no other. */
    async checkAccount(actor: Caller, sought: Sought): Promise<CheckedAccount[]> {
      requires(actor, userAccessEndpoints.check.access)
      const directories = await listDirectories(parts, actor)
      const at = parts.clock()
      const checked = await Promise.all(
        directories.map((directory) => checkDirectory(parts, directory, sought)),
      )
      await keepSteps(parts, actor, { sought, checked, at })
      return checked
    },
    /** When a person's account was last closed; null if never. */
    findLeaving: (email: string) => findLeaving(parts.db, email),
    revokeAccess: (actor: Caller, work: Parameters<typeof revokeAccess>[2]) =>
      revokeAccess(parts, actor, work),
    async listSteps(email: string) {
      const [rows, total] = await Promise.all([listSteps(parts.db, email), store.countSteps(parts.db, email)])
      return { rows, total }
    },
    listDirectories: (actor: Caller | null) => listDirectories(parts, actor),
    findDirectory: (actor: Caller, operation: string) => findDirectory(parts, actor, operation),
    inPatience,
    /** Throws if this person's access may not be revoked on any system. */
    refuseLockOut: (actor: Caller, sought: Sought) => refuseLockOut(parts, actor, sought),
    rehearse: (actor: Caller, asked: Pick<Closing, 'directory' | 'sought'>) => rehearse(parts, actor, asked),
    closeAccount: (actor: Caller, closing: Closing) => closeAccount(parts, actor, closing),
    finishClosing: (actor: Caller, closing: Closing) => finishClosing(parts, actor, closing),
    checkDirectory: (directory: AccountDirectory, sought: Sought) => checkDirectory(parts, directory, sought),
    /**
     * Stores a finding or action in the caller's transaction; a finding is dated when the system was queried.
     */
    async keepStep(
      tx: Db,
      actor: Pick<Caller, 'id'>,
      step: Omit<store.NewStep, 'userId' | 'at'>,
      at = parts.clock(),
    ) {
      await store.insertStep(tx, { ...step, userId: actor.id, at })
      await tell(parts, tx, { email: step.email, operation: step.operation, at })
    },
    reasonOf,
    listStepsOfRun: (runId: number) => listStepsOfRun(parts.db, runId),
  }
}
