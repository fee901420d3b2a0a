import type { Act } from '#shared/features/ground/audit/rules.ts'
import { userAccessEndpoints } from '#shared/features/people/user-access/contract.ts'
import { type Db, transaction } from '../../../../db/connect.ts'
import { AppError } from '../../../../errors.ts'
import type { AccountDirectory, ClosedAccount } from '../../../../integrations/account-directory/port.ts'
import { IntegrationError } from '../../../../integrations/integration-error.ts'
import { sayFailure } from '../../../../integrations/refusal-words.ts'
import { type Caller, requires } from '../../../../security/actor.ts'
import { audit } from '../../../../security/audit.ts'
import { type AccessOutcome, type AccountQuery, isRefusal, tell, type UserAccessDeps } from '../deps.ts'
import { findDirectory, inPatience } from '../directories-reader.ts'
import { findUserByEmail, hasOtherAdmin, isKnownAccount } from '../queries.ts'
import * as store from '../store.ts'

export const MAIL_MANAGER = 'user-access.mail-manager'

const OWN = 'You can’t revoke your own access.'

/**
 * Users cannot revoke their own access or that of the last administrator, because then nobody could restore
 * it.
 */
export async function refuseLockOut(
  { db }: UserAccessDeps,
  actor: Caller,
  { email }: AccountQuery,
): Promise<void> {
  if (actor.username.toLowerCase() === email) throw new AppError('conflict', OWN)
  const user = await findUserByEmail(db, email)
  if (user?.roleId === 'adm' && user.active && !(await hasOtherAdmin(db, user.id)))
    throw new AppError('conflict', 'This is the last active administrator who can sign in.')
}

/**
 * An account found by name may be the actor's own, whatever email was typed next to it: according to the
 * evidence, or to the account's public profile.
 */
async function refuseOwnName({ db }: UserAccessDeps, actor: Caller, { directory, sought }: Asked) {
  if (directory.emailOf === undefined || sought.github === null) return
  const own = actor.username.toLowerCase()
  const { operation } = directory
  const isKnown = await isKnownAccount(db, { email: own, operation, account: sought.github })
  if (isKnown || (await directory.emailOf(sought.github)) === own) throw new AppError('conflict', OWN)
}

/** Throws the refusal that a revocation would get from the system; changes nothing. */
export async function rehearse(deps: UserAccessDeps, actor: Caller, asked: Asked): Promise<void> {
  await refuseOwnName(deps, actor, asked)
  await asked.directory.rehearse(asked.sought)
}

interface Asked {
  directory: AccountDirectory
  sought: AccountQuery
}

/**
 * The email may have moved to another account since the caller looked; that account must not be closed
 * instead.
 */
async function requireAccount({ directory, sought }: Asked, accountId: string): Promise<string> {
  const { operationName } = directory
  const { accountId: found } = await inPatience(operationName, directory.check(sought))
  if (found?.toLowerCase() === accountId.toLowerCase()) return found
  const actual = found === null ? 'has no account' : `has the account “${found}”`
  throw new AppError(
    'conflict',
    `On ${operationName}, ${sought.email} ${actual}, not “${accountId}”. Nothing was revoked. Check the account again.`,
  )
}

export interface Closing extends Asked {
  runId: number | null
  /** The system's name for the account, for the evidence. */
  account: string | null
  /** The account that the caller named. Nothing is closed unless the system finds this one. */
  requiredAccount?: string
  /** A server died after it had begun. An account that is closed now was closed then. */
  isHalfway?: boolean
  /** Returns whether this is still to be done. If not, nothing is written and the system is not queried. */
  begin?: (tx: Db) => Promise<boolean>
  /** Part of the transaction that stores the outcome. If it returns false, nothing is stored. */
  end?: (tx: Db, outcome: AccessOutcome, stepId: number) => Promise<boolean>
}

const HALFWAY = 'The account is closed. The server stopped before it could save the system’s answer.'

const ACT_OF = {
  revoked: 'access.revoked',
  inactive: 'access.found-closed',
  failed: 'access.failed',
} as const satisfies Record<AccessOutcome['step'], Act>

/** Checks whether the account is really closed. If the check fails, the system's own answer counts. */
async function lookAgain({ directory, sought }: Asked, { detail }: ClosedAccount): Promise<AccessOutcome> {
  const again = await inPatience(directory.operationName, directory.check(sought)).catch(() => null)
  if (again?.active)
    return { step: 'failed', detail: `The account is still open. ${directory.operationName} said: ${detail}` }
  const asked = again ? 'Checked again: closed.' : 'It couldn’t be checked again.'
  return { step: 'revoked', detail: `${detail} ${asked}` }
}

