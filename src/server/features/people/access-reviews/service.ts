import { isReviewDue } from '#shared/features/people/access-reviews/rules.ts'
import { notFound } from '../../../errors.ts'
import type { Caller } from '../../../security/actor.ts'
import type { AccessReviewDeps } from './deps.ts'
import {
  type AccountsQuery,
  countFacts,
  findBeginning,
  findShown,
  findWholeReview,
  listAccounts,
  listReviews,
  listSystemCounts,
} from './queries.ts'
import { ACCESS_REVIEW_REPORT } from './review-files.ts'
import { countReviews, findReview } from './store.ts'
import { askAgain, beginReview, finishReview } from './verbs/begin-review.ts'
import { decide, revokeReviewed } from './verbs/decide.ts'

export type AccessReviewService = ReturnType<typeof createAccessReviewService>
export type WholeReview = Awaited<ReturnType<AccessReviewService['readReview']>>

/** Reviews of all accounts on all systems. */
export function createAccessReviewService(deps: AccessReviewDeps) {
  const { db, clock } = deps
  async function readReview(id: number) {
    const found = await findWholeReview(db, id)
    if (!found) throw notFound('Review')
    const [systems, counts] = await Promise.all([listSystemCounts(db, id), countFacts(db, found.review)])
    return { ...found, systems, ...counts }
  }
  async function listOf(id: number, query: AccountsQuery) {
    const review = await findReview(db, id)
    if (!review) throw notFound('Review')
    return listAccounts(db, review, query)
  }
  return {
    readReview,
    listAccounts: listOf,
    async listReviews() {
      const [rows, total, beginning] = await Promise.all([
        listReviews(db),
        countReviews(db),
        findBeginning(db),
      ])
      const last = rows[0]?.review.beganAt ?? null
      const isDue = beginning !== null && isReviewDue(clock(), last, beginning)
      return { rows, total, isDue }
    },
    beginReview: async (actor: Caller) => readReview(await beginReview(deps, actor)),
    async askAgain(actor: Caller, id: number) {
      await askAgain(deps, actor, id)
      return readReview(id)
    },
    async finishReview(actor: Caller, id: number) {
      await finishReview(deps, actor, id)
      return readReview(id)
    },
    decide: (actor: Caller, work: Parameters<typeof decide>[2]) => decide(deps, actor, work),
    async revoke(actor: Caller, work: { id: number; accountId: number }) {
      await revokeReviewed(deps, actor, work)
      const { review } = await readReview(work.id)
      const shown = await findShown(db, review, work.accountId)
      if (!shown) throw notFound('Account')
      return shown
    },
    async startExport(actor: Caller, id: number) {
      await readReview(id)
      return deps.exports.startExport(actor, ACCESS_REVIEW_REPORT, { reviewId: id })
    },
  }
}
