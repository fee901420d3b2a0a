import { z } from 'zod'
import { SCREENS } from '../../../access/screens.ts'
import { keysOf } from '../../../format/keys.ts'
import { Timestamp } from '../../../http/dates.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { IdInBody, PageField } from '../../../http/fields.ts'
import { Keyword } from '../../keywords/keywords/contract.ts'
import { UserName } from '../users/contract.ts'
import { MAIL_SCOPES, MAILED_BY_DEFAULT, NOTICE_WAYS } from './form.ts'
import { CHOSEN_GROUPS, NOTICE_GROUPS, NOTICE_KINDS } from './rules.ts'

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

/** When the digest comes, and whether mails wait for the morning. */
export const DigestSettings = z.object({
  /** In the organization's time zone. */
  hour: z.number().int().min(0).max(23),
  /** 1 for Monday to 7 for Sunday. */
  days: z
    .array(z.number().int().min(1).max(7))
    .min(1, 'Choose at least one day.')
    .max(7)
    .refine((days) => new Set(days).size === days.length, 'Name each day once.'),
  hold_overnight: z.boolean(),
})
export type DigestSettings = z.infer<typeof DigestSettings>

export const NotificationSettings = z.object({
  groups: z.array(
    z.object({
      group: z.enum(NOTICE_GROUPS),
      way: z.enum(NOTICE_WAYS),
      /** False where the workspace's default decides. */
      is_own: z.boolean(),
      /** Notices of the last 30 days. */
      count: z.number(),
    }),
  ),
  default_mails: z.enum(MAILED_BY_DEFAULT),
  /** Whether this server sends mail; otherwise only the bell works. */
  sends_mail: z.boolean(),
  digest: DigestSettings,
  /** Null if no group is in the digest. */
  next_digest: z
    .object({
      at: Timestamp,
      /** Null if nothing is new. */
      title: z.string().nullable(),
      lines: z.array(z.object({ group: z.enum(NOTICE_GROUPS), text: z.string() })),
      more: z.number(),
    })
    .nullable(),
  time_zone: z.string(),
})
export type NotificationSettings = z.infer<typeof NotificationSettings>

/** The token of a link that switches mails off. */
const MailLink = z.object({ token: z.string().regex(/^\d{1,9}-[a-z]{1,20}-[\w-]{43}$/) })

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
  readSettings: endpoint({
    method: 'GET',
    path: '/api/profile/notifications',
    access: 'signedIn',
    callers: 'person',
    summary: 'How you hear of your notices, and what the next digest would say.',
    answer: NotificationSettings,
  }),
  choose: endpoint({
    method: 'PUT',
    path: '/api/profile/notifications/groups/:group',
    access: 'signedIn',
    callers: 'person',
    summary: 'Choose how you hear of a group of notices. 409 for mail where this server sends none.',
    params: z.object({ group: z.enum(CHOSEN_GROUPS) }),
    body: z.object({ way: z.enum(NOTICE_WAYS) }),
    answer: NotificationSettings,
  }),
  useDefaults: endpoint({
    method: 'DELETE',
    path: '/api/profile/notifications/groups',
    access: 'signedIn',
    callers: 'person',
    summary: 'Follow the workspace’s default for all groups of notices again.',
    answer: NotificationSettings,
  }),
  saveDigest: endpoint({
    method: 'PUT',
    path: '/api/profile/notifications/digest',
    access: 'signedIn',
    callers: 'person',
    summary: 'Choose when your digest is sent, and whether other mails wait for the morning.',
    body: DigestSettings,
    answer: NotificationSettings,
  }),
  sendDigest: endpoint({
    method: 'POST',
    path: '/api/profile/notifications/digest/send',
    access: 'signedIn',
    callers: 'person',
    summary: 'Send your next digest now. 409 if nothing is new.',
    answer: NotificationSettings,
    perMinute: 30,
  }),
  readMailLink: endpoint({
    method: 'GET',
    path: '/api/unsubscribe/:token',
    access: 'public',
    summary: 'What a link from a mail switches off. It changes nothing.',
    params: MailLink,
    answer: z.object({
      scope: z.enum(MAIL_SCOPES),
      /** False if those mails are off already. */
      is_on: z.boolean(),
    }),
    perMinute: 60,
  }),
  unsubscribe: endpoint({
    method: 'POST',
    path: '/unsubscribe/:token',
    access: 'public',
    summary: 'Switch off the mails that a link from a mail names (RFC 8058).',
    params: MailLink,
    body: z.object({ 'List-Unsubscribe': z.literal('One-Click') }),
    form: true,
    perMinute: 60,
  }),
}