export interface Closed {
  outcome: AccessOutcome
  error: unknown
  /** The account that was closed, by the system's name; null if unknown. */
  account: string | null
}

/** Asks the system to close the account and returns the outcome; never throws. */
async function askToClose(deps: UserAccessDeps, actor: Caller, asked: Closing): Promise<Closed> {
  const { directory, sought, isHalfway, requiredAccount } = asked
  let { account } = asked
  let closed: ClosedAccount
  try {
    await refuseOwnName(deps, actor, asked)
    // A system may have forgotten an account that was closed before the server stopped.
    if (requiredAccount && !isHalfway) account = await requireAccount(asked, requiredAccount)
    closed = await directory.revoke(sought)
  } catch (error) {
    deps.log.warn({ err: error, system: directory.operation }, 'an account could not be closed')
    return { outcome: { step: 'failed', detail: sayFailure(error) }, error, account }
  }
  if (!closed.wasOpen && isHalfway)
    return { outcome: { step: 'revoked', detail: HALFWAY }, error: null, account }
  if (!closed.wasOpen) return { outcome: { step: 'inactive', detail: closed.detail }, error: null, account }
  return { outcome: await lookAgain(asked, closed), error: null, account }
}

/**
 * Closes a person's account on one system. The intent is stored before the call, and the outcome after it,
 * good or bad. A server that dies in between leaves the first without the second. Null if there was nothing
 * to begin.
 */
export async function closeAccount(
  deps: UserAccessDeps,
  actor: Caller,
  closing: Closing,
): Promise<Closed | null> {
  const { directory, sought, runId, account } = closing
  requires(actor, userAccessEndpoints.revoke.access)
  const { operation, operationName } = directory
  const step = { email: sought.email, operation, operationName, account, runId, userId: actor.id }
  const isBegun = await transaction(deps.db, async (tx) => {
    if (closing.begin && !(await closing.begin(tx))) return false
    await store.insertStep(tx, { ...step, step: 'asked', detail: '', at: deps.clock() })
    return true
  })
  return isBegun ? finishClosing(deps, actor, closing) : null
}

/**
 * The second half of closing an account: calls the system and stores the outcome. Runs again after a server
 * died.
 */
export async function finishClosing(deps: UserAccessDeps, actor: Caller, closing: Closing) {
  requires(actor, userAccessEndpoints.revoke.access)
  const { directory, sought, runId } = closing
  const { operation, operationName } = directory
  const came = await askToClose(deps, actor, closing)
  const { outcome, account } = came
  await transaction(deps.db, async (tx) => {
    const step = { email: sought.email, operation, operationName, account, runId, userId: actor.id }
    const at = deps.clock()
    const stepId = await store.insertStep(tx, { ...step, ...outcome, at })
    if (closing.end && !(await closing.end(tx, outcome, stepId))) return store.removeStep(tx, stepId)
    await tell(deps, tx, { email: sought.email, operation, at })
    const label = `${operationName}: ${account ?? sought.email}`
    await audit(tx, actor, ACT_OF[outcome.step], {
      id: operation,
      label,
      after: { email: sought.email, detail: outcome.detail, ...(runId === null ? {} : { run: runId }) },
    })
  })
  return came
}

interface RevokeWork {
  source: string
  sought: AccountQuery
  /** The system's name for the account. If left out, it is the account of the email. */
  accountId?: string | undefined
}

/**
 * Closes a person's account on one system, whatever was found there before. An account that is already closed
 * is not an error. The manager is notified only of accounts that were closed.
 */
export async function revokeAccess(
  deps: UserAccessDeps,
  actor: Caller,
  { source, sought, accountId }: RevokeWork,
): Promise<{ directory: AccountDirectory } & Closed> {
  requires(actor, userAccessEndpoints.revoke.access)
  await refuseLockOut(deps, actor, sought)
  const directory = await findDirectory(deps, actor, source)
  const account = directory.emailOf ? sought.github : null
  const came = await closeAccount(deps, actor, {
    directory,
    sought,
    account,
    ...(accountId ? { requiredAccount: accountId } : {}),
    runId: null,
    async end(tx, { step }, stepId) {
      if (step === 'revoked' && sought.manager !== null)
        await deps.enqueue(tx, MAIL_MANAGER, { stepId, manager: sought.manager })
      return true
    },
  })
  if (came === null) throw new Error('There was nothing to start.')
  // Refusing a forbidden step is not an error: neither the last owner's account nor the one that we sign in
  // with is closed.
  const isRefused = came.error instanceof IntegrationError && isRefusal(came.error)
  if (came.error && !isRefused) throw came.error
  if (came.outcome.step === 'failed') throw new AppError('conflict', came.outcome.detail)
  return { directory, ...came }
}
