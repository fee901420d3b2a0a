import type { revisionEndpoints } from '#shared/features/articles/revisions/contract.ts'
import type { Handlers } from '../../../calls/handlers.ts'
import type { ArticlesService } from '../articles/service.ts'
import { presentRenewal, presentRevision } from './present.ts'

export interface RevisionDeps {
  articles: Pick<
    ArticlesService,
    'beginRevision' | 'readRevision' | 'chooseWords' | 'readRenewal' | 'undoRenewal'
  >
}

export function revisionHandlers({ articles }: RevisionDeps): Handlers<typeof revisionEndpoints> {
  return {
    begin: async ({ actor, params, once }) => ({
      article_id: await articles.beginRevision(actor, { articleId: params.id }, once),
    }),
    read: async ({ actor, params }) => presentRevision(await articles.readRevision(actor, params.id)),
    renewal: async ({ actor, params }) => presentRenewal(await articles.readRenewal(actor, params.id)),
    undoRenewal: ({ actor, params }) => articles.undoRenewal(actor, params.id),
    choose: async ({ actor, params, body }) =>
      presentRevision(await articles.chooseWords(actor, { id: params.id, ...body })),
  }
}
