import type { keywordCommentEndpoints } from '#shared/features/keywords/keyword-comments/contract.ts'
import type { Handlers } from '../../../calls/handlers.ts'
import { presentComment, presentWritten } from './present.ts'
import type { CommentsService } from './service.ts'

const placeOf = ({ id, commentId }: { id: number; commentId: number }) => ({ keywordId: id, commentId })

export function commentHandlers(service: CommentsService): Handlers<typeof keywordCommentEndpoints> {
  return {
    async list({ params }) {
      const { comments, people } = await service.listComments(params.id)
      return comments.map((comment) => presentComment(comment, people))
    },
    create: async ({ actor, params, body: { comment }, once }) =>
      presentWritten(await service.createComment(actor, { keywordId: params.id, comment }, once)),
    update: async ({ actor, params, body }) =>
      presentWritten(await service.updateComment(actor, placeOf(params), body.comment)),
    async remove({ actor, params }) {
      await service.removeComment(actor, placeOf(params))
      return undefined
    },
  }
}
