import type { claimEndpoints } from '#shared/features/articles/claims/contract.ts'
import type { Handlers } from '../../../calls/handlers.ts'
import { presentClaim } from './present.ts'
import type { ClaimsService } from './service.ts'

export function claimHandlers(service: ClaimsService): Handlers<typeof claimEndpoints> {
  return {
    list: async () => (await service.listClaims()).map(presentClaim),
    claim: async ({ actor, params, body }) =>
      presentClaim(await service.claimArticle(actor, { articleId: params.id, takeOver: body.take_over })),
    async release({ actor, params }) {
      await service.releaseArticle(actor, params.id)
      return undefined
    },
  }
}
