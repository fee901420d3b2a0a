import { z } from 'zod'
import { Timestamp } from '../../../http/dates.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { oldVersionOf } from '../../../http/errors.ts'
import {
  Day,
  Id,
  IdInBody,
  IdParams,
  listOf,
  PAGE_SIZE,
  PageField,
  SortOrder,
  sortKey,
  text,
  wholeNumber,
} from '../../../http/fields.ts'
import { Site } from '../../ground/sites/contract.ts'
import { UserName } from '../../ground/users/contract.ts'
import { Keyword } from '../../keywords/keywords/contract.ts'
import { Override } from '../preflight/contract.ts'
import { Faqs, FormBody, Products } from './form.ts'
import {
  ARTICLE_STATUSES,
  POST_REMEDIES,
  POST_STATES,
  REASON_MAXIMUM,
  RENEWAL_STATES,
  SYNCED_FIELDS,
  VALIDATION_COMMANDS,
} from './rules.ts'

export const ArticleProduct = z.object({
  product_id: z.number(),
  asin: z.string(),
  name: z.string(),
  award: z.string(),
  summary: z.string().nullable(),
})

export const ArticleReturn = z.object({
  article_return_id: z.number(),
  user: UserName,
  reason: z.string(),
  created_at: Timestamp,
  answered_at: Timestamp.nullable(),
  /** The requester's reply. */
  complement: z.string().nullable(),
  /** A return can be answered, a rejection cannot. */
  kind: z.enum(['return', 'reject']),
})
export type ArticleReturn = z.infer<typeof ArticleReturn>

export const ArticleEvent = z.object({
  action: z.string(),
  user: UserName.nullable(),
  created_at: Timestamp,
  comment: z.string().nullable(),
  /** True where validator and requester are one person. */
  self: z.boolean(),
})
export type ArticleEvent = z.infer<typeof ArticleEvent>

/** How far an article's copy in an outside system is. */
export const ArticleMirror = z.object({
  target: z.enum(['task', 'post']),
  state: z.enum(['waiting', 'done', 'failed']),
  /** Tries that have failed since the last success. */
  attempts: z.number(),
  /** Why the last try failed; waiting with a reason means that it is tried again. */
  error: z.string().nullable(),
  updated_at: Timestamp,
})
export type ArticleMirror = z.infer<typeof ArticleMirror>

/** State of an article's post. */
export const ArticlePost = z.object({
  state: z.enum(POST_STATES),
  /** Where readers find it, or found it last. */
  url: z.string().nullable(),
  /** Previous public address, which needs a redirect. */
  moved_from: z.string().nullable(),
  since: Timestamp,
})

/** What an article is meant to bring: what the story that won a keyword has, or why its post is refreshed. */
export const ChecklistEntry = z.object({
  position: z.number(),
  kind: z.string(),
  text: z.string(),
  done_at: Timestamp.nullable(),
  done_by: UserName.nullable(),
})
export type ChecklistEntry = z.infer<typeof ChecklistEntry>

/** What a row of a list needs. */
export const ArticleRow = z.object({
  article_id: z.number(),
  title: z.string(),
  status: z.string(),
  image_url: z.string().nullable(),
  site_id: z.number(),
  site: Site,
  user_id: z.number(),
  user: UserName,
  keywords: z.array(Keyword),
  created_at: Timestamp,
  /** The post made from the article in its site's content management system; null until there is one. */
  wordpress_id: z.number().nullable(),
  /** The published article that this one updates; null if none. */
  revises: z.number().nullable(),
  /** The approved update that its text comes from, and when that update last changed; null if there is none. */
  last_update: z.object({ article_id: z.number(), status: z.string(), updated_at: Timestamp }).nullable(),
})
export type ArticleRow = z.infer<typeof ArticleRow>

export const Article = ArticleRow.extend({
  intro: z.string().nullable(),
  notes: z.string().nullable(),
  draft: z.boolean(),
  qa_user: UserName.nullable(),
  products: z.array(ArticleProduct),
  faqs: z.array(z.object({ question: z.string() })),
  returns: z.array(ArticleReturn),
  events: z.array(ArticleEvent),
  updated_at: Timestamp,
  asana_url: z.string().nullable(),
  gid: z.string().nullable(),
  /** Section of the article's task on its board. */
  asana_section: z.object({ name: z.string() }).nullable(),
  /** The title of the article that this one updates. */
  revised_title: z.string().nullable(),
  /** Its updates, the earliest first; drafts are left out. */
  updates: z.array(
    ArticleRow.pick({ article_id: true, title: true, status: true }).extend({ updated_at: Timestamp }),
  ),
  /** State of replacing the text of a post that was not written here; null if it replaces none. */
  renewal: z.enum(RENEWAL_STATES).nullable(),
  /** How far the copies of the article in outside systems are: its task, its post. */
  mirrors: z.array(ArticleMirror),
  /** Last known state of its post; null if unknown, or if there is none. */
  post: ArticlePost.nullable(),
  checklist: z.array(ChecklistEntry),
  /** Incremented with each save. Sent back with a save, it prevents users from overwriting each other. */
  version: z.number(),
})
export type Article = z.infer<typeof Article>

