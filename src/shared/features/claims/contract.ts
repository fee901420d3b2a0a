import { z } from 'zod'
import { endpoint } from '../../http/endpoint.ts'
import { IdParams } from '../../http/fields.ts'
import { UserName } from '../users/contract.ts'

const Claim = z.object({
  article_id: z.number(),
  user: UserName,
  claimed_at: z.string(),
})
export type Claim = z.infer<typeof Claim>

export const claimEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/claims',
    access: ['PendingArticles', 'ValidateArticles'],
    summary: 'Which requested articles are being reviewed at the moment, and by whom.',
    answer: z.array(Claim),
  }),
  claim: endpoint({
    method: 'PUT',
    path: '/api/articles/:id/claim',
    access: ['ValidateArticles'],
    summary:
      'Say that you review a requested article. Where somebody else does, 409 with the claim, unless `takeOver` is true.',
    params: IdParams,
    body: z.object({ takeOver: z.boolean() }),
    answer: Claim,
    refusals: { 409: z.object({ claim: Claim.optional() }) },
  }),
  release: endpoint({
    method: 'DELETE',
    path: '/api/articles/:id/claim',
    access: ['ValidateArticles'],
    summary: 'Stop reviewing an article. Does nothing where somebody else has it.',
    params: IdParams,
  }),
}
