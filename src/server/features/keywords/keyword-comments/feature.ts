import { commentHandlers } from './routes.ts'
import { type CommentDeps, createCommentsService } from './service.ts'

export function createKeywordComments(deps: CommentDeps) {
  const service = createCommentsService(deps)
  return { service, handlers: commentHandlers(service) }
}
