import { isReviewDue, REVIEW_EVERY_DAYS } from '#shared/features/people/access-reviews/rules.ts'
import { DAY_MS } from '#shared/format/duration.ts'
import { transaction } from '../../../../db/connect.ts'
import type { AccessReviewDeps } from '../deps.ts'
import { findBeginning, listReviewers, wasTold } from '../queries.ts'
import { findLast } from '../store.ts'

/**
 * Notifies users with permission when no review began for a quarter; at most once a quarter until one begins.
 */
export async function proposeReview({ db, clock, notices }: AccessReviewDeps): Promise<void> {
  const now = clock()
  const [last, beginning] = await Promise.all([findLast(db), findBeginning(db)])
  if (beginning === null || !isReviewDue(now, last?.beganAt ?? null, beginning)) return
  await transaction(db, async (tx) => {
    if (await wasTold(tx, new Date(now.getTime() - REVIEW_EVERY_DAYS * DAY_MS))) return
    for (const { id: userId } of await listReviewers(tx))
      await notices.notify(tx, { userId, kind: 'access-review-due', actorId: null })
  })
}
