import { postHandlers } from './routes.ts'
import { createPostsService, type PostsParts } from './service.ts'

export function createPosts(parts: PostsParts) {
  return { handlers: postHandlers(createPostsService(parts)) }
}
