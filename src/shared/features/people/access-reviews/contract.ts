import { z } from 'zod'
import { Timestamp } from '../../../http/dates.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { Id, IdInBody, IdParams, PageField, SortOrder, text, wholeNumber } from '../../../http/fields.ts'
import { ExportJob } from '../../ground/exports/contract.ts'
import { REVIEW_DECISIONS, REVIEW_FACTS, STANDINGS } from './rules.ts'

/** `standing`: accounts of users who have left first, then unknown owners, then the longest unused. */
export const REVIEW_SORTS = ['standing', 'account', 'system', 'last_used_at'] as const
export type ReviewSort = (typeof REVIEW_SORTS)[number]

/** As many accounts are decided upon together, or read at once. */
export const MOST_TOGETHER = 1000

export const ReviewSummary = z.object({
  review_id: z.number(),
  /** After the day on which it was begun. */
  title: z.string(),
  /** Who began it. */
  by: z.string(),
  began_at: Timestamp,
  /** Null while it is open. */
  ended_at: Timestamp.nullable(),
  /** Who finished it. */
  ended_by: z.string().nullable(),
  accounts: z.number(),
  /** Number of accounts per decision. */
  undecided: z.number(),
  kept: z.number(),
  revoked: z.number(),
  /** Systems that could not be asked. */
  failed: z.number(),
})
export type ReviewSummary = z.infer<typeof ReviewSummary>

export const ReviewSystem = z.object({
  operation: z.string(),
  operation_name: z.string(),
  state: z.enum(['waiting', 'listed', 'failed']),
  /** Gaps of its list, or why it could not be read; empty if there are none. */
  detail: z.string(),
  accounts: z.number(),
  undecided: z.number(),
})
export type ReviewSystem = z.infer<typeof ReviewSystem>

export const AccessReview = ReviewSummary.extend({
  systems: z.array(ReviewSystem),
  /** How many accounts each fact is true of. */
  facts: z.record(z.enum(REVIEW_FACTS), z.number()),
  /** Undecided accounts of current users, used within 90 days, which can be kept in bulk. */
  to_keep: z.number(),
})
export type AccessReview = z.infer<typeof AccessReview>

export const ReviewedAccount = z.object({
  reviewed_account_id: z.number(),
  operation: z.string(),
  operation_name: z.string(),
  /** The system's own name for it. */
  account: z.string(),
  email: z.string().nullable(),
  /** The account holder's name in the system. */
  name: z.string().nullable(),
  /** Where an administrator finds it; null where nowhere. */
  url: z.string().nullable(),
  /** What it may do. */
  detail: z.string(),
  /** Null if unknown. */
  last_used_at: Timestamp.nullable(),
  is_unseen: z.boolean(),
  /** The owner in Copydesk; null if there is none. */
  person: z.object({ user_id: z.number(), name: z.string(), active: z.boolean() }).nullable(),
  standing: z.enum(STANDINGS),
  /** Null as long as nothing is decided. */
  decision: z.enum(REVIEW_DECISIONS).nullable(),
  /** Outcome of the revocation, or why it failed; empty before it. */
  outcome: z.string(),
  decided_by: z.string().nullable(),
  decided_at: Timestamp.nullable(),
  /** Copydesk signs in with it: it is not revoked from here. */
  is_own: z.boolean(),
  /** Copydesk knows enough of it to have it closed. */
  is_revocable: z.boolean(),
})
export type ReviewedAccount = z.infer<typeof ReviewedAccount>

/** The decision that an undo is about, as the user saw it. */
export const SeenDecision = z.object({ decision: z.enum(REVIEW_DECISIONS), decided_at: z.iso.datetime() })
export type SeenDecision = z.infer<typeof SeenDecision>

const access = ['UserAccess'] as const
const REVIEWS = '/api/users/access-reviews'

export const accessReviewEndpoints = {
  list: endpoint({
    method: 'GET',
    path: REVIEWS,
    access,
    summary: 'The last access reviews, newest first, and whether the next is due.',
    answer: z.object({ nodes: z.array(ReviewSummary), totalCount: z.number(), is_due: z.boolean() }),
  }),
  begin: endpoint({
    method: 'POST',
    path: REVIEWS,
    access,
    callers: 'person',
    summary:
      'Start an access review: fetch all accounts of every connected system, in parallel. 409 if a review is in progress.',
    answer: AccessReview,
  }),
  read: endpoint({
    method: 'GET',
    path: `${REVIEWS}/:id`,
    access,
    summary: 'Progress of an access review: its systems, and the number of accounts by decision.',
    params: IdParams,
    answer: AccessReview,
  }),
  accounts: endpoint({
    method: 'GET',
    path: `${REVIEWS}/:id/accounts`,
    access,
    summary:
      'The accounts of an access review. Default order: people who have left and unknown owners first.',
    params: IdParams,
    query: z.object({
      page: PageField,
      perPage: wholeNumber(1, MOST_TOGETHER).optional(),
      system: text(100).optional(),
      fact: z.enum(REVIEW_FACTS).optional(),
      decision: z.enum([...REVIEW_DECISIONS, 'undecided', 'to-keep']).optional(),
      sort: z.enum(REVIEW_SORTS).default('standing'),
      sortOrder: SortOrder.default('asc'),
    }),
    answer: z.object({ nodes: z.array(ReviewedAccount), totalCount: z.number() }),
  }),
  decide: endpoint({
    method: 'POST',
    path: `${REVIEWS}/:id/decisions`,
    access,
    callers: 'person',
    summary:
      'Keep accounts, mark them as closed in the system itself, or undo either. Revoked accounts stay revoked. With `seen`, undoing any other decision answers 409.',
    params: IdParams,
    body: z.object({
      ids: z.array(IdInBody).min(1).max(MOST_TOGETHER),
      decision: z.enum(['keep', 'closed', 'undecided']),
      seen: SeenDecision.optional(),
    }),
    answer: z.object({ changed: z.number() }),
  }),
  revoke: endpoint({
    method: 'POST',
    path: `${REVIEWS}/:id/accounts/:accountId/revoke`,
    access,
    stepUp: true,
    summary:
      'Close an account of an access review in its system. Refused for your own account, the last administrator’s and the one Copydesk signs in with.',
    params: z.object({ id: Id, accountId: Id }),
    answer: ReviewedAccount,
    perMinute: 60,
  }),
  askAgain: endpoint({
    method: 'POST',
    path: `${REVIEWS}/:id/ask-again`,
    access,
    callers: 'person',
    summary: 'Retry the systems that didn’t answer.',
    params: IdParams,
    answer: AccessReview,
  }),
  finish: endpoint({
    method: 'POST',
    path: `${REVIEWS}/:id/finish`,
    access,
    callers: 'person',
    summary: 'Finish an access review once everything is decided; its report stays.',
    params: IdParams,
    answer: AccessReview,
  }),
  export: endpoint({
    method: 'POST',
    path: `${REVIEWS}/:id/export`,
    access,
    callers: 'person',
    summary: 'Prepare the report of an access review as CSV.',
    params: IdParams,
    answer: ExportJob,
  }),
}
