import { commentHandlers } from './routes.ts'
import { type CommentParts, createCommentsService } from './service.ts'

export function createKeywordComments(parts: CommentParts) {
  const service = createCommentsService(parts)
  return { service, handlers: commentHandlers(service) }
}
