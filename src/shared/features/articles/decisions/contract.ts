import { z } from 'zod'
import { endpoint } from '../../../http/endpoint.ts'
import { IdParams } from '../../../http/fields.ts'
import { Article } from '../articles/contract.ts'
import { VALIDATION_COMMANDS } from '../articles/rules.ts'

/** A decision that its reviewer can still undo. */
export const HeldDecision = z.object({
  article_id: z.number(),
  title: z.string(),
  command: z.enum(VALIDATION_COMMANDS),
  /** Then its effects are released: the task, the post, notices and mail. */
  seconds_left: z.number(),
})
export type HeldDecision = z.infer<typeof HeldDecision>

const access = ['ValidateArticles'] as const

export const decisionEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/decisions',
    access,
    summary: 'Your decisions on articles that can still be undone, the latest first.',
    answer: z.array(HeldDecision),
  }),
  extend: endpoint({
    method: 'POST',
    path: '/api/articles/:id/decision/extend',
    access,
    callers: 'person',
    summary:
      'Keep your decision undoable for ten more seconds, up to a minute after it was made. 409 if its effects are released already.',
    params: IdParams,
    answer: HeldDecision,
  }),
  undo: endpoint({
    method: 'POST',
    path: '/api/articles/:id/decision/undo',
    access,
    callers: 'person',
    summary:
      'Undo your decision: the article is requested again, and nothing was sent. `words` is the reason or comment that you had given. 409 if its effects are released already.',
    params: IdParams,
    answer: z.object({ article: Article, words: z.string().nullable() }),
  }),
}
