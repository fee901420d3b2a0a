import { z } from 'zod'
import { Timestamp } from '../../../http/dates.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { IdParams } from '../../../http/fields.ts'
import { UserName } from '../../ground/users/contract.ts'

export const Claim = z.object({
  article_id: z.number(),
  user: UserName,
  claimed_at: Timestamp,
})
export type Claim = z.infer<typeof Claim>

export const claimEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/claims',
    access: ['PendingArticles', 'ValidateArticles'],
    summary: 'Requested articles being reviewed right now, and their reviewers.',
    answer: z.array(Claim),
  }),
  claim: endpoint({
    method: 'PUT',
    path: '/api/articles/:id/claim',
    access: ['ValidateArticles'],
    summary:
      'Claim the review of a requested article. 409 with the claim if another user has it, unless `take_over` is true.',
    params: IdParams,
    body: z.object({ take_over: z.boolean() }),
    answer: Claim,
    refusals: { 409: z.object({ claim: Claim.optional() }) },
  }),
  release: endpoint({
    method: 'DELETE',
    path: '/api/articles/:id/claim',
    access: ['ValidateArticles'],
    summary: 'Release your review of an article. Does nothing if another user has it.',
    params: IdParams,
  }),
}
