import { z } from 'zod'
import { DateOnly, Timestamp } from '../../../http/dates.ts'
import { endpoint } from '../../../http/endpoint.ts'
import {
  Id,
  IdInBody,
  IdParams,
  listOf,
  PageField,
  requiredText,
  SortOrder,
  sortKey,
  text,
  wholeNumber,
} from '../../../http/fields.ts'
import { ExportJob } from '../../ground/exports/contract.ts'
import { SearchTask } from '../search-tasks/contract.ts'
import {
  KEYWORD_MAXIMUM,
  LOG_PAGE_SIZES,
  MISMATCH_PAGE_SIZE,
  MISMATCH_SORTS,
  MOST_POSTS_AT_ONCE,
  PERIODS,
  POST_ACTIONS,
  STRIKING,
  USUAL_PERIOD,
} from './rules.ts'

const oneOf = <const Values extends readonly number[]>(values: Values) =>
  wholeNumber(Math.min(...values), Math.max(...values)).refine(
    (value): value is Values[number] => values.includes(value),
    `Must be one of ${values.join(', ')}`,
  )

const Period = oneOf(PERIODS)

const PostId = text(100).min(1)
/** The same in a request body, where it may be a number. */
const PostIdInBody = z
  .union([PostId, z.number().int().min(1).max(Number.MAX_SAFE_INTEGER)])
  .transform((id) => String(id))

const ListFilter = z.object({
  /** Site id. */
  site: Id.optional(),
  /** Words of a title or a keyword, or a post id. */
  query: text(200).optional(),
  page: PageField,
})

export const PostQuery = z.object({
  QUERY: z.string(),
  CLICKS: z.number(),
  IMPRESSIONS: z.number(),
  /** Mean position in the results, weighted by impressions. */
  position: z.number(),
})
export type PostQuery = z.infer<typeof PostQuery>

/** A post and the queries that show it, the best first. */
export const PostKeywordRow = z.object({
  POST_ID: z.string(),
  SITE_CODE: z.string(),
  site_id: z.number(),
  POST_TITLE: z.string(),
  /** Null if it has none. */
  POST_KEYWORD: z.string().nullable(),
  /** Public address; null if unknown. */
  permalink: z.string().nullable(),
  /** Figures of its current keyword; null without searches for it. */
  now: PostQuery.nullable(),
  keywords: z.array(PostQuery),
})
export type PostKeywordRow = z.infer<typeof PostKeywordRow>

export const IgnoredPost = z.object({
  post_id: z.string(),
  site_id: z.number(),
  site_code: z.string(),
  post_title: z.string(),
  /** The user who ignored it; null if that account was deleted. */
  by: z.string().nullable(),
  created_at: Timestamp,
})
export type IgnoredPost = z.infer<typeof IgnoredPost>

export const KeywordLogEntry = z.object({
  action_id: z.number(),
  site_id: z.number(),
  site_code: z.string(),
  post_id: z.string(),
  post_title: z.string(),
  action: z.enum(POST_ACTIONS),
  keyword_before: z.string().nullable(),
  keyword_after: z.string().nullable(),
  created_at: Timestamp,
  by: z.string().nullable(),
  /** `pending` while the site is called, or if the outcome is unknown. */
  state: z.enum(['pending', 'done', 'failed']),
  /** Why it failed. */
  error: z.string().nullable(),
  /** The post still has the keyword of this action, so an undo is possible. */
  undoable: z.boolean(),
})
export type KeywordLogEntry = z.infer<typeof KeywordLogEntry>

export const SavedKeyword = z.object({
  post_id: z.string(),
  site_id: z.number(),
  ok: z.boolean(),
  /** Display text of why the post keeps its keyword. */
  error: z.string().optional(),
})
export type SavedKeyword = z.infer<typeof SavedKeyword>

const Weeks = z.object({
  /** Mondays, oldest first. */
  weeks: z.array(z.string()),
  /** Position of each requested query per week; null without impressions. */
  positions: z.array(z.array(z.number().nullable())),
})

/** A query in striking distance, with its post. */
export const StrikingRow = z.object({
  query: z.string(),
  clicks: z.number(),
  impressions: z.number(),
  /** Mean position in the results, weighted by impressions. */
  position: z.number(),
  post_id: z.string(),
  site_code: z.string(),
  site_id: z.number(),
  post_title: z.string(),
  permalink: z.string().nullable(),
  /** Clicks that its impressions would bring at our own click rate in the top positions. */
  top_clicks: z.number(),
  /** How many more clicks that is. */
  to_be_had: z.number(),
  /** Their monthly value in US dollars; null if the post's earnings per click are unknown. */
  worth: z.number().nullable(),
  /** Display text of what may hold it back. */
  held_back_by: z.string(),
  /**
   * For comparison: the last result held by another publisher for the query or, if that is not our keyword,
   * for the post's own; null if there is none.
   */
  compare: z.object({ stat_id: z.number(), keyword: z.string() }).nullable(),
  /**
   * Figures of the preceding period of the same length; null if its days were not all read, or without
   * impressions.
   */
  before: z.object({ clicks: z.number(), impressions: z.number(), position: z.number() }).nullable(),
  /** The task made from its proposal; null if there is none. */
  task: SearchTask.nullable(),
})
export type StrikingRow = z.infer<typeof StrikingRow>