export const QueuePlace = z.object({
  /** Starts at 1; null if the article is not waiting for the caller. */
  position: z.number().nullable(),
  total: z.number(),
  before: z.number().nullable(),
  /** If the article is not waiting for the caller, the first one that is. */
  after: z.number().nullable(),
})
export type QueuePlace = z.infer<typeof QueuePlace>

export const ARTICLE_SORTS = ['article_id', 'title', 'site', 'user', 'created_at', 'status'] as const

const Sort = sortKey('articles', ARTICLE_SORTS, new Map([['id', 'article_id']]))

const ArticleFilter = z.object({
  page: PageField,
  sort: Sort.default('article_id'),
  sortOrder: SortOrder.default('desc'),
  users: listOf(Id),
  createdAtBegin: Day.optional(),
  createdAtEnd: Day.optional(),
  keywordId: Id.optional(),
  pending: z.stringbool().optional(),
  site: listOf(Id),
  status: listOf(z.enum(ARTICLE_STATUSES)),
})
export type ArticleFilter = z.output<typeof ArticleFilter>

const Version = z.number().int().min(0)
/** Reasons for overriding preflight warnings, sent with the save. */
const Overrides = z.array(Override).max(200).optional()
const VersionedBody = FormBody.extend({ version: Version.optional(), overrides: Overrides })

/** The snake_case spellings of the same fields are understood too. */
function tolerant<S extends z.ZodType>(schema: S) {
  return z.preprocess((body) => {
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
    const { site_id, image_url, ...rest } = body as Record<string, unknown>
    return {
      ...(site_id === undefined ? {} : { siteId: site_id }),
      ...(image_url === undefined ? {} : { imageUrl: image_url }),
      ...rest,
    }
  }, schema)
}

export const ArticleChange = tolerant(
  VersionedBody.partial().extend({ products: Products.optional(), faqs: Faqs.optional() }),
)
export const NewArticle = tolerant(
  FormBody.partial().extend({
    siteId: IdInBody.optional(),
    draft: z.boolean().default(false),
    overrides: Overrides,
  }),
)
export type ArticleChange = z.output<typeof ArticleChange>
export type NewArticle = z.output<typeof NewArticle>

/** The current state of an article when an action is no longer possible, and the possible actions. */
const Passed = z.object({ status: z.string(), version: z.number(), actions: z.array(z.string()) }).partial()
const refusals = { 409: Passed }
/** The same after an action on an outdated version, with the current article. */
const overwritten = { 409: oldVersionOf(Article).extend(Passed.shape) }

const update = {
  access: ['CreateArticle', 'ValidateArticles'],
  summary:
    'Save an article. With `version`, a save on an old version answers 409 with the article as it is now.',
  params: IdParams,
  body: ArticleChange,
  answer: Article,
  refusals: overwritten,
} as const

export const TaskGid = z.string().regex(/^\d{1,20}$/, 'Must be the number of a task')

