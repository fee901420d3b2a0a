import type { Claim } from '#shared/features/articles/claims/contract.ts'
import { presentUserName } from '../../ground/area.ts'
import type { listClaims } from './queries.ts'

export function presentClaim({ claim, user }: Awaited<ReturnType<typeof listClaims>>[number]): Claim {
  return {
    article_id: claim.articleId,
    user: presentUserName(user),
    claimed_at: claim.claimedAt.toISOString(),
  }
}