const StrikingFilter = ListFilter.omit({ page: true }).extend({ period: Period.default(USUAL_PERIOD) })
/** Parameters of a file of striking distance. */
export const StrikingFileQuery = StrikingFilter
export type StrikingFileQuery = z.output<typeof StrikingFileQuery>

const access = ['ViewKeywords'] as const
export const PostInBody = z.object({ post_id: PostIdInBody, site_id: IdInBody })

export const gscKeywordsEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/gsc-keywords/',
    access,
    summary: 'Posts whose keyword differs from their most clicked query, by clicks.',
    query: ListFilter.extend({
      period: Period.default(USUAL_PERIOD),
      perPage: wholeNumber(1, 100).default(MISMATCH_PAGE_SIZE),
      sort: sortKey('posts', MISMATCH_SORTS).default('CLICKS'),
      sortOrder: SortOrder.default('desc'),
    }),
    answer: z.object({
      nodes: z.array(PostKeywordRow),
      totalCount: z.number(),
      /** Number of ignored posts. */
      ignored: z.number(),
      /** The newest day with data of any site, `yyyy-MM-dd`; null if none. */
      until: DateOnly.nullable(),
      /** Unread days of the period, for the site with the most of them. */
      missing: z.number(),
    }),
  }),
  positions: endpoint({
    method: 'GET',
    path: '/api/gsc-keywords/positions',
    access,
    summary: 'Positions of a post for some queries, by week.',
    query: z.object({
      site_id: Id,
      post_id: PostId,
      period: Period.default(USUAL_PERIOD),
      queries: listOf(text(KEYWORD_MAXIMUM), 5),
    }),
    answer: Weeks,
  }),
  striking: endpoint({
    method: 'GET',
    path: '/api/gsc-keywords/striking-distance',
    access,
    summary: `Queries with many impressions at positions ${STRIKING.from} to ${STRIKING.to}, by potential clicks.`,
    query: StrikingFilter.extend({
      page: PageField,
      perPage: wholeNumber(1, 100).default(MISMATCH_PAGE_SIZE),
    }),
    answer: z.object({
      nodes: z.array(StrikingRow),
      totalCount: z.number(),
      /** Total of `to_be_had` over all pages, total of the known `worth` values, and the number of those. */
      to_be_had: z.number(),
      worth: z.number(),
      valued: z.number(),
    }),
  }),
  strikingFile: endpoint({
    method: 'GET',
    path: '/api/gsc-keywords/striking-distance.csv',
    access,
    summary: 'Start a CSV export of all queries in striking distance that match the filters.',
    query: StrikingFilter,
    answer: ExportJob,
    status: 202,
  }),
  save: endpoint({
    method: 'POST',
    path: '/api/gsc-keywords/bulk/',
    access,
    summary: 'Change the keywords of posts, here and on their sites; each succeeds or fails independently.',
    body: z
      .array(
        PostInBody.extend({
          keyword_after: requiredText(KEYWORD_MAXIMUM, 'Enter a keyword'),
          /** The keyword that the caller saw. A post with another keyword keeps it. */
          keyword_before: text(1000).nullable().default(null),
        }),
      )
      .min(1)
      .max(MOST_POSTS_AT_ONCE),
    answer: z.array(SavedKeyword),
    perMinute: 60,
  }),
  ignored: endpoint({
    method: 'GET',
    path: '/api/gsc-keywords-ignored-posts/',
    access,
    summary: 'Posts excluded from the mismatch list.',
    query: ListFilter.extend({ perPage: wholeNumber(1, 100).default(MISMATCH_PAGE_SIZE) }),
    answer: z.object({ nodes: z.array(IgnoredPost), totalCount: z.number() }),
  }),
  ignore: endpoint({
    method: 'POST',
    path: '/api/gsc-keywords-ignored-posts/bulk/',
    access,
    summary: 'Exclude posts from the mismatch list; returns the number newly excluded.',
    body: z
      .array(PostInBody.extend({ post_title: text(1000) }))
      .min(1)
      .max(MOST_POSTS_AT_ONCE),
    answer: z.object({ added: z.number() }),
  }),
  unignore: endpoint({
    method: 'DELETE',
    path: '/api/gsc-keywords-ignored-posts/',
    access,
    summary: 'Remove a post from the ignore list.',
    body: PostInBody,
  }),
  log: endpoint({
    method: 'GET',
    path: '/api/gsc-keywords-actions/',
    access,
    summary: 'Actions taken here, newest first.',
    query: ListFilter.extend({ perPage: oneOf(LOG_PAGE_SIZES).default(LOG_PAGE_SIZES[0]) }),
    answer: z.object({ nodes: z.array(KeywordLogEntry), totalCount: z.number() }),
  }),
  undo: endpoint({
    method: 'POST',
    path: '/api/gsc-keywords-actions/:id/undo',
    access,
    summary: 'Restore the keyword a post had before an action.',
    params: IdParams,
    answer: SavedKeyword,
  }),
}
