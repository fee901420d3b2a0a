import { z } from 'zod'
import { SCREENS } from '../../../access/screens.ts'
import { keysOf } from '../../../format/keys.ts'
import { Timestamp } from '../../../http/dates.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { IdInBody, PageField } from '../../../http/fields.ts'
import { Keyword } from '../../keywords/keywords/contract.ts'
import { UserName } from '../users/contract.ts'
import { NOTICE_KINDS } from './rules.ts'

export const Notice = z.object({
  notice_id: z.number(),
  kind: z.enum(NOTICE_KINDS),
  /** Who did it; null where an outside system did. */
  actor: UserName.nullable(),
  article: z.object({ article_id: z.number(), title: z.string(), status: z.string() }).nullable(),
  /** The keyword under whose comments you are mentioned. */
  keyword: Keyword.nullable(),
  /** What an alert rule matched and its key: `hs/40001` for a post, the id for others. */
  about: z
    .object({
      noun: z.enum(['post', 'product', 'keyword', 'rules']),
      key: z.string(),
      title: z.string(),
      is_stock: z.boolean().optional(),
    })
    .nullable(),
  /** The reason, reply or comment that came with it. */
  words: z.string().nullable(),
  created_at: Timestamp,
  read_at: Timestamp.nullable(),
})
export type Notice = z.infer<typeof Notice>

export const noticeEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/notices',
    access: 'signedIn',
    callers: 'person',
    summary: 'Your notices, newest first.',
    query: z.object({ page: PageField }),
    answer: z.object({
      nodes: z.array(Notice),
      totalCount: z.number(),
      unread_count: z.number(),
      page: z.number(),
    }),
  }),
  count: endpoint({
    method: 'GET',
    path: '/api/notices/count',
    access: 'signedIn',
    callers: 'person',
    summary: 'The number of your unread notices.',
    answer: z.object({ unread_count: z.number() }),
  }),
  askAccess: endpoint({
    method: 'POST',
    path: '/api/access-requests',
    access: 'signedIn',
    callers: 'person',
    summary:
      'Ask the administrators for access to a screen that you may not open. 409 if you may open it, or have asked in the last 24 hours.',
    body: z.object({ screen: z.enum(keysOf(SCREENS)) }),
    answer: z.object({ asked: z.number() }),
    status: 201,
  }),
  markRead: endpoint({
    method: 'POST',
    path: '/api/notices/read',
    access: 'signedIn',
    callers: 'person',
    summary: 'Mark your notices as read: those named, or all.',
    body: z.object({ ids: z.union([z.literal('all'), z.array(IdInBody).max(200)]) }),
    answer: z.object({ unread_count: z.number() }),
  }),
}