export const articleEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/articles',
    access: ['ManageArticles'],
    summary: 'Articles History, without approved updates and other users’ drafts.',
    query: ArticleFilter,
    answer: z.object({ nodes: z.array(ArticleRow), totalCount: z.number(), page: z.number() }),
  }),
  listStatuses: endpoint({
    method: 'GET',
    path: '/api/articles/status',
    access: 'signedIn',
    summary: 'The statuses an article can have.',
    answer: z.array(z.object({ label: z.string(), value: z.string() })),
  }),
  listPending: endpoint({
    method: 'GET',
    path: '/api/articles/pending',
    access: ['PendingArticles'],
    summary:
      'The caller’s articles in progress; validators also get every requested article. Returned articles come first, then requested ones, then drafts, each oldest first. `limit=0` only counts them.',
    query: z.object({ page: PageField, limit: wholeNumber(0, PAGE_SIZE).default(PAGE_SIZE) }),
    answer: z.object({ nodes: z.array(Article), totalCount: z.number(), page: z.number() }),
  }),
  suggest: endpoint({
    method: 'GET',
    path: '/api/articles/suggestions',
    access: ['ManageArticles', 'PendingArticles', 'CreateArticle'],
    summary:
      'The newest articles whose titles contain all of the words, at most ten. Drafts are only found by their owners.',
    query: z.object({ query: text(200) }),
    answer: z.array(
      z.object({ article_id: z.number(), title: z.string(), status: z.string(), site_id: z.number() }),
    ),
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/articles/:id',
    access: ['ManageArticles', 'PendingArticles', 'CreateArticle'],
    summary: 'An article with all its fields.',
    params: IdParams,
    answer: Article,
  }),
  place: endpoint({
    method: 'GET',
    path: '/api/articles/:id/place',
    access: ['PendingArticles'],
    summary: 'The article’s position among those waiting for the caller, and its neighbours.',
    params: IdParams,
    answer: QueuePlace,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/articles',
    access: ['CreateArticle'],
    summary: 'Request an article, or save it as a draft.',
    body: NewArticle,
    answer: Article,
    status: 201,
    idempotent: true,
  }),
  replace: endpoint({ method: 'PUT', path: '/api/articles/:id', ...update }),
  update: endpoint({ method: 'PATCH', path: '/api/articles/:id', ...update }),
  validate: endpoint({
    method: 'PATCH',
    path: '/api/articles/validate/:id',
    access: ['ValidateArticles'],
    callers: 'person',
    summary:
      'Approve, return or reject a requested article. With `version`, a review of an old version answers 409 with the article as it is now.',
    params: IdParams,
    body: z.object({
      command: z.enum(VALIDATION_COMMANDS),
      reason: text(REASON_MAXIMUM).optional(),
      version: Version.optional(),
    }),
    answer: Article,
    refusals: overwritten,
  }),
  tick: endpoint({
    method: 'PATCH',
    path: '/api/articles/:id/checklist',
    access: ['CreateArticle', 'ValidateArticles'],
    summary: 'Mark a checklist item as done or not done; the version stays the same.',
    params: IdParams,
    body: z.object({ position: z.number().int().min(0).max(1000), done: z.boolean() }),
    answer: Article,
  }),
  cancel: endpoint({
    method: 'PATCH',
    path: '/api/articles/cancel/:id',
    access: ['CreateArticle'],
    summary: 'Cancel your own returned article permanently.',
    params: IdParams,
    answer: Article,
    refusals,
  }),
  resubmit: endpoint({
    method: 'PATCH',
    path: '/api/articles/resubmit/:id',
    access: ['CreateArticle'],
    summary:
      'Send your own returned article back to QA with a reply to its latest return. Leave out the return’s ID if there is none, as for an article imported from a task.',
    params: IdParams,
    body: z.object({ articleReturnId: IdInBody.nullish(), comments: text(REASON_MAXIMUM).optional() }),
    answer: Article,
    refusals: { 409: Passed.extend({ articleReturnId: z.number().nullish() }) },
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/articles/:id',
    access: ['CreateArticle'],
    summary: 'Delete your own draft permanently.',
    params: IdParams,
    refusals,
  }),
  searchTasks: endpoint({
    method: 'GET',
    path: '/api/asana/search',
    access: ['CreateArticle', 'ValidateArticles'],
    summary: 'Tasks on the task board whose names contain the text.',
    query: z.object({ search: text(200).transform((search) => search.trim()) }),
    answer: z.array(z.object({ name: z.string(), gid: z.string() })),
    perMinute: 120,
  }),
  addTask: endpoint({
    method: 'POST',
    path: '/api/articles/asana_article',
    access: ['CreateArticle'],
    summary:
      'Import a task from the task board as an article for a keyword. A task becomes one article only; a second call adds its keyword to that article.',
    body: z.object({ keyword_id: IdInBody, gid: TaskGid }),
    answer: Article,
  }),
  sync: endpoint({
    method: 'POST',
    path: '/api/articles/:id/sync',
    access: ['ManageArticles', 'PendingArticles', 'CreateArticle'],
    summary:
      'Refresh an article from its task and its post, retry an outdated copy, and return the names of the changed fields. Does nothing within a minute of the last refresh: `wait_seconds` is then the time left, otherwise 0.',
    params: IdParams,
    answer: Article.extend({
      changed: z.array(z.enum(SYNCED_FIELDS)),
      wait_seconds: z.number(),
    }),
  }),
  retryCopy: endpoint({
    method: 'POST',
    path: '/api/articles/:id/retry',
    access: ['ManageArticles', 'PendingArticles', 'CreateArticle'],
    summary: 'Retry an outdated copy of an article now instead of waiting for its next attempt.',
    params: IdParams,
    body: z.object({ target: z.enum(['task', 'post']) }),
    answer: Article,
  }),
  restorePost: endpoint({
    method: 'POST',
    path: '/api/articles/:id/post',
    access: ['ManageArticles', 'PendingArticles', 'CreateArticle'],
    summary:
      'Recover an article whose post is no longer live: `publish` publishes the post again (validators only), `renew` creates a new draft post. `renew` also works for an approved article whose copy failed because the post it replaces is gone or may not be changed.',
    params: IdParams,
    body: z.object({ remedy: z.enum(POST_REMEDIES) }),
    answer: Article,
    refusals,
  }),
  unlinkKeyword: endpoint({
    method: 'DELETE',
    path: '/api/articles/:id/keywords/:keywordId',
    access: ['CreateArticle', 'ValidateArticles'],
    summary: 'Remove a keyword from an article, as its owner or a validator. The last keyword stays.',
    params: z.object({ id: Id, keywordId: Id }),
  }),
}
