import type { comparisonEndpoints } from '#shared/features/articles/comparison/contract.ts'
import type { Handlers } from '../../../calls/handlers.ts'
import { presentOverwritten } from './present.ts'
import type { ComparisonService } from './service.ts'

export function comparisonHandlers(service: ComparisonService): Handlers<typeof comparisonEndpoints> {
  return {
    readExcludedWords: () => service.listExcludedWords(),
    saveExcludedWords: ({ actor, body }) => service.saveExcludedWords(actor, body).catch(presentOverwritten),
    scan: ({ actor, body }) => service.scan(actor, body.url),
    createUpdate: async ({ actor, body, once }) => ({
      article_id: await service.createUpdate(actor, body, once),
    }),
  }
}
