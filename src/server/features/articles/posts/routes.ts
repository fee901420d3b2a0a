import type { postEndpoints } from '#shared/features/articles/posts/contract.ts'
import type { Handlers } from '../../../calls/handlers.ts'
import { presentWholePost } from './present.ts'
import type { PostsService } from './service.ts'

export function postHandlers(service: PostsService): Handlers<typeof postEndpoints> {
  return {
    read: async ({ params }) => presentWholePost(await service.readPost(params)),
    publish: async ({ actor, params }) => presentWholePost(await service.publishPost(actor, params)),
  }
}
