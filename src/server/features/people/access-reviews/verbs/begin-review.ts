import { accessReviewEndpoints } from '#shared/features/people/access-reviews/contract.ts'
import { reviewTitle } from '#shared/features/people/access-reviews/rules.ts'
import { isDuplicate, transaction } from '../../../../db/connect.ts'
import { AppError, notFound } from '../../../../errors.ts'
import { type Caller, requires } from '../../../../security/actor.ts'
import { audit } from '../../../../security/audit.ts'
import { type AccessReviewDeps, READ_ACCOUNTS } from '../deps.ts'
import * as store from '../store.ts'

const UNDER_WAY = 'An access review is already in progress.'
const ENDED = 'This review is finished.'

const refuseSecond = (error: unknown): never => {
  throw isDuplicate(error) ? new AppError('conflict', UNDER_WAY) : error
}

/** Returns the review, locked; refuses if it is finished. */
export async function lockOpen(...[tx, id]: Parameters<typeof store.lockReview>): Promise<store.ReviewRow> {
  const review = await store.lockReview(tx, id)
  if (!review) throw notFound('Review')
  if (review.endedAt !== null) throw new AppError('conflict', ENDED)
  return review
}

/** Begins a review of every account on every system; returns its id. */
export async function beginReview(deps: AccessReviewDeps, actor: Caller): Promise<number> {
  requires(actor, accessReviewEndpoints.begin.access)
  const directories = await deps.userAccess.listToReview()
  const beganAt = deps.clock()
  return transaction(deps.db, async (tx) => {
    const reviewId = await store.insertReview(tx, { userId: actor.id, beganAt })
    await store.insertSystems(
      tx,
      directories.map(({ operation, operationName, emailOf }, position) => {
        const of = { reviewId, operation, operationName, position, isByName: emailOf !== undefined }
        return { ...of, state: 'waiting' as const, detail: '' }
      }),
    )
    await deps.beginRun(tx, READ_ACCOUNTS, { reviewId })
    const systems = directories.map(({ operationName }) => operationName)
    await audit(tx, actor, 'access.review-begun', {
      id: reviewId,
      label: reviewTitle(beganAt, deps.timeZone),
      after: { systems },
    })
    return reviewId
  }).catch(refuseSecond)
}

/** Asks the systems again that could not be asked. */
export async function askAgain(deps: AccessReviewDeps, actor: Caller, id: number): Promise<void> {
  requires(actor, accessReviewEndpoints.askAgain.access)
  await transaction(deps.db, async (tx) => {
    const { beganAt } = await lockOpen(tx, id)
    const systems = await store.resetFailed(tx, id)
    if (systems === 0) throw new AppError('conflict', 'There are no systems left to check again.')
    await deps.beginRun(tx, READ_ACCOUNTS, { reviewId: id })
    const label = reviewTitle(beganAt, deps.timeZone)
    await audit(tx, actor, 'access.review-repeated', { id, label, after: { systems } })
  })
}

/** Ends a review without undecided accounts. */
export async function finishReview(deps: AccessReviewDeps, actor: Caller, id: number): Promise<void> {
  requires(actor, accessReviewEndpoints.finish.access)
  await transaction(deps.db, async (tx) => {
    const { beganAt } = await lockOpen(tx, id)
    const systems = await store.listReviewSystems(tx, id)
    if (systems.some(({ state }) => state === 'waiting'))
      throw new AppError('conflict', 'The systems are still being checked.')
    if ((await store.countOpen(tx, id)) > 0)
      throw new AppError('conflict', 'Some accounts are still undecided.')
    await store.endReview(tx, id, { endedAt: deps.clock(), endedBy: actor.id })
    const unasked = systems
      .filter(({ state }) => state === 'failed')
      .map(({ operationName }) => operationName)
    const label = reviewTitle(beganAt, deps.timeZone)
    await audit(tx, actor, 'access.review-ended', { id, label, after: { unasked } })
  })
}
