import type { preflightEndpoints } from '#shared/features/articles/preflight/contract.ts'
import type { Handlers } from '../../../calls/handlers.ts'
import { presentPreflight } from './present.ts'
import type { PreflightService } from './service.ts'

export function preflightHandlers(service: PreflightService): Handlers<typeof preflightEndpoints> {
  return {
    async check({ actor, body }) {
      const { article_id: articleId, ...form } = body
      return presentPreflight(await service.checkTyped(actor, form, articleId))
    },
    read: async ({ actor, params }) => presentPreflight(await service.checkStored(actor, params.id)),
  }
}
