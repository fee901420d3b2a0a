import { RetryLater } from '../jobs/job-errors.ts'
import { IntegrationError } from './integration-error.ts'

/** For jobs: during a vendor's rate-limit pause, a job is postponed until its end instead of failing. */
export async function postponeInPause<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof IntegrationError) || error.kind !== 'rate_limited') throw error
    if (error.retryAfterMs === undefined) throw error
    throw new RetryLater(Math.ceil(error.retryAfterMs / 1000), { cause: error })
  }
}
