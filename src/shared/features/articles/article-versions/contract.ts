import { z } from 'zod'
import { Timestamp } from '../../../http/dates.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { Id, IdParams } from '../../../http/fields.ts'
import { UserName } from '../../ground/users/contract.ts'

const FieldChange = z.object({
  field: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
})

export const ArticleVersion = z.object({
  version: z.number(),
  user: UserName.nullable(),
  created_at: Timestamp,
  /** What this save changed against the version before; empty for the first. */
  changes: z.array(FieldChange),
})
export type ArticleVersion = z.infer<typeof ArticleVersion>

/** Everything that a save can change, in this version. */
export const ArticleText = z.object({
  title: z.string(),
  intro: z.string().nullable(),
  notes: z.string().nullable(),
  image_url: z.string().nullable(),
  keywords: z.array(z.string()),
  products: z.array(z.object({ asin: z.string(), name: z.string(), award: z.string(), summary: z.string() })),
  faqs: z.array(z.string()),
})
export type ArticleText = z.infer<typeof ArticleText>

export const ChangesSinceReturn = z.object({
  /** When the article was last sent back; null for one that never was. */
  returned_at: Timestamp.nullable(),
  changes: z.array(FieldChange),
  /** The article as it was sent back; null for one that never was. */
  before: ArticleText.nullable(),
})
export type ChangesSinceReturn = z.infer<typeof ChangesSinceReturn>

const access = ['ManageArticles', 'PendingArticles', 'CreateArticle'] as const

export const articleVersionEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/articles/:id/versions',
    access,
    summary: 'An article’s saves with user, time and changes: the latest fifty, or those before a version.',
    params: IdParams,
    query: z.object({ before: Id.optional() }),
    answer: z.object({
      nodes: z.array(ArticleVersion),
      /** Cursor of the next page; null if there are no older versions. */
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
