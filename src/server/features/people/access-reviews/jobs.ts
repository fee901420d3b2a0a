import { z } from 'zod'
import { accessReviewEndpoints } from '#shared/features/people/access-reviews/contract.ts'
import type { Job } from '../../../jobs/job.ts'
import { runJob } from '../../../kernel/runs/run.ts'
import { type AccessReviewDeps, READ_ACCOUNTS } from './deps.ts'
import { proposeReview } from './verbs/propose-review.ts'
import { readAccounts } from './verbs/read-accounts.ts'

const { access } = accessReviewEndpoints.list

export const accessReviewJobs = (deps: AccessReviewDeps): Job[] => [
  runJob(deps, {
    name: READ_ACCOUNTS,
    access,
    key: z.object({ reviewId: z.number() }),
    step: ({ reviewId }) => readAccounts(deps, reviewId),
  }),
  {
    name: 'access-reviews.propose',
    access,
    payload: z.object({}),
    schedule: '40 6 * * *',
    timeZone: deps.timeZone,
    run: () => proposeReview(deps),
  },
]
