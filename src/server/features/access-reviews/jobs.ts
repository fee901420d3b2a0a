import { z } from 'zod'
import { type Job, job } from '../../jobs/job.ts'
import { type AccessReviewParts, READ_ACCOUNTS } from './parts.ts'
import { listWaiting } from './queries.ts'
import { proposeReview } from './verbs/propose-review.ts'
import { readAccounts } from './verbs/read-accounts.ts'

/** Goes on with reviews whose job has failed for good or got lost. */
async function resumeLost({ db, enqueue, isUnderWay }: AccessReviewParts): Promise<void> {
  for (const { reviewId } of await listWaiting(db)) {
    if (!(await isUnderWay(READ_ACCOUNTS, { reviewId }))) await enqueue(db, READ_ACCOUNTS, { reviewId })
  }
}

export const accessReviewJobs = (parts: AccessReviewParts): Job[] => [
  job({
    name: READ_ACCOUNTS,
    payload: z.object({ reviewId: z.number() }),
    run: ({ reviewId }) => readAccounts(parts, reviewId),
  }),
  {
    name: 'access-reviews.resume-lost',
    payload: z.object({}),
    schedule: '3,18,33,48 * * * *',
    run: () => resumeLost(parts),
  },
  {
    name: 'access-reviews.propose',
    payload: z.object({}),
    schedule: '40 6 * * *',
    run: () => proposeReview(parts),
  },
]
