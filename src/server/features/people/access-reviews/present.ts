import type {
  AccessReview,
  ReviewedAccount,
  ReviewSummary,
} from '#shared/features/people/access-reviews/contract.ts'
import { reviewedEmail, reviewTitle } from '#shared/features/people/access-reviews/rules.ts'
import type { FoundReview, ShownAccount } from './queries.ts'
import type { WholeReview } from './service.ts'

const moment = (at: Date | null): string | null => at?.toISOString() ?? null

export const presentReviewSummary = (
  { review, by, endedBy, ...counts }: FoundReview,
  timeZone: string,
): ReviewSummary => ({
  review_id: review.id,
  title: reviewTitle(review.beganAt, timeZone),
  by: by ?? '',
  began_at: review.beganAt.toISOString(),
  ended_at: moment(review.endedAt),
  ended_by: endedBy,
  accounts: counts.accounts,
  undecided: counts.undecided,
  kept: counts.kept,
  revoked: counts.revoked,
  failed: counts.failed,
})

export const presentReview = (
  { systems, facts, toKeep, ...found }: WholeReview,
  timeZone: string,
): AccessReview => ({
  ...presentReviewSummary(found, timeZone),
  systems: systems.map(({ system: { operation, operationName, state, detail }, accounts, undecided }) => ({
    operation,
    operation_name: operationName,
    state,
    detail,
    accounts,
    undecided,
  })),
  facts,
  to_keep: toKeep,
})

export const presentReviewed = ({
  row,
  personName,
  personActive,
  ...shown
}: ShownAccount): ReviewedAccount => ({
  reviewed_account_id: row.id,
  operation: row.operation,
  operation_name: shown.operationName,
  account: row.account,
  email: reviewedEmail(row.email),
  name: row.name,
  url: row.url,
  detail: row.detail,
  last_used_at: moment(row.lastUsedAt),
  is_unseen: shown.isUnseen,
  person:
    row.personId === null
      ? null
      : { user_id: row.personId, name: personName ?? '', active: personActive === true },
  standing: shown.standing,
  decision: row.decision,
  outcome: row.outcome,
  decided_by: shown.deciderName,
  decided_at: moment(row.decidedAt),
  is_own: row.isOwn,
  is_revocable: row.email !== null || shown.isByName,
})
