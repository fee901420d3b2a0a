import { z } from 'zod'
import { endpoint } from '../../http/endpoint.ts'
import { Id, IdParams } from '../../http/fields.ts'
import { UserName } from '../users/contract.ts'

const FieldChange = z.object({
  field: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
})

const ArticleVersion = z.object({
  version: z.number(),
  user: UserName.nullable(),
  created_at: z.string(),
  /** What this save changed against the version before; empty for the first. */
  changes: z.array(FieldChange),
})
export type ArticleVersion = z.infer<typeof ArticleVersion>

const ChangesSinceReturn = z.object({
  /** When the article was last sent back; null for one that never was. */
  returned_at: z.string().nullable(),
  changes: z.array(FieldChange),
})
export type ChangesSinceReturn = z.infer<typeof ChangesSinceReturn>

const access = ['ManageArticles', 'PendingArticles', 'CreateArticle'] as const

export const articleVersionEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/articles/:id/versions',
    access,
    summary:
      'The saves of an article with who, when and what, the newest fifty first, or those before a version.',
    params: IdParams,
    query: z.object({ before: Id.optional() }),
    answer: z.object({
      nodes: z.array(ArticleVersion),
      /** Where to go on; null where there is nothing older. */
      before: z.number().nullable(),
    }),
  }),
  sinceReturn: endpoint({
    method: 'GET',
    path: '/api/articles/:id/changes',
    access,
    summary: 'What changed since QA last sent the article back, field by field.',
    params: IdParams,
    answer: ChangesSinceReturn,
  }),
}
