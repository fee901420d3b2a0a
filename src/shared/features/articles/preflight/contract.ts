import { z } from 'zod'
import { Timestamp } from '../../../http/dates.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { IdInBody, IdParams, requiredText, text } from '../../../http/fields.ts'
import { UserName } from '../../ground/users/contract.ts'
import { FormBody } from '../articles/form.ts'
import { PREFLIGHT_RULES } from './rules.ts'

export const OVERRIDE_REASON_MAXIMUM = 500

/** The reason for overriding a warning. */
export const Override = z.object({
  rule: z.enum(PREFLIGHT_RULES),
  subject: text(100),
  reason: requiredText(OVERRIDE_REASON_MAXIMUM, 'Missing reason'),
})
export type Override = z.output<typeof Override>

export const Finding = z.object({
  rule: z.enum(PREFLIGHT_RULES),
  level: z.enum(['blocking', 'warning']),
  /** The article cannot be submitted until the user gives a reason for this warning. */
  needs_reason: z.boolean(),
  subject: z.string(),
  message: z.string(),
  path: z.string().nullable(),
  article: z
    .object({ article_id: z.number(), title: z.string(), status: z.string(), site: z.string() })
    .nullable(),
  override: z.object({ reason: z.string(), user: UserName, created_at: Timestamp }).nullable(),
})
export type Finding = z.infer<typeof Finding>

export const Preflight = z.object({
  findings: z.array(Finding),
  rules: z.number(),
  passed: z.number(),
  /** ASINs with unknown stock, because the catalogue did not answer. */
  unread: z.array(z.string()),
  /** Products that the catalogue could not refresh: the last known data and its date. */
  stale: z.array(z.object({ asin: z.string(), name: z.string(), as_of: Timestamp })),
})
export type Preflight = z.infer<typeof Preflight>

/** An article as currently filled in. */
export const PreflightBody = FormBody.omit({ draft: true, intro: true, notes: true }).extend({
  siteId: IdInBody.optional(),
  article_id: IdInBody.optional(),
})

export const preflightEndpoints = {
  check: endpoint({
    method: 'POST',
    path: '/api/preflight',
    access: ['CreateArticle', 'ValidateArticles'],
    reads: true,
    summary: 'Problems with an article as entered in its dialog. Saves nothing.',
    body: PreflightBody,
    answer: Preflight,
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/articles/:id/preflight',
    access: ['ManageArticles', 'PendingArticles', 'CreateArticle'],
    summary: 'Problems with a stored article, with the reasons given for going on.',
    params: IdParams,
    answer: Preflight,
  }),
}
