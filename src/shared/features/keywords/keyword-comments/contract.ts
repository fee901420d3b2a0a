import { z } from 'zod'
import { Timestamp } from '../../../http/dates.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { Id, IdInBody, IdParams, requiredText } from '../../../http/fields.ts'
import { PersonName } from '../../ground/users/contract.ts'
import { visibleLength } from './rules.ts'

export const COMMENT_MAXIMUM = 200
/** With every mention written out as its token. */
const STORED_MAXIMUM = 2000

export const KeywordComment = z.object({
  comment_id: z.number(),
  keyword_id: z.number(),
  user_id: z.number(),
  first_name: z.string(),
  last_name: z.string(),
  /** As it was typed, with a token for each mention: `@[Dana Okafor](user:7)`. */
  comment: z.string(),
  /** The same as HTML: names for tokens, and no tag but `span` with a `style`. */
  content: z.string(),
  mentions: z.array(PersonName),
  created_at: Timestamp,
  updated_at: Timestamp.nullable(),
})
export type KeywordComment = z.infer<typeof KeywordComment>

export const CommentBody = z.object({
  comment: requiredText(STORED_MAXIMUM, 'Write a comment.').refine(
    (comment) => visibleLength(comment) <= COMMENT_MAXIMUM,
    `At most ${COMMENT_MAXIMUM} characters`,
  ),
})

/**
 * The stored comment, and mentioned users who cannot be reached: they cannot sign in, or may not see
 * keywords.
 */
const Written = z.object({ comment: KeywordComment, unreachable: z.array(z.string()) })

const CommentParams = z.object({ id: Id, commentId: Id })

export const keywordCommentEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/keywords/:id/comments',
    access: ['ViewKeywords'],
    summary: 'Comments on a keyword, oldest first.',
    params: IdParams,
    answer: z.array(KeywordComment),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/keywords/:id/comments',
    access: ['ViewKeywords'],
    summary: 'Comment on a keyword as the caller. Mentioned users are notified.',
    params: IdParams,
    body: CommentBody.extend({ keyword_id: IdInBody.optional(), user_id: IdInBody.optional() }),
    answer: Written,
    status: 201,
    idempotent: true,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/keywords/:id/comments/:commentId',
    access: ['ViewKeywords'],
    summary: 'Change your own comment.',
    params: CommentParams,
    body: CommentBody,
    answer: Written,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/keywords/:id/comments/:commentId',
    access: ['ViewKeywords'],
    summary: 'Delete your own comment.',
    params: CommentParams,
  }),
}
