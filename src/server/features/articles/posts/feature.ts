import { postHandlers } from './routes.ts'
import { createPostsService, type PostsDeps } from './service.ts'

export function createPosts(deps: PostsDeps) {
  return { handlers: postHandlers(createPostsService(deps)) }
}
