import { z } from 'zod'
import { Timestamp } from '../../../http/dates.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { IdParams, text } from '../../../http/fields.ts'
import { Article } from '../articles/contract.ts'
import { POST_STATES, RENEWAL_STATES } from '../articles/rules.ts'
import { TAKES, VERDICTS } from './rules.ts'

const TEXT_MAXIMUM = 50_000

const Words = z.string().nullable()
const RevisionPlace = z.object({
  key: z.string(),
  /** What the place is called: a field of the article, or a product's ASIN. */
  label: z.string(),
  /** Its live text, the text we last wrote, and the article's text. Null if the place does not exist. */
  live: Words,
  written: Words,
  wanted: Words,
  verdict: z.enum(VERDICTS),
  /** Which text wins; null if the user must choose. */
  take: z.enum(TAKES).nullable(),
})
export type RevisionPlace = z.infer<typeof RevisionPlace>

export const Revision = z.object({
  article_id: z.number(),
  /** The article that is out, whose text this is to become. */
  revises: z.object({ article_id: z.number(), title: z.string() }),
  post: z.object({
    id: z.number(),
    state: z.enum(POST_STATES).nullable(),
    url: z.string().nullable(),
  }),
  places: z.array(RevisionPlace),
  /** Blocks that editors added on the site, which stay untouched. */
  others: z.array(z.string()),
})
export type Revision = z.infer<typeof Revision>

/** A post whose text an article takes the place of. */
export const ArticleRenewal = z.object({
  state: z.enum(RENEWAL_STATES),
  post_id: z.number(),
  /** Editors' changes are listed from this moment on; null if the post was not read then. */
  seen_at: Timestamp.nullable(),
  /** Editors' changes from then until it was overwritten; null if the post is not live. */
  changes: z.array(z.object({ label: z.string(), before: z.string(), after: z.string() })).nullable(),
  /** Days left to restore its old text; null if it cannot be restored. */
  days_left: z.number().nullable(),
})
export type ArticleRenewal = z.infer<typeof ArticleRenewal>

export const revisionEndpoints = {
  begin: endpoint({
    method: 'POST',
    path: '/api/articles/:id/revision',
    access: ['CreateArticle'],
    summary:
      'Start an update of a published article: a draft that replaces the text of the article and its post once QA approves it. 409 if an update is in progress.',
    params: IdParams,
    answer: z.object({ article_id: z.number() }),
    status: 201,
    refusals: { 409: z.object({ article_id: z.number().nullish() }) },
    idempotent: true,
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/articles/:id/revision',
    access: ['ManageArticles', 'PendingArticles', 'CreateArticle'],
    summary:
      'The update of a published article, or an article whose post is outdated, compared with the current post.',
    params: IdParams,
    answer: Revision,
  }),
  choose: endpoint({
    method: 'PUT',
    path: '/api/articles/:id/revision/choice',
    access: ['ValidateArticles'],
    summary:
      'Resolve a conflict between the site and the article. `live` and `wanted` are the texts shown when the choice was made.',
    params: IdParams,
    body: z.object({
      key: text(200),
      take: z.enum(TAKES),
      live: text(TEXT_MAXIMUM).nullable(),
      wanted: text(TEXT_MAXIMUM).nullable(),
    }),
    answer: Revision,
  }),
  renewal: endpoint({
    method: 'GET',
    path: '/api/articles/:id/renewal',
    access: ['ManageArticles', 'PendingArticles', 'CreateArticle'],
    summary:
      'A post not written in Copydesk whose text an article replaces: its editors’ changes since the update started, and how long it can be restored.',
    params: IdParams,
    answer: ArticleRenewal,
  }),
  undoRenewal: endpoint({
    method: 'POST',
    path: '/api/articles/:id/renewal/undo',
    access: ['ValidateArticles'],
    summary:
      'Restore the old text of a post that an article replaced, within 30 days and if the post hasn’t changed since. Cancels the article.',
    params: IdParams,
    answer: Article,
    refusals: { 409: z.object({ status: z.string(), version: z.number() }).partial() },
  }),
}
