import { accessReviewEndpoints, type SeenDecision } from '#shared/features/people/access-reviews/contract.ts'
import { reviewTitle } from '#shared/features/people/access-reviews/rules.ts'
import { type Db, transaction } from '../../../../db/connect.ts'
import { AppError, notFound } from '../../../../errors.ts'
import { sayFailure } from '../../../../integrations/refusal-words.ts'
import { type Caller, requires } from '../../../../security/actor.ts'
import { audit } from '../../../../security/audit.ts'
import { type AccessOutcome, isRefusal } from '../../user-access/deps.ts'
import type { AccessReviewDeps } from '../deps.ts'
import { findOtherDecider, findShown, listReviewers, type ShownAccount } from '../queries.ts'
import * as store from '../store.ts'
import { lockOpen } from './begin-review.ts'

/** No system takes longer. A revocation that runs longer belongs to a server that died. */
const HALFWAY_AFTER_MS = 180_000
const MOST_NAMED = 50

const OWN = (system: string) => `Copydesk signs in to ${system} with this account. Set another one first.`
const UNKNOWN = 'We don’t know its email address. Close it in the system itself.'
const OWN_DECISION = 'This is your own account. Another reviewer has to decide about it.'

interface Decision {
  ids: readonly number[]
  decision: 'keep' | 'closed' | 'undecided'
  /** Without it, an undo reverts whatever was decided last. */
  seen?: SeenDecision | undefined
}

/** Refuses to undo a decision that the user has not seen. */
async function refuseOther(tx: Db, { id, ids, decision, seen }: Decision & { id: number }): Promise<void> {
  if (decision !== 'undecided' || seen === undefined) return
  const other = await findOtherDecider(tx, { reviewId: id, ids, seen })
  if (other) throw new AppError('conflict', `${other.name ?? 'Someone else'} has changed this decision.`)
}

/**
 * Keeps accounts, marks them as closed elsewhere, or reverts either; returns how many changed. Reviewers do
 * not decide about their own accounts, unless no other reviewer can.
 */
export async function decide(
  deps: AccessReviewDeps,
  actor: Caller,
  work: Decision & { id: number },
): Promise<number> {
  requires(actor, accessReviewEndpoints.decide.access)
  const { id, ids, decision } = work
  return transaction(deps.db, async (tx) => {
    const { beganAt } = await lockOpen(tx, id)
    await refuseOther(tx, work)
    const others = (await listReviewers(tx)).filter((reviewer) => reviewer.id !== actor.id)
    const exceptOwn = decision !== 'undecided' && others.length > 0
    const of = { reviewId: id, ids, userId: actor.id }
    const decided = await store.decide(tx, {
      ...of,
      decision: decision === 'undecided' ? null : decision,
      at: deps.clock(),
      exceptOwn,
    })
    if (decided.length === 0 && exceptOwn && (await store.holdsOwn(tx, of)))
      throw new AppError('conflict', OWN_DECISION)
    if (decided.length === 0) return 0
    const names = new Map(
      (await store.listReviewSystems(tx, id)).map(({ operation, operationName }) => [
        operation,
        operationName,
      ]),
    )
    const accounts = decided
      .slice(0, MOST_NAMED)
      .map(({ operation, account }) => `${names.get(operation) ?? operation}: ${account}`)
    await audit(tx, actor, 'access.reviewed', {
      id,
      label: reviewTitle(beganAt, deps.timeZone),
      after: { decision, number: decided.length, accounts },
    })
    return decided.length
  })
}

/** The account's owner as far as known. Without an address, the account's name is used in the evidence. */
function soughtOf({ row, isByName }: ShownAccount) {
  if (row.email === null && !isByName) throw new AppError('conflict', UNKNOWN)
  const email = row.email ?? row.account.toLowerCase()
  return { email, github: isByName ? row.account : null, manager: null }
}

const decisionOf = ({ step }: AccessOutcome) => (step === 'failed' ? null : ('revoked' as const))

/** Closes an account on its system, with the checks and evidence of every revocation. */
export async function revokeReviewed(
  deps: AccessReviewDeps,
  actor: Caller,
  { id, accountId }: { id: number; accountId: number },
): Promise<void> {
  requires(actor, accessReviewEndpoints.revoke.access)
  const { db, clock, userAccess } = deps
  const review = await store.findReview(db, id)
  const shown = review && (await findShown(db, review, accountId))
  if (!shown) throw notFound('Account')
  if (shown.row.isOwn) throw new AppError('conflict', OWN(shown.operationName))
  const sought = soughtOf(shown)
  await userAccess.refuseLockOut(actor, sought)
  const directory = await userAccess.findReviewed(actor, shown.row.operation)
  await userAccess.rehearse(actor, { directory, sought }).catch((error: unknown) => {
    throw isRefusal(error) ? new AppError('conflict', sayFailure(error)) : error
  })
  const begun = { userId: actor.id, at: clock(), staleBefore: new Date(clock().getTime() - HALFWAY_AFTER_MS) }
  const came = await userAccess.closeAccount(actor, {
    directory,
    sought,
    account: shown.row.account,
    requiredAccount: shown.row.account,
    runId: null,
    isHalfway: shown.row.decision === 'revoking',
    async begin(tx: Db) {
      await lockOpen(tx, id)
      return store.beginRevoking(tx, accountId, begun)
    },
    async end(tx: Db, outcome: AccessOutcome) {
      // Lock the review before its accounts, as everywhere, to avoid deadlocks.
      await store.lockReview(tx, id)
      return store.endRevoking(tx, accountId, {
        decision: decisionOf(outcome),
        outcome: outcome.detail,
        at: clock(),
      })
    },
  })
  if (came === null) throw new AppError('conflict', 'Another reviewer has already decided on this account.')
  if (came.error) throw came.error
  if (came.outcome.step === 'failed') throw new AppError('conflict', came.outcome.detail)
}
