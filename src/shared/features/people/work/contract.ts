import { z } from 'zod'
import { Timestamp } from '../../../http/dates.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { IdParams } from '../../../http/fields.ts'
import { UserName } from '../../ground/users/contract.ts'

/** A user's article, and its last event. */
export const WorkPiece = z.object({
  article_id: z.number(),
  title: z.string(),
  status: z.string(),
  site_id: z.number(),
  /** The article that this one updates; null if none. */
  revises: z.number().nullable(),
  /** Null if no event was recorded. */
  last: z
    .object({
      /** As in the events of an article: `requested`, `returned`, … */
      action: z.string(),
      /** Null for a connected system. */
      user: UserName.nullable(),
      created_at: Timestamp,
    })
    .nullable(),
  updated_at: Timestamp,
})
export type WorkPiece = z.infer<typeof WorkPiece>

export const workEndpoints = {
  readOwn: endpoint({
    method: 'GET',
    path: '/api/profile/work',
    access: ['CreateArticle'],
    summary: 'The caller’s requested articles by status, and the ten that changed last.',
    answer: z.object({
      /** Statuses in which there is none are left out. */
      statuses: z.array(z.object({ status: z.string(), count: z.number() })),
      nodes: z.array(WorkPiece),
    }),
  }),
  readOf: endpoint({
    method: 'GET',
    path: '/api/users/:id/work',
    access: ['ManageUsers'],
    summary: 'A user’s ten most recently changed articles, without drafts.',
    params: IdParams,
    answer: z.array(WorkPiece),
  }),
}
